import { outermostOf } from '../../../html/element-index.ts';
import { blockRange, firstBlock } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { sumIn, wordsIn } from '../../../page/page-structure.ts';
import { tabsOf } from '../../../units/tabs.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of what stands ahead of a list of contents in its box: "On this page". */
const MAX_LABEL_WORDS = 4;

/**
 * Drops lists of contents, ahead of the first section or right below their own title: nothing but links, each to a heading below that
 * stays and says the same. Changes `keep`.
 */
export function dropContents({ a, links }: ScoredPage, keep: Uint8Array): void {
  const section = a.blocks.findIndex((block, i) => keep[i] === 1 && headingLevel(a, block) > 1);
  const behind = section < 0 ? -1 : keep.indexOf(1, section + 1);
  for (const list of outermostOf(a.doc.elements.tagged('ul', 'ol'))) {
    const [from, to] = blockRange(a, list.index);
    if (behind < 0 || behind < from) break;
    const entries = links().between(list.index, list.end);
    if (entries.length === 0 || to - from > entries.length || !keep.subarray(from, to).includes(1)) continue;
    if (tabsOf(a).rows.has(list) || sumIn(a, a.linkWords, list.index) < wordsIn(a, list.index)) continue;
    const isSaid = ({ node, fragment }: (typeof entries)[number]): boolean => {
      const target = links().targetOf(fragment);
      const place = target === undefined ? -1 : firstBlock(a, target.index);
      if (place < to || keep[place] !== 1 || headingLevel(a, a.blocks[place]!) === 0) return false;
      const heading = new Set(a.blocks[place]!.hashes);
      const said = a.blocks[firstBlock(a, node.index)]?.hashes ?? [];
      return said.filter((word) => heading.has(word)).length * 2 >= said.length;
    };
    if (!entries.every(isSaid)) continue;
    const label = a.blocks[from - 1];
    const isLabelled =
      label !== undefined && label.first > list.parent!.index && label.count.words <= MAX_LABEL_WORDS;
    keep.fill(0, isLabelled ? from - 1 : from, to);
  }
}
