import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { TEXT } from '../../../html/tree.ts';
import { extract } from '../../extract.ts';

const PROSE = Array.from(
  { length: 12 },
  (_, i) =>
    `<p>The boat number ${i} lay in the harbour all winter, and nobody came to look after it until the ice had gone.</p>`,
);

/** Text that stays of prose with other things in it. */
function kept(inside: string, after = ''): string {
  const doc = parseHtml(
    `<title>Boats</title><main><h1>Boats</h1>${PROSE.slice(0, 6).join('')}${inside}${PROSE.slice(6).join('')}${after}</main>`,
    'https://example.org/boats',
  );
  const { selection } = extract(doc, { url: 'https://example.org/boats' });
  let text = '';
  for (let i = 0; i < doc.nodes.length; i++) {
    if (selection.removedBy[i] !== 0) i = doc.nodes[i]!.end - 1;
    else if (doc.nodes[i]!.kind === TEXT) text += doc.nodes[i]!.text;
  }
  return text;
}

test.each([
  '<div class="advertisement"><p>marker: insure your boat</p></div>',
  '<div class="post-ad-slot-2"><p>marker: insure your boat</p></div>',
  '<aside aria-label="Advertisement"><a href="/x">marker: insure your boat</a></aside>',
  '<div id="dfp-ad-7"><p>marker: insure your boat</p></div>',
])('extract drops what calls itself an advertisement between paragraphs: %s', (html) => {
  expect(kept(html)).not.toContain('marker');
});

test.each([
  '<h2 id="advertising">marker</h2><p>How to sell a boat with a card in the window of a shop in the village.</p>',
  '<p class="adding address leads">marker: the harbour lies at the end of the street, behind the old shed.</p>',
  '<p class="ad-free">marker: whoever pays for the paper reads it at home in the evening with his cat.</p>',
])('extract keeps what has such letters in its name only: %s', (html) => {
  expect(kept(html)).toContain('marker');
});

test('extract keeps code at the end of the text, and what a disclosure is named', () => {
  const text = kept(
    '',
    '<pre><code>if (a &lt; b) {\n}</code></pre><details><summary>More of it</summary><p>What was folded away.</p></details>',
  );
  expect(text).toContain('if (a < b)');
  expect(text).toContain('More of it');
  expect(text).toContain('What was folded away.');
});

test('extract does not keep the heading of a box of which nothing else stays', () => {
  const box = '<div class="related-posts"><h3>Related marker</h3><a href="/x">How to sell a boat</a></div>';
  expect(kept(box)).not.toContain('marker');
});
