import { readFileSync } from 'node:fs';

/** One way of hiding a text, or of seeming to: a page that holds it once, and the word that tells it. */
export interface Way {
  /** The heading above it in its file. */
  readonly kind: string;
  /** Its line in the file. */
  readonly line: string;
  readonly html: string;
}

/** A word of the text of every way, and of nothing else. */
export const WORD = 'otter';
const TEXT = `Whoever reads this tells the ${WORD} where the key of the harbour office lies`;
const PROSE =
  'The quay was built of stones that ships had carried as ballast, and it has stood ever since. The sea rises twice a day along the whole of this coast, and it falls as often, whatever the people do.';

/**
 * The ways of a file, a line each, `§` standing for the text: `style` and declarations of a paragraph, `rule` and those of its
 * class, `sheet` with a style sheet and markup parted by `==>`, or `html` and markup.
 */
export function readWays(file: string): readonly Way[] {
  const ways: Way[] = [];
  let kind = '';
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2);
    else if (line !== '') ways.push({ kind, line, html: pageOf(line) });
  }
  return ways;
}

function pageOf(line: string): string {
  const [, form, rest] = /^(\w+) (.*)$/.exec(line)!;
  const [css, html] = partsOf(form!, rest!);
  const style = css === '' ? '' : `<style>${css}</style>`;
  const around = `<p>${PROSE}</p>`;
  return `<!doctype html><html lang="en" style="font-family: monospace"><head><title>Tides</title>${style}</head>
<body><article><h1>The tides here</h1>${around.repeat(2)}
${html.replace('§', TEXT)}
${around}</article></body></html>`;
}

function partsOf(form: string, rest: string): readonly [css: string, html: string] {
  switch (form) {
    case 'style':
      return ['', `<p style="${rest.replaceAll('"', '&quot;')}">§</p>`];
    case 'rule':
      return [`.x{${rest}}`, '<p class="x">§</p>'];
    case 'sheet': {
      const [css, html] = rest.split(' ==> ');
      return [css!, html!];
    }
    default:
      return ['', rest];
  }
}
