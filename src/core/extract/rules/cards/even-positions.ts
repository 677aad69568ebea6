import type { Annotation } from '../../page/annotate.ts';
import { APART } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest blocks of one template position that are judged together. */
const MIN_BLOCKS = 3;
/** Most headings that say no more than that something else follows: related posts. */
const MAX_LABELS = 2;
/** Share of what keeps a block that the others come to. */
const NEARLY = 17 / 20;

/**
 * Brings back blocks that the model nearly kept where half or more of their template position (path of tags and classes)
 * stay: the chapters of a course, the entries of a list. On the page of a product (`isProduct`) they may be other products'.
 * Changes `keep`.
 */
export function evenPositions(
  { a, s, chances, threshold, barred, isProduct }: ScoredPage,
  keep: Uint8Array,
): void {
  const positions = new Map<number, number[]>();
  a.blocks.forEach(({ element, count, context }, i) => {
    if (count.words === 0 || (context & APART) !== 0) return;
    const blocks = positions.get(s.path[element]!);
    if (blocks) blocks.push(i);
    else positions.set(s.path[element]!, [i]);
  });
  for (const blocks of positions.values()) {
    const staying = blocks.filter((i) => keep[i] === 1).length;
    if (blocks.length < MIN_BLOCKS || staying * 2 < blocks.length || staying === blocks.length) continue;
    if (isLabel(a, blocks)) continue;
    if (staying <= MAX_LABELS && headingLevel(a, a.blocks[blocks[0]!]!) > 0) continue;
    const near = blocks.filter(
      (i) => keep[i] !== 1 && chances[i]! >= threshold * NEARLY && barred[a.blocks[i]!.first] === 0,
    );
    if (near.length > 0 && !isProduct()) for (const i of near) keep[i] = 1;
  }
}

/** Whether most of some blocks say the same: the label of a value that may have gone. */
function isLabel(a: Annotation, blocks: readonly number[]): boolean {
  const counts = new Map<number, number>();
  let most = 0;
  for (const i of blocks) {
    const { hash } = a.blocks[i]!;
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    most = Math.max(most, count);
  }
  return most * 2 > blocks.length;
}
