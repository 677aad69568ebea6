import type { Annotation } from '../../page/annotate.ts';
import { headingLevel } from '../../page/headings.ts';
import { CommonAncestor, wordsIn } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';

/** Levels above a heading that are looked at: every heading of a page has its own. */
const MAX_LEVELS = 64;

/**
 * Where each block stands to the heading before it, and what the words of all headings above it in the outline say
 * (`words`: sum and lowest score of each block's own words).
 */
export function addOutlineFeatures(
  a: Annotation,
  words: { readonly sum: Int16Array; readonly low: Int16Array },
  out: FeatureColumns,
): void {
  const distance = out.add('levels to last heading');
  const common = out.add('share common with last heading');
  const outlineSum = out.add('outline text sum');
  const outlineLow = out.add('outline text low');
  const total = a.words[a.doc.nodes.length]!;
  const open: { readonly level: number; readonly sum: number; readonly low: number }[] = [];
  let chain: CommonAncestor | null = null;
  a.blocks.forEach((block, i) => {
    if (chain) {
      distance[i] = clamp(chain.distance(block.element));
      common[i] = ratio(wordsIn(a, chain.ancestor(block.element)), total);
    } else distance[i] = -1;
    const level = headingLevel(a, block);
    if (level > 0) while (open.length > 0 && open[open.length - 1]!.level >= level) open.pop();
    const above = open[open.length - 1];
    outlineSum[i] = above ? above.sum : 0;
    outlineLow[i] = above ? above.low : 0;
    if (level === 0) return;
    const sum = clamp((above?.sum ?? 0) + words.sum[i]!);
    open.push({ level, sum, low: Math.min(above?.low ?? 0, words.low[i]!) });
    chain = new CommonAncestor(a, block.element, MAX_LEVELS);
  });
}
