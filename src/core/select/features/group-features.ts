import type { Annotation } from '../../page/annotation.ts';
import { CommonAncestor, type PageStructure, type SiblingGroup, wordsIn } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';

/** Where each block stands to the page's main repetitions: its cards or rows, and its posts or sections. */
export function addGroupFeatures(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  addGroup('widest', s.widest, a, out);
  addGroup('wordiest', s.wordiest, a, out);
}

function addGroup(name: string, group: SiblingGroup, a: Annotation, out: FeatureColumns): void {
  const levels = out.add(`levels to ${name} group`);
  const common = out.add(`share common with ${name} group`);
  const side = out.add(`after ${name} group`);
  const share = out.add(`${name} group share`);
  const count = out.add(`${name} group members`);
  if (group.parent < 0) return;
  const total = a.words[a.doc.nodes.length]!;
  const chain = new CommonAncestor(a, group.parent);
  share.fill(ratio(wordsIn(a, group.parent), total));
  count.fill(clamp(group.members));
  a.blocks.forEach((block, i) => {
    const distance = chain.distance(block.element);
    levels[i] = clamp(distance);
    common[i] = ratio(wordsIn(a, chain.at(distance)), total);
    side[i] = block.first < group.parent ? -1 : block.first >= a.ends[group.parent]! ? 1 : 0;
  });
}
