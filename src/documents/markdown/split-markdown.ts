/** Characters from which on a part may end. */
const PART_CHARACTERS = 4096;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\${2,})/;
/** Starts of HTML that ends at a sign of its own, not at a blank line (CommonMark 0.31.2, 4.6, kinds 1 to 5). */
const HTML = /^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i;
const HTML_ENDS = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, /\]\]>/, />/];

/** A line that, after a blank one, begins a block beside whatever was open: text, a heading or a note at the margin. */
const FRESH = /^(?:[\p{L}#]|\[\^)/u;

/**
 * Parts of a Markdown document whose blocks are those of the whole, one after another; joined they are the document. A
 * parser moves all that it has read each time that a list, a quote or a note ends, so each part costs its own square.
 */
export function splitMarkdown(markdown: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isAfterBlank = false;
  /** What ends the code, formula or HTML that is open. */
  let end: RegExp | null = null;
  for (let from = 0; from < markdown.length; ) {
    const lineEnd = markdown.indexOf('\n', from);
    const next = lineEnd < 0 ? markdown.length : lineEnd + 1;
    const line = markdown.slice(from, next);
    if (end !== null) {
      if (end.test(line)) end = null;
    } else {
      if (isAfterBlank && from - start >= PART_CHARACTERS && FRESH.test(line)) {
        parts.push(markdown.slice(start, from));
        start = from;
      }
      end = endOf(line);
    }
    isAfterBlank = line.trim() === '';
    from = next;
  }
  parts.push(markdown.slice(start));
  return parts;
}

/** What ends what a line opens; null where it opens nothing that goes on over blank lines. */
function endOf(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`, 'm');
  const html = HTML.exec(line);
  if (html === null) return null;
  const end = HTML_ENDS[html.slice(1).findIndex((kind) => kind !== undefined)]!;
  return end.test(line.slice(html[0].length)) ? null : end;
}
