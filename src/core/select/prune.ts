import type { RemovalStep } from '../../contract/removal-steps.ts';
import { ELEMENT } from '../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';
import { keptBlocks, sumsOver } from '../page/block-range.ts';
import { CONTEXT, MEDIA, UNSEEN } from '../page/element-kind.ts';
import { isLogo, isPicture } from '../units/figure.ts';
import { int32s } from '../zeroed.ts';

/** Steps of extraction that remove, in pipeline order; a removal names one of them. */
export const STEPS = [
  'unrendered',
  'excluded',
  'not included',
  'hidden',
  'model',
  'chrome',
  'partial',
  'copy',
  'advertisement',
  'furniture',
  'media',
] as const satisfies readonly RemovalStep[];
export type Step = (typeof STEPS)[number];

/** Number of a step in `Selection.removedBy`. */
export function stepNumber(step: Step): number {
  return STEPS.indexOf(step) + 1;
}

/** In `keep`, beside 0 and 1: the block goes because what stays says the same already. */
export const COPY = 2;

/** Marks the blocks of a range that stay as copies. */
export function markCopies(keep: Uint8Array, from: number, to: number): void {
  for (let b = from; b < to; b++) if (keep[b] === 1) keep[b] = COPY;
}

const SEEN = new Set([...MEDIA, 'input', 'hr']);

/**
 * Turns kept blocks (1 in `keep`) into removals of the largest subtrees that hold nothing kept. What has no text
 * follows the blocks around it; a rule parts what stays from what stays. `removedBy` may already hold removals; their subtrees are left alone. `revealed` gets
 * the hidden and `<noscript>` elements that hold kept blocks. `allMedia`: what has no text stays wherever it is.
 */
export function prune(
  a: Annotation,
  keep: ArrayLike<number>,
  removedBy: Uint8Array,
  revealed: Uint8Array,
  allMedia = false,
): void {
  const { nodes } = a.doc;
  const kept = keptBlocks(keep);
  const [hidden, model, copy] = [stepNumber('hidden'), stepNumber('model'), stepNumber('copy')];
  const copies = sumsOver(keep, (mark) => (mark === COPY ? 1 : 0));
  const balances = balancesOf(a, keep, kept);
  /** The step that drops the blocks of a range, none of which stays. */
  const stepOf = (bits: number, from: number, to: number): number => {
    if ((bits & UNSEEN) !== 0) return hidden;
    return copies[to]! - copies[from]! === to - from ? copy : model;
  };
  const next = nextTexts(a);
  let keptAtRule = 0;
  /** Whether blocks stay after a rule, and between it and the one before. */
  const parts = (index: number): boolean => {
    const before = kept[a.blockStarts[index]!]!;
    const isBetween = before > keptAtRule && before < kept[a.blocks.length]!;
    keptAtRule = before;
    return isBetween;
  };
  const body = a.doc.body ? a.doc.body.index : 0;
  for (let i = body + 1; i < (a.doc.body ? a.doc.body.end : nodes.length); i++) {
    const node = nodes[i]!;
    if (removedBy[i] !== 0) {
      i = node.end - 1;
      continue;
    }
    const bits = a.context[i]!;
    if (node.kind !== ELEMENT) {
      const block = a.blockOf[i]!;
      const shown = block < 0 || (bits & CONTEXT.hidden) === 0 || a.seen()[block] === 0;
      if (!shown) removedBy[i] = hidden;
      else if (block >= 0 && keep[block] !== 1) removedBy[i] = stepOf(bits, block, block + 1);
      continue;
    }
    const text = next[i]!;
    if (text < node.end) {
      // The first text may belong to a block that began before this element.
      const from = a.blockOf[text]!;
      const to = Math.max(from + 1, a.blockStarts[node.end]!);
      if (kept[to]! > kept[from]!) {
        if ((bits & UNSEEN) !== 0) revealed[i] = 1;
        continue;
      }
      removedBy[i] = stepOf(bits, from, to);
      i = node.end - 1;
    } else if (SEEN.has(node.tag) || node.end > i + 1) {
      const stays = allMedia || (keepsMedia(a, i, next, balances) && (!isRule(a, i) || parts(i)));
      if (!stays) removedBy[i] = stepNumber('media');
      i = node.end - 1;
    }
  }
}

/** Whether an element without text is a rule, or holds nothing else to see. */
function isRule(a: Annotation, index: number): boolean {
  const { nodes } = a.doc;
  let rules = 0;
  for (let i = index; i < nodes[index]!.end; i++) {
    if (nodes[i]!.tag === 'hr') rules++;
    else if (SEEN.has(nodes[i]!.tag)) return false;
  }
  return rules > 0;
}

/** Index of the first text node with content at or after each node. */
function nextTexts(a: Annotation): Int32Array {
  const next = int32s(a.doc.nodes.length + 1).fill(a.doc.nodes.length);
  for (let i = a.doc.nodes.length - 1; i >= 0; i--) next[i] = a.blockOf[i]! >= 0 ? i : next[i + 1]!;
  return next;
}

/** Prefix sums over blocks: those that stay, and how much more stays than goes, copies apart, in blocks and in words. */
interface Balances {
  readonly kept: Int32Array;
  readonly blocks: Int32Array;
  readonly words: Int32Array;
}

function balancesOf(a: Annotation, keep: ArrayLike<number>, kept: Int32Array): Balances {
  const signOf = (mark: number): number => (mark === COPY ? 0 : mark === 1 ? 1 : -1);
  const blocks = sumsOver(keep, signOf);
  const words = sumsOver(keep, (mark, b) => signOf(mark) * Math.max(1, a.blocks[b]!.count.words));
  return { kept, blocks, words };
}

/**
 * Media inside the text of a block stay with it; others between kept blocks, or beside one within a parent whose blocks,
 * copies apart, mostly stay. So do pictures whose words do: a bar of buttons below a post is many blocks.
 */
function keepsMedia(a: Annotation, index: number, next: Int32Array, balances: Balances): boolean {
  const { kept, blocks, words } = balances;
  const at = a.blockStarts[index]!;
  const before = at > 0 && kept[at]! > kept[at - 1]!;
  if (at > 0 && index < a.blocks[at - 1]!.end) return before;
  const after = at < a.blocks.length && kept[at + 1]! > kept[at]!;
  if (before && after) return true;
  if (!before && !after) return false;
  const parent = a.doc.nodes[index]!.parent!;
  // The first text may belong to a block that began before the parent.
  const text = next[parent.index]!;
  const from = text < parent.end ? a.blockOf[text]! : a.blockStarts[parent.index]!;
  const to = a.blockStarts[parent.end]!;
  return blocks[to]! > blocks[from]! || (words[to]! > words[from]! && showsPictures(a, index));
}

/** Whether an element holds pictures, and none of them is an icon, a portrait or a logo. */
function showsPictures(a: Annotation, index: number): boolean {
  const pictures = a.doc.nodes.slice(index, a.ends[index]!).filter(({ tag }) => tag === 'img');
  return pictures.length > 0 && pictures.every((node) => isPicture(a, node) && !isLogo(node));
}
