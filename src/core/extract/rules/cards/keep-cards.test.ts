import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepCards } from './keep-cards.ts';

/** Texts that stay of a page, by the share of what keeps a block that `shareOf` gives each of them. */
function staying(html: string, shareOf: (text: string) => number, isProduct = false): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/lamps'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const shares = texts.map(shareOf);
  const keep = Uint8Array.from(shares, (share) => (share >= 1 ? 1 : 0));
  const chances = shares.map((share) => share * 1000);
  const page = scoredPage(a, keep, { threshold: 1000, chances, isProduct: () => isProduct });
  keepCards(page, keep);
  return texts.filter((_, i) => keep[i] === 1);
}

/** Names of lamps in a list of which each has a share of what keeps it. */
function lamps(shares: readonly number[], tag = 'li', isProduct = false): string[] {
  const html = shares
    .map((_, n) => `<${tag} class="lamp">Lamp ${n}<p class="hint">Compare ${n}</p></${tag}>`)
    .join('');
  return staying(
    `<div>${html}</div>`,
    (text) => (text.startsWith('Lamp') ? shares[Number(text.at(-1))]! : 0.9),
    isProduct,
  );
}

test('a card that was nearly kept stays in a list of which two thirds stay, without what the others lost', () => {
  expect(lamps([1, 0.8, 1, 1])).toEqual(['Lamp 0', 'Lamp 1', 'Lamp 2', 'Lamp 3']);
  expect(lamps([1, 1, 1, 0.8], 'div')).toHaveLength(4);
});

test('one that was not, in a list that mostly went or of less than three, does not', () => {
  expect(lamps([1, 0.6, 1, 1])).toHaveLength(3);
  expect(lamps([1, 0.8, 0.8, 1, 1, 0.8])).toHaveLength(3);
  expect(lamps([1, 0.8, 1])).toHaveLength(2);
});

test('lines of a text are no cards, and those on the page of a product are other products', () => {
  expect(lamps([1, 0.8, 1, 1], 'p')).toHaveLength(3);
  expect(lamps([1, 0.8, 1, 1], 'li', true)).toHaveLength(3);
});

test('what another step dropped stays away', () => {
  const card = (n: number, attribute = ''): string => `<li${attribute}>Lamp ${n}</li>`;
  const html = `<ul>${card(0)}${card(1)}${card(2)}${card(3, ' hidden')}</ul>`;
  expect(staying(html, (text) => (text === 'Lamp 3' ? 0.9 : 1))).toHaveLength(3);
});
