import { lazy } from '../../../lazy.ts';
import { firstBlock } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { int32s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words below a heading by which it had a section. */
const MIN_SECTION_WORDS = 8;
/** Most words of a heading that names a section; longer ones say something by themselves. */
const MAX_NAME_WORDS = 4;
/** Headings at one template position from which on they are entries, which stay without what is said of each. */
const MIN_ENTRIES = 3;

/**
 * A heading goes with its section: "See also", "Next steps" of which nothing stays up to the next heading of its level or a higher
 * one; "Contents" with the links to places of the page below it, however few. Changes `keep`.
 */
export function dropOrphans({ a, s, links }: ScoredPage, keep: Uint8Array): void {
  const jumps = lazy(() => new Set(links().all.map(({ node }) => a.blocks[firstBlock(a, node.index)])));
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const headings = int32s(keep.length);
  s.positions.forEach((position, b) => {
    if (levels[b]! > 0) headings[position]!++;
  });
  for (let b = keep.length - 1; b >= 0; b--) {
    const words = a.blocks[b]!.count.words;
    if (keep[b] !== 1 || levels[b]! < 2 || words === 0 || words > MAX_NAME_WORDS) continue;
    if (headings[s.positions[b]!]! >= MIN_ENTRIES) continue;
    const isEnd = (i: number): boolean => i === keep.length || (levels[i]! > 0 && levels[i]! <= levels[b]!);
    let end = b + 1;
    let section = 0;
    for (; !isEnd(end) && keep[end] !== 1; end++)
      if (levels[end] === 0) section += a.blocks[end]!.count.words;
    if (!isEnd(end)) continue;
    const below = a.blocks.slice(b + 1, end).filter(({ count }) => count.words > 0);
    const areJumps = () => below.length > 0 && below.every((block) => jumps().has(block));
    if (section >= MIN_SECTION_WORDS || areJumps()) keep[b] = 0;
  }
}
