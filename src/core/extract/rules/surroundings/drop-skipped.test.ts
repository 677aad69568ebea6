import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropSkipped } from './drop-skipped.ts';

const TEXT =
  '<p>The boat lay in the harbour all winter, and nobody came to look after it until somebody found the rope in spring.</p>';
const LIST =
  '<ul><li><a href="/1">The last goods train</a></li><li><a href="/2">A bookshop on the hill</a></li></ul>';

/** What stays of a part between two texts, by block, apart from those. */
function left(part: string, ahead = TEXT.repeat(4)): string[] {
  const doc = parseHtml(`<main>${ahead}${part}${TEXT}</main>`, 'https://example.org/boats');
  const a = annotate(doc);
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropSkipped(scoredPage(a, keep), keep);
  const texts = a.blocks.map(({ first, end }) =>
    doc.nodes
      .slice(first, end)
      .map(({ text }) => text)
      .join(''),
  );
  return texts.filter((text, i) => keep[i] === 1 && text.length < 60);
}

const skipped = (list: string, end = 'tabindex="-1" id="end"') =>
  `<section><p>Most read</p><a href="#end">Skip Most read</a>${list}<p ${end}>End of Most read</p></section>`;

test('a list of other stories that a link leads past goes, with its name and its end', () => {
  expect(left(skipped(LIST))).toEqual([]);
  expect(left(skipped(LIST).replace('<p>Most read</p>', TEXT))).toEqual([]);
});

test('what is no list of links stays, what holds the title, and what is much of the page', () => {
  expect(left(skipped('<p>No boats on Sunday, the harbour is closed.</p>'))).toHaveLength(4);
  expect(left(skipped(`<h1>Boats</h1>${LIST}`))).toHaveLength(6);
  expect(left(skipped(LIST), '<p>Boats leave.</p>')).toHaveLength(6);
});

test('a link to a part of the page leads past nothing', () => {
  expect(left(skipped(LIST, 'id="end"'))).toHaveLength(5);
  expect(left(skipped(LIST, 'tabindex="-1" id="other"'))).toHaveLength(5);
  expect(left(`<p tabindex="-1" id="end">Top</p>${LIST}<a href="#end">Up</a>`)).toHaveLength(4);
});
