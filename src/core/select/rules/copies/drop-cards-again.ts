import { addTo } from '../../../add-to.ts';
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

/**
 * Drops cards in a row whose titles lead, in the same order, to the same pages as titles above: they are those again in another
 * layout, as slides or for another width of the screen. Marks their blocks as `COPY` in `keep`.
 */
export function dropCardsAgain({ a, s }: ScoredPage, keep: Uint8Array): void {
  const titles: string[] = [];
  const first = new Map<string, number>();
  /** Cards beside each other, by their parent, and which of the titles is that of each. */
  const rows = new Map<number, { readonly card: number; readonly at: number }[]>();
  a.blocks.forEach((block, i) => {
    const { words } = block.count;
    if (keep[i] !== 1 || words < MIN_TITLE_WORDS || block.linkWords !== words) return;
    const title = titleOf(a, block);
    if (title === null) return;
    if (!first.has(title)) first.set(title, titles.length);
    const card = s.repeated[block.element]!;
    if (card >= 0 && !ITEMS.has(a.doc.nodes[card]!.tag))
      addTo(rows, a.parents[card]!, { card, at: titles.length });
    titles.push(title);
  });
  for (const row of rows.values()) {
    const above = row.map(({ at }) => first.get(titles[at]!)!);
    const isSaid = above.every((at, k) => at < row[0]!.at && (k === 0 || at > above[k - 1]!));
    const cards = new Set(row.map(({ card }) => card));
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
  return href === null || href.includes('#') ? null : `${block.count.hash} ${href}`;
}
