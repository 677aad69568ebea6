import { isFull } from '../../support/full-form.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

/** Bytes of the generated pages; the largest is just below the 10 MiB that a service takes. */
export const PAGE_BYTES = {
  small: 10_000,
  large: isFull ? 1_000_000 : 400_000,
  largest: 10_000_000,
} as const;

export type PageName = keyof typeof PAGE_BYTES;

const SENTENCE = 'The ferry leaves when the tide allows it, and comes back with the next one.';

/** A page of paragraphs, no two alike, with a table and a block of code that are longer than a part where there is room. */
function wordsOf(bytes: number): string {
  const head = '<!doctype html><title>Ferries</title><article><h1>Ferries</h1>\n';
  const paragraph = (i: number) =>
    `<p>Ferry ${i} has a <b>crew</b> of ${i % 9}. ${SENTENCE} ${SENTENCE}</p>\n`;
  const row = (i: number) => `<tr><td>Ferry ${i}<td>${SENTENCE}</tr>\n`;
  const line = (i: number) => `sail(${i}); // ${SENTENCE}\n`;
  const body = [
    fill(bytes * 0.3, paragraph),
    `<table><tr><th>Ferry<th>Says</tr>${fill(bytes * 0.3, row)}</table>`,
    `<pre><code class="language-js">${fill(bytes * 0.3, line)}</code></pre>`,
  ].join('\n');
  return `${head}${body}${fill(bytes - head.length - body.length - 200, paragraph)}</article>`;
}

/** Texts of rising number until they are `bytes` long. */
function fill(bytes: number, text: (index: number) => string): string {
  let filled = '';
  for (let index = 0; filled.length < bytes; index++) filled += text(index);
  return filled;
}

/** A site on loopback with the generated pages by name, and `/never`, which is never answered. */
export function startPages(names: readonly PageName[]): Promise<Upstream> {
  const pages = names.map((name) => [`/${name}`, wordsOf(PAGE_BYTES[name])] as const);
  return startUpstream({ ...Object.fromEntries(pages), '/never': () => undefined });
}
