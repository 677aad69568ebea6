import { headingLevel } from '../../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words below a heading by which it had a section. */
const MIN_SECTION_WORDS = 8;
/** Most words of a heading that names a section; longer ones say something by themselves. */
const MAX_NAME_WORDS = 4;
/** Headings at one template position from which on they are entries, which stay without what is said of each. */
const MIN_ENTRIES = 3;

/**
 * A heading goes with its section: "See also", "Next steps" of which nothing stays up to the next heading of its level or a higher
 * one. Changes `keep`.
 */
export function dropOrphans({ a, s }: ScoredPage, keep: Uint8Array): void {
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const positions = a.blocks.map(({ element }) => s.path[element]!);
  const headings = new Map<number, number>();
  positions.forEach((position, b) => {
    if (levels[b]! > 0) headings.set(position, (headings.get(position) ?? 0) + 1);
  });
  for (let b = keep.length - 1; b >= 0; b--) {
    const words = a.blocks[b]!.count.words;
    if (keep[b] !== 1 || levels[b]! < 2 || words === 0 || words > MAX_NAME_WORDS) continue;
    if (headings.get(positions[b]!)! >= MIN_ENTRIES) continue;
    const isEnd = (i: number): boolean => i === keep.length || (levels[i]! > 0 && levels[i]! <= levels[b]!);
    let end = b + 1;
    let section = 0;
    for (; !isEnd(end) && keep[end] !== 1; end++)
      if (levels[end] === 0) section += a.blocks[end]!.count.words;
    if (isEnd(end) && section >= MIN_SECTION_WORDS) keep[b] = 0;
  }
}
