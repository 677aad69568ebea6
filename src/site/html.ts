/** Markup that `html` made: what else stands in a page is text. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What can stand in a template: markup, text to escape, a list of both; null and false are nothing. */
export type Part = Markup | string | number | false | null | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A template of markup: `html\`<p title="${a}">${b}</p>\``. Texts in it are escaped, so that none can become markup, in
 * elements and in quoted attributes alike (HTML, 13.3).
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, i) => text + (i < parts.length ? sourceOf(parts[i]!) : '')).join(''));
}

function sourceOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'object') return part.map(sourceOf).join('');
  return String(part).replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}
