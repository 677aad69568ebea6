import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange } from '../../../page/block-range.ts';
import { hrefOf } from '../../../page/page-titles.ts';
import { markCopies } from '../../prune.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words of a title: shorter links are topics and actions, which many cards have. */
const MIN_TITLE_WORDS = 3;
/** Fewest cards of a list. */
const MIN_CARDS = 3;
/** Members of what a text says as a list or a table: a summary repeats them on purpose. */
const ITEMS = new Set(['li', 'dt', 'dd', 'tr', 'td', 'th']);

/** Cards beside each other, and which of the titles on the page are theirs. */
interface CardRow {
  readonly cards: number[];
  readonly titles: number[];
}

/**
 * Drops cards in a row whose titles lead, in the same order, to the same pages as titles above: they are those again in another
 * layout, as slides or for another width of the screen. Marks their blocks as `COPY` in `keep`.
 */
export function dropCardsAgain({ a, s }: ScoredPage, keep: Uint8Array): void {
  const titles: string[] = [];
  const first = new Map<string, number>();
  const rows = new Map<number, CardRow>();
  a.blocks.forEach((block, i) => {
    const { words } = block.count;
    if (keep[i] !== 1 || words < MIN_TITLE_WORDS || block.linkWords !== words) return;
    const title = titleOf(a, block);
    if (title === null) return;
    if (!first.has(title)) first.set(title, titles.length);
    const card = s.repeated[block.element]!;
    if (card >= 0 && !ITEMS.has(a.doc.nodes[card]!.tag)) {
      const parent = a.parents[card]!;
      const row = rows.get(parent) ?? { cards: [], titles: [] };
      rows.set(parent, row);
      row.cards.push(card);
      row.titles.push(titles.length);
    }
    titles.push(title);
  });
  for (const row of rows.values()) {
    const above = row.titles.map((at) => first.get(titles[at]!)!);
    const isSaid = above.every((at, k) => at < row.titles[0]! && (k === 0 || at > above[k - 1]!));
    const cards = new Set(row.cards);
    if (!isSaid || cards.size < MIN_CARDS) continue;
    for (const card of cards) {
      const [from, to] = blockRange(a, card);
      a.doc.budget.spend(to - from, 'comparing cards');
      markCopies(keep, from, to);
    }
  }
}

/** What a block says and the other page that it leads to; null where it leads to a place of this one. */
function titleOf(a: Annotation, block: Block): string | null {
  const href = hrefOf(a, block);
  return href === null || href.includes('#') ? null : `${block.hash} ${href}`;
}
