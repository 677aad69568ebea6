import { lazy } from '../../../lazy.ts';
import { firstBlock } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { headingElement, headingLevel } from '../../../page/headings.ts';
import { int32s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words below a heading by which it had a section. */
const MIN_SECTION_WORDS = 8;
/** Most words of a heading that names a section; longer ones say something by themselves. */
const MAX_NAME_WORDS = 4;
/** Headings at one template position from which on they are entries, which stay without what is said of each. */
const MIN_ENTRIES = 3;
/** Words of what comes back below a heading that stays, and the share of what keeps a block that is asked of it. */
const MIN_WORDS_BELOW = 3;
const MAX_WORDS_BELOW = 30;
const LEAST = 1 / 5;

/**
 * A heading goes with its section: "See also", "Next steps" of which nothing stays up to the next heading of its level or a higher
 * one; "Contents" with the links to places of the page below it, however few. One that stays has what stands right below it,
 * where that is short. Changes `keep`.
 */
export function dropOrphans(page: ScoredPage, keep: Uint8Array): void {
  const { a, s, links } = page;
  const jumps = lazy(() => new Set(links().all.map(({ node }) => a.blocks[firstBlock(a, node.index)])));
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const title = keep.indexOf(1);
  const headings = int32s(keep.length);
  s.positions.forEach((position, b) => {
    if (levels[b]! > 0) headings[position]!++;
  });
  for (let b = keep.length - 1; b >= 0; b--) {
    const words = a.blocks[b]!.count.words;
    if (keep[b] !== 1 || levels[b]! < 2 || words === 0) continue;
    const isEnd = (i: number): boolean => i === keep.length || (levels[i]! > 0 && levels[i]! <= levels[b]!);
    let end = b + 1;
    let section = 0;
    for (; !isEnd(end) && keep[end] !== 1; end++)
      if (levels[end] === 0) section += a.blocks[end]!.count.words;
    const below = a.blocks.slice(b + 1, end).filter(({ count }) => count.words > 0);
    const areJumps = () => below.length > 0 && below.every((block) => jumps().has(block));
    const isName = words <= MAX_NAME_WORDS && headings[s.positions[b]!]! < MIN_ENTRIES;
    if (isEnd(end) && isName && (section >= MIN_SECTION_WORDS || areJumps())) keep[b] = 0;
    else if (b > title) keepSection(page, b, keep);
  }
}

/** Brings back what is short and lost right below a heading, in its container, where the model was in doubt. */
function keepSection({ a, probabilities, threshold, pruned }: ScoredPage, b: number, keep: Uint8Array): void {
  const head = headingElement(a, a.blocks[b]!);
  let [end, words, mass] = [b + 1, 0, 0];
  for (; end < keep.length && a.blocks[end]!.first < (head?.parent?.end ?? 0); end++) {
    const { first, context, count } = a.blocks[end]!;
    if (keep[end] === 1 || headingLevel(a, a.blocks[end]!) > 0) break;
    if (probabilities[end]! >= threshold || pruned[first] === 1 || (context & CONTEXT.button) !== 0) return;
    words += count.words;
    mass += count.words * probabilities[end]!;
  }
  if (words > MAX_WORDS_BELOW || mass < words * threshold * LEAST) return;
  // A word or two are a button ("Load more"), unless they are several links.
  const inner = end > b + 1 ? a.doc.nodes.slice(a.blocks[b + 1]!.first, a.blocks[end - 1]!.end) : [];
  if (words >= MIN_WORDS_BELOW || inner.some(({ tag }) => tag === 'a')) keep.fill(1, b + 1, end);
}
