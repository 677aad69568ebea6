import { ELEMENT } from '../../html/tree.ts';
import type { Annotation } from '../../page/annotation.ts';
import { CommonAncestor, type PageStructure, type SiblingGroup, wordsIn } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';

/** Where each block stands to the page's main repetitions: its cards or rows, and its posts or sections. */
export function addGroupFeatures(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  addGroup('widest', s.widest, a, s, out);
  addGroup('wordiest', s.wordiest, a, s, out);
}

function addGroup(
  name: string,
  group: SiblingGroup,
  a: Annotation,
  s: PageStructure,
  out: FeatureColumns,
): void {
  const inside = out.add(`in ${name} group`);
  const order = out.add(`${name} group order`);
  const place = out.add(`${name} group member place`);
  const levels = out.add(`levels to ${name} group`);
  const common = out.add(`share common with ${name} group`);
  const side = out.add(`after ${name} group`);
  const share = out.add(`${name} group share`);
  const count = out.add(`${name} group members`);
  if (group.parent < 0) return;
  const total = a.words[a.doc.nodes.length]!;
  const members = membersOf(group, a);
  const chain = new CommonAncestor(a, group.parent);
  const groupShare = ratio(wordsIn(a, group.parent), total);
  let last = -1;
  a.blocks.forEach((block, i) => {
    while (last + 1 < members.length && members[last + 1]! <= block.first) last++;
    const member = members[last] ?? -1;
    if (member >= 0 && block.first < a.ends[member]!) {
      inside[i] = 1;
      order[i] = clamp(s.order[member]!);
      place[i] = ratio(a.words[block.first]! - a.words[member]!, wordsIn(a, member));
    }
    levels[i] = clamp(chain.distance(block.element));
    common[i] = ratio(wordsIn(a, chain.ancestor(block.element)), total);
    side[i] = block.first < group.parent ? -1 : block.first >= a.ends[group.parent]! ? 1 : 0;
    share[i] = groupShare;
    count[i] = clamp(members.length);
  });
}

/** Indexes of the members of a group, ascending. */
function membersOf(group: SiblingGroup, a: Annotation): number[] {
  const members: number[] = [];
  const end = a.ends[group.parent]!;
  for (let i = group.parent + 1; i < end; i = a.ends[i]!)
    if (a.signature[i] === group.signature && wordsIn(a, i) > 0 && a.doc.nodes[i]!.kind === ELEMENT)
      members.push(i);
  return members;
}
