import type { Annotation } from '../../page/annotate.ts';
import { blockRange } from '../../page/block-range.ts';
import { type PageStructure, wordsIn } from '../../page/page-structure.ts';

/** Fewest repeated elements of one template position that mostly stay: a thread, a list of cards. */
const MIN_MEMBERS = 3;
/** Fewest kept words of what mostly stays. */
const MIN_WORDS = 8;

/** Repeated elements of which something stays, where several of their template position mostly stay. */
export function membersThatStay(a: Annotation, s: PageStructure, kept: Int32Array): ReadonlySet<number> {
  const members = new Set<number>();
  const lists = new Map<number, number>();
  for (let i = 0; i < s.repeated.length; i++) {
    if (s.repeated[i] !== i) continue;
    const [from, to] = blockRange(a, i);
    const words = kept[to]! - kept[from]!;
    if (words > 0) members.add(i);
    if (isMost(words, wordsIn(a, i))) lists.set(s.path[i]!, (lists.get(s.path[i]!) ?? 0) + 1);
  }
  for (const member of members) if ((lists.get(s.path[member]!) ?? 0) < MIN_MEMBERS) members.delete(member);
  return members;
}

/** Whether so many kept words of all words are most of them, and enough to tell. */
export function isMost(kept: number, words: number): boolean {
  return kept >= MIN_WORDS && kept * 2 >= words;
}
