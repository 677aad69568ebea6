import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepDates } from './keep-dates.ts';

interface Case {
  readonly share?: number;
  readonly cards?: number;
  readonly isProduct?: boolean;
}

/** Number of lines that come back to entries of a list of which the model kept the titles. */
function back(line: (n: number) => string, { share = 0.5, cards = 4, isProduct = false }: Case = {}): number {
  const entries = Array.from(
    { length: cards },
    (_, n) =>
      `<li class="entry"><h3><a href="/${n}">Boat ${n} sails</a></h3><div class="line">${line(n)}</div></li>`,
  );
  const a = annotate(parseHtml(`<main><ul>${entries.join('')}</ul></main>`, 'https://example.org/boats'));
  const isTitle = a.blocks.map(({ first }) => a.doc.nodes[first]!.text.startsWith('Boat'));
  const keep = Uint8Array.from(isTitle, (is) => (is ? 1 : 0));
  const chances = isTitle.map((is) => (is ? 2000 : share * 1000));
  const page = scoredPage(a, keep, { threshold: 1000, chances, isProduct: () => isProduct });
  keepDates(page, keep);
  return keep.filter((kept, i) => kept === 1 && !isTitle[i]).length;
}

const dated = (n: number): string => `Ada, ${n + 1} May 2024`;

test('dates of entries that stay come back where the model half kept them', () => {
  expect(back(dated)).toBe(4);
  expect(back((n) => `<a href="#${n}"><time datetime="2024-05-0${n + 1}">yesterday</time></a>`)).toBe(4);
  expect(back((n) => `Ada · <time>${n + 1} days ago</time>`)).toBe(4);
  expect(back((n) => `[Boats] Posted May ${n + 1}, 2024 20:52 UTC (Sat) by Ada Long`)).toBe(4);
  expect(back((n) => `<b>By Ada</b>${' '.repeat(300)}<i>May ${n + 1}, 2024</i>`)).toBe(4);
});

test('other lines, titles that name a year, and what is less than half kept do not', () => {
  expect(back((n) => `Ada, ${n + 1} May`)).toBe(0);
  expect(back((n) => `Berth 120${n}4`)).toBe(0);
  expect(back((n) => `<a href="/next/${n}">The race of 2024</a>`)).toBe(0);
  expect(back((n) => `Ada built this boat ${n} in the yard of her father in the spring of 2024`)).toBe(0);
  expect(back(dated, { share: 0.4 })).toBe(0);
  expect(back(dated, { cards: 3 })).toBe(0);
  expect(back(dated, { isProduct: true })).toBe(0);
});
