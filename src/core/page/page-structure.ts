import { numberAlike } from '../hash-table.ts';
import { ELEMENT } from '../html/tree.ts';
import { float64s, int32s } from '../zeroed.ts';
import type { Annotation } from './annotation.ts';
import { HASH_SEED, mix } from './word-scan.ts';

/** Relations between elements that several feature groups read; by node index unless told otherwise. */
export interface PageStructure {
  /** Nearest ancestor that holds more words than the element itself; -1 above the body. */
  readonly wider: Int32Array;
  /** Number of siblings with the same tag and classes, itself included (elements with words only). */
  readonly repeats: Int32Array;
  /** Nearest element up the tree, itself included, that has two such siblings or more; -1 for none. */
  readonly repeated: Int32Array;
  /** Hash of the signatures from the root to the element. */
  readonly path: Int32Array;
  /** By block: number of its template position (`path` of its element), from 0. */
  readonly positions: Int32Array;
  /** The element that holds most prose for its links. */
  readonly candidate: number;
  /** The repeated siblings with most words: a grid of cards, a list of results. */
  readonly widest: SiblingGroup;
  /** The repeated siblings with most prose: posts, answers, sections. */
  readonly wordiest: SiblingGroup;
}

/** Siblings of one kind. */
export interface SiblingGroup {
  /** Their parent; -1 when a page repeats nothing. */
  readonly parent: number;
  /** How many they are. */
  readonly members: number;
}

/** Words below an element. */
export function wordsIn(a: Annotation, index: number): number {
  return a.words[a.ends[index]!]! - a.words[index]!;
}

/** Sum of a prefix-summed column over an element's subtree. */
export function sumIn(a: Annotation, column: Int32Array, index: number): number {
  return column[a.ends[index]!]! - column[index]!;
}

/** Relates the elements of an annotated page in passes over the nodes. */
export function relateElements(a: Annotation): PageStructure {
  const n = a.doc.nodes.length;
  const wider = int32s(n).fill(-1);
  const path = int32s(n);
  const { repeats, widest, wordiest } = countRepeats(a);
  const repeated = int32s(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const parent = a.parents[i]!;
    if (a.doc.nodes[i]!.kind !== ELEMENT || a.unrendered[i] === 1) continue;
    path[i] = mix(mix(parent < 0 ? HASH_SEED : path[parent]!, a.signature[i]!), 3);
    if (parent < 0) continue;
    wider[i] = wordsIn(a, parent) > wordsIn(a, i) ? parent : wider[parent]!;
    repeated[i] = repeats[i]! >= 3 ? i : repeated[parent]!;
  }
  const positions = numberAlike(a.blocks.map(({ element }) => path[element]!));
  return { wider, repeats, repeated, path, positions, candidate: findCandidate(a), widest, wordiest };
}

type Repeats = Pick<PageStructure, 'repeats' | 'widest' | 'wordiest'>;

/** Counts siblings of equal signature with an open-addressing table over (parent, signature). */
function countRepeats(a: Annotation): Repeats {
  const { nodes } = a.doc;
  const repeats = int32s(nodes.length);
  const members = elementsWithWords(a);
  let size = 64;
  while (size < members.length * 2) size *= 2;
  const parents = int32s(size).fill(-1);
  const signatures = int32s(size);
  const counts = int32s(size);
  const words = int32s(size);
  const prose = int32s(size);
  /** By member. */
  const slots = int32s(members.length);
  for (let k = 0; k < members.length; k++) {
    const i = members[k]!;
    const parent = a.parents[i]!;
    const key = a.signature[i]!;
    let at = (mix(mix(HASH_SEED, parent), key) >>> 0) & (size - 1);
    while (parents[at] !== -1 && (parents[at] !== parent || signatures[at] !== key))
      at = (at + 1) & (size - 1);
    parents[at] = parent;
    signatures[at] = key;
    counts[at]!++;
    words[at]! += wordsIn(a, i);
    prose[at]! += sumIn(a, a.proseWords, i);
    slots[k] = at;
  }
  for (let k = 0; k < members.length; k++) repeats[members[k]!] = counts[slots[k]!]!;
  const group = (sums: Int32Array): SiblingGroup => {
    const best = largestGroup(slots, counts, sums);
    return { parent: best < 0 ? -1 : parents[best]!, members: best < 0 ? 0 : counts[best]! };
  };
  return { repeats, widest: group(words), wordiest: group(prose) };
}

/** Rendered elements that hold words, but for the root. */
function elementsWithWords(a: Annotation): readonly number[] {
  const { nodes } = a.doc;
  const found: number[] = [];
  for (let i = 1; i < nodes.length; i++) {
    if (a.unrendered[i] === 0 && wordsIn(a, i) > 0 && nodes[i]!.kind === ELEMENT) found.push(i);
  }
  return found;
}

/** A group counts by its words and, up to this many, its members: three halves of a page are no list. */
const MAX_GROUP_FACTOR = 12;

/** Slot of the group that weighs most; the first one on the page among equals, -1 for none. */
function largestGroup(slots: Int32Array, counts: Int32Array, sums: Int32Array): number {
  let best = -1;
  let most = 0;
  for (const at of slots) {
    if (counts[at]! < 3) continue;
    const weight = sums[at]! * Math.min(counts[at]!, MAX_GROUP_FACTOR);
    if (weight > most) {
      most = weight;
      best = at;
    }
  }
  return best;
}

/**
 * The container with the most prose, as Readability finds it: each prose block gives its parent the whole of
 * its score and the levels above it less and less; links take from the sum.
 */
function findCandidate(a: Annotation): number {
  const scores = float64s(a.doc.nodes.length);
  for (const block of a.blocks) {
    const { words, punctuation } = block.count;
    if (words < 8 || block.linkWords * 2 > words) continue;
    const score = 4 + punctuation * 4 + Math.min(words, 80);
    let share = score;
    let up = a.doc.nodes[block.element]!.parent;
    for (let level = 0; up && level < 3; level++) {
      scores[up.index]! += share;
      share = share >> 1;
      up = up.parent;
    }
  }
  let best = a.doc.body ? a.doc.body.index : 0;
  let bestScore = 0;
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! <= bestScore) continue;
    const words = wordsIn(a, i);
    const score = scores[i]! * (words - sumIn(a, a.linkWords, i));
    if (score > bestScore * words) {
      bestScore = score / words;
      best = i;
    }
  }
  return best;
}

/** Depth of the nearest common ancestor of a fixed element and any other, by bisection over its ancestors. */
export class CommonAncestor {
  readonly #chain: number[] = [];
  readonly #a: Annotation;

  /** `most`: levels that are looked at; what lies above them has no common ancestor. */
  constructor(a: Annotation, index: number, most = Number.POSITIVE_INFINITY) {
    this.#a = a;
    let node = index >= 0 ? a.doc.nodes[index]! : null;
    for (; node && this.#chain.length < most; node = node.parent) this.#chain.push(node.index);
  }

  /** Levels from the fixed element up to the common ancestor; the deeper chain's length when there is none. */
  distance(index: number): number {
    // Asked eight times for each block: a closure for each would take a hundredth of a conversion.
    let low = 0;
    let high = this.#chain.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#chain[middle]!;
      if (at <= index && index < this.#a.ends[at]!) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Node index of the common ancestor at such a distance; 0 when there is none. */
  at(distance: number): number {
    return this.#chain[distance] ?? 0;
  }
}
