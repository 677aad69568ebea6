import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { evenCards } from './even-cards.ts';

/**
 * Texts that stay beside the names of a list of cards: `card` makes the rest of the card with a number, `chances` are
 * those of its blocks as shares of what keeps a block.
 */
function staying(
  chances: readonly number[],
  card: (n: number) => string,
  { isProduct = false, name = 2 } = {},
): string[] {
  const html = chances.map((_, n) => `<li class="card"><h3>Lamp of oak ${n}</h3>${card(n)}</li>`).join('');
  const shareOf = (text: string): number =>
    text.startsWith('Lamp') ? name : (chances[Number(/\d/.exec(text)?.[0])] ?? 0);
  return even(`<ul>${html}</ul>`, shareOf, isProduct);
}

/** Texts that stay beside the names of lamps, by the share of what keeps a block of each text. */
function even(html: string, shareOf: (text: string) => number, isProduct = false): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/lamps'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const isName = (text: string): boolean => text.startsWith('Lamp');
  const shares = texts.map(shareOf);
  const keep = Uint8Array.from(shares, (share) => (share >= 1 ? 1 : 0));
  const chances = shares.map((share) => share * 1000);
  const page = scoredPage(a, keep, { threshold: 1000, chances, isProduct: () => isProduct });
  evenCards(page, keep);
  return texts.filter((text, i) => keep[i] === 1 && !isName(text));
}

describe('prices of cards', () => {
  const priced = (n: number): string => `<p class="price">$${n}9.00</p>`;
  const all = ['$09.00', '$19.00', '$29.00', '$39.00'];

  test('stay all together when the model nearly kept them', () => {
    expect(staying([0.9, 0.5, 0.9, 0.7], priced)).toEqual(all);
    expect(staying([0.6, 0.5, 0.6, 0.7], priced)).toEqual(all);
    expect(staying([0.6, 0.5, 0.5, 0.7], priced)).toEqual([]);
  });

  test('do not bring back what has no sign of currency', () => {
    expect(staying([0.9, 0.9, 0.9, 0.9], (n) => `${priced(n)}<p class="hint">Compare ${n}</p>`)).toEqual(all);
  });

  test('stay away from three cards, from those beside a product, and from a list that goes', () => {
    expect(staying([0.9, 0.9, 0.9], priced)).toEqual([]);
    expect(staying([0.9, 0.9, 0.9, 0.9], priced, { isProduct: true })).toEqual([]);
    expect(staying([0.9, 0.9, 0.9, 0.9], priced, { name: 0 })).toEqual([]);
  });
});

describe('a short line of cards', () => {
  const dated = (n: number): string => `<p class="date">May ${n}</p>`;

  test('comes back in all when three quarters of them keep it', () => {
    expect(staying([1, 1, 0, 1], dated)).toEqual(['May 0', 'May 1', 'May 2', 'May 3']);
  });

  test('comes back in all when the model would keep it in the mean and it is a value', () => {
    expect(staying([1.5, 0.9, 0.9, 1.5], dated)).toHaveLength(4);
    expect(staying([1.5, 0.9, 0.9, 1.5], () => '<p class="label">Dated</p>')).toEqual([]);
  });

  test('goes from all when fewer do, and a quarter at least', () => {
    expect(staying([1, 0, 0, 1], dated)).toEqual([]);
    expect(staying([1, 0, 0, 0, 0], dated)).toEqual(['May 0']);
  });

  test('comes back in the third of three', () => {
    expect(staying([1, 0, 1], dated)).toEqual(['May 0', 'May 1', 'May 2']);
    expect(staying([1, 0, 0], dated)).toEqual([]);
  });

  test('that opens its card comes back when half of them keep it, and never goes', () => {
    const opening = (chances: readonly number[]): string[] => {
      const cards = chances
        .map((_, n) => `<li class="card"><b class="kind">Kind ${n}</b><p>Lamp of oak ${n}</p></li>`)
        .join('');
      return even(`<ul>${cards}</ul>`, (text) =>
        text.startsWith('Lamp') ? 2 : chances[Number(text.at(-1))]!,
      );
    };
    expect(opening([1, 0, 0, 1])).toEqual(['Kind 0', 'Kind 1', 'Kind 2', 'Kind 3']);
    expect(opening([1, 0, 0, 0])).toEqual(['Kind 0']);
  });

  test('is short, stands once in a card, and in most of them', () => {
    const long = (n: number): string =>
      `<p class="about">May ${n} was when the boat came into our harbour</p>`;
    expect(staying([1, 0, 0, 1], long)).toHaveLength(2);
    expect(staying([1, 0, 0, 1], (n) => dated(n) + dated(n))).toHaveLength(4);
    expect(staying([1, 0, 0, 0], (n) => (n < 2 ? dated(n) : ''))).toEqual(['May 0']);
  });

  test('is longer where it is a name, and then never goes', () => {
    const name = (n: number): string => `Bulb ${n} of the lamps that burn on the long pier all night`;
    const named = (chances: readonly number[]): string[] =>
      staying(chances, (n) => `<h4 class="bulb">${name(n)}</h4>`);
    expect(named([1, 0, 1, 1])).toEqual([0, 1, 2, 3].map(name));
    expect(named([1, 0, 0, 1])).toEqual([0, 3].map(name));
  });

  test('is no cell of a table', () => {
    expect(
      staying([1, 0, 0, 1], (n) => `<table><tr><td class="date">May ${n}</td></tr></table>`),
    ).toHaveLength(2);
  });

  test('stays as it is in what is hidden', () => {
    expect(
      staying([1, 1, 0, 1], (n) => `<p class="date"${n === 2 ? ' hidden' : ''}>May ${n}</p>`),
    ).toHaveLength(3);
  });
});
