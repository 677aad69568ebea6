import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropCardActions } from './drop-card-actions.ts';

/** Texts that stay beside the names of three lamps, all of which was kept. */
function staying(card: (n: number) => string, count = 3): string[] {
  const cards = Array.from(
    { length: count },
    (_, n) => `<li class="card"><p class="name">Lamp ${n}</p>${card(n)}</li>`,
  );
  const a = annotate(parseHtml(`<main><ul>${cards.join('')}</ul></main>`, 'https://example.org/lamps'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropCardActions(scoredPage(a, keep), keep);
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  return texts.filter((text, i) => keep[i] === 1 && !text.startsWith('Lamp'));
}

test('what every card offers in the same words goes', () => {
  expect(staying((n) => `<p class="more"><a href="/${n}">Quick view</a></p>`)).toEqual([]);
  expect(staying(() => '<button>Compare</button>')).toEqual([]);
});

test('stays where it differs, leads nowhere, is a heading or a name, or there are two cards', () => {
  expect(staying((n) => `<p class="by"><a href="/${n}">Ann ${n}</a></p>`)).toHaveLength(3);
  expect(staying(() => '<p class="state">In stock</p>')).toHaveLength(3);
  expect(staying((n) => `<h3><a href="/${n}">Re: Lamps</a></h3>`)).toHaveLength(3);
  expect(staying(() => '<button>Compare</button>', 2)).toHaveLength(2);
  expect(staying((n) => `<table><tr><td><a href="/${n}">Map</a></td></tr></table>`)).toHaveLength(3);
});

test('the first line of a card stays', () => {
  const html = '<ul>'.concat(
    ...[1, 2, 3].map((n) => `<li><p><a href="/${n}">Lamp</a></p><p>No. ${n}</p></li>`),
  );
  const a = annotate(parseHtml(html, 'https://example.org/lamps'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropCardActions(scoredPage(a, keep), keep);
  expect(keep).not.toContain(0);
});
