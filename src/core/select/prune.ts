import type { RemovalStep } from '../../contract/removal-steps.ts';
import { ELEMENT, type HtmlNode, nodesOf } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { keptBlocks, sumsOver } from '../page/block-range.ts';
import { CONTEXT, MEDIA, UNSEEN } from '../page/element-kind.ts';
import { isLogo, isPicture } from '../units/figure.ts';
import { int32s, uint8s } from '../zeroed.ts';

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

/** Number of each step in `Selection.removedBy`. */
export const STEP = Object.fromEntries(STEPS.map((step, at) => [step, at + 1])) as Readonly<
  Record<Step, number>
>;

/** In `keep`, beside 0 and 1: the block goes because what stays says the same already. */
export const COPY = 2;

/** Marks the blocks of a range that stay as copies. */
export function markCopies(keep: Uint8Array, from: number, to: number): void {
  for (let b = from; b < to; b++) if (keep[b] === 1) keep[b] = COPY;
}

/** Most nodes of a box around a player and what is said to readers without it. */
const MAX_EMBED_NODES = 40;
/** Most words that are said there. */
const MAX_EMBED_WORDS = 30;
const SEEN = new Set([...MEDIA, 'input', 'hr']);

/**
 * Turns kept blocks (1 in `keep`) into removals of the largest subtrees that hold nothing kept. What has no text follows the
 * blocks around it; a rule parts what stays from what stays. `removedBy` may already hold removals; their subtrees are left
 * alone. `revealed` gets the hidden and `<noscript>` elements that hold kept blocks. `allMedia`: what has no text stays
 * wherever it is.
 */
export function prune(
  a: Annotation,
  keep: ArrayLike<number>,
  removedBy: Uint8Array,
  revealed: Uint8Array,
  allMedia = false,
): void {
  const { nodes, body } = a.doc;
  const pruner = new Pruner(a, keep);
  for (let i = (body?.index ?? 0) + 1; i < (body?.end ?? nodes.length); i++) {
    const node = nodes[i]!;
    if (removedBy[i] !== 0) i = node.end - 1;
    else if (node.kind !== ELEMENT) removedBy[i] = pruner.stepOfText(i);
    else if (pruner.isEmbed(node)) {
      for (const { index } of a.doc.elements.within(node, 'noscript')) removedBy[index] = STEP.hidden;
      i = node.end - 1;
    } else if (pruner.hasText(node)) {
      const step = pruner.stepOf(node);
      removedBy[i] = step;
      if (step !== 0) i = node.end - 1;
      else if ((a.context[i]! & UNSEEN) !== 0) revealed[i] = 1;
    } else if (SEEN.has(node.tag) || node.end > i + 1) {
      if (!allMedia && !pruner.keepsMedia(node)) removedBy[i] = STEP.media;
      i = node.end - 1;
    }
  }
}

/** Tells of each part of a page, in document order, the step that drops it; 0 for what stays, or holds what stays. */
class Pruner {
  readonly #a: Annotation;
  readonly #keep: ArrayLike<number>;
  /** Prefix sums over blocks: those that stay, copies, and how many more words stay than go, copies apart. */
  readonly #kept: Int32Array;
  readonly #copies: Int32Array;
  readonly #words: Int32Array;
  /** Index of the first text node with content at or after each node. */
  readonly #next: Int32Array;
  /** 1 for small elements that hold something for readers without scripts. */
  readonly #holdsNoscript: Uint8Array;
  /** Blocks that stay ahead of the last rule. */
  #keptAtRule = 0;

  constructor(a: Annotation, keep: ArrayLike<number>) {
    this.#a = a;
    this.#keep = keep;
    this.#kept = keptBlocks(keep);
    this.#copies = sumsOver(keep, (mark) => (mark === COPY ? 1 : 0));
    this.#words = sumsOver(keep, (mark, b) => {
      const words = Math.max(1, a.blocks[b]!.count.words);
      return mark === COPY ? 0 : mark === 1 ? words : -words;
    });
    const size = a.doc.nodes.length;
    this.#next = int32s(size + 1).fill(size);
    for (let i = size - 1; i >= 0; i--) this.#next[i] = a.blockOf[i]! >= 0 ? i : this.#next[i + 1]!;
    this.#holdsNoscript = uint8s(size);
    for (const noscript of a.doc.elements.tagged('noscript'))
      for (let up = noscript.parent; up !== null && up.end - up.index <= MAX_EMBED_NODES; up = up.parent)
        this.#holdsNoscript[up.index] = 1;
  }

  hasText({ index, end }: HtmlNode): boolean {
    return this.#next[index]! < end;
  }

  stepOfText(index: number): number {
    const { context, blockOf, seen } = this.#a;
    const block = blockOf[index]!;
    const bits = context[index]!;
    const isShown = block < 0 || (bits & CONTEXT.hidden) === 0 || seen()[block] === 0;
    if (!isShown) return STEP.hidden;
    return block >= 0 && this.#keep[block] !== 1 ? this.#stepOfBlocks(bits, block, block + 1) : 0;
  }

  /** Of an element with text. */
  stepOf({ index, end }: HtmlNode): number {
    const { context, blockOf, blockStarts } = this.#a;
    // The first text may belong to a block that began before this element.
    const from = blockOf[this.#next[index]!]!;
    const to = Math.max(from + 1, blockStarts[end]!);
    return this.#kept[to]! > this.#kept[from]! ? 0 : this.#stepOfBlocks(context[index]!, from, to);
  }

  #stepOfBlocks(bits: number, from: number, to: number): number {
    if ((bits & UNSEEN) !== 0) return STEP.hidden;
    return this.#copies[to]! - this.#copies[from]! === to - from ? STEP.copy : STEP.model;
  }

  /** Whether a small element stays, within which all text is for readers without the media beside it. */
  isEmbed(node: HtmlNode): boolean {
    const { blocks, blockOf, blockStarts, context, doc } = this.#a;
    if (this.#holdsNoscript[node.index] === 0) return false;
    if ((context[node.index]! & UNSEEN) !== 0 || !this.hasText(node)) return false;
    const from = blockOf[this.#next[node.index]!]!;
    const said = blocks.slice(from, blockStarts[node.end]!);
    if (said.some((block) => (block.context & CONTEXT.noscript) === 0)) return false;
    // More than a word to those without scripts is content, where it was kept.
    const words = said.reduce((sum, { count }) => sum + count.words, 0);
    if (words > MAX_EMBED_WORDS && this.stepOf(node) === 0) return false;
    return doc.elements.hasWithin(node, 'script', 'iframe', 'video') && this.keepsMedia(node);
  }

  /** Whether an element without text stays; a rule does between what stays, the first of several. */
  keepsMedia(node: HtmlNode): boolean {
    if (!this.#isWithKept(node)) return false;
    if (!this.#isRule(node)) return true;
    const before = this.#kept[this.#a.blockStarts[node.index]!]!;
    const isBetween = before > this.#keptAtRule && before < this.#kept[this.#a.blocks.length]!;
    this.#keptAtRule = before;
    return isBetween;
  }

  /**
   * Media inside the text of a block stay with it; others between kept blocks, or beside one within a parent whose blocks,
   * copies apart, mostly stay. So do pictures whose words do: a bar of buttons below a post is many blocks.
   */
  #isWithKept(node: HtmlNode): boolean {
    const a = this.#a;
    const at = a.blockStarts[node.index]!;
    const before = this.#keep[at - 1] === 1;
    if (at > 0 && node.index < a.blocks[at - 1]!.end) return before;
    const after = this.#keep[a.blockStarts[node.end]!] === 1;
    if (before && after) return true;
    if (!before && !after) return false;
    const parent = node.parent!;
    // The first text may belong to a block that began before the parent.
    const from = this.hasText(parent) ? a.blockOf[this.#next[parent.index]!]! : a.blockStarts[parent.index]!;
    const to = a.blockStarts[parent.end]!;
    const between = (sums: Int32Array): number => sums[to]! - sums[from]!;
    if (2 * between(this.#kept) + between(this.#copies) > to - from) return true;
    return between(this.#words) > 0 && showsPictures(a, node);
  }

  /** Whether an element without text is a rule, or holds nothing else to see. */
  #isRule(node: HtmlNode): boolean {
    const { nodes } = this.#a.doc;
    let isRule = false;
    for (let i = node.index; i < node.end; i++) {
      const { tag } = nodes[i]!;
      if (tag === 'hr') isRule = true;
      else if (SEEN.has(tag)) return false;
    }
    return isRule;
  }
}

/** Whether an element holds pictures, and none of them is an icon, a portrait or a logo. */
function showsPictures(a: Annotation, node: HtmlNode): boolean {
  const pictures = nodesOf(a.doc, node).filter(({ tag }) => tag === 'img');
  return pictures.length > 0 && pictures.every((node) => isPicture(a, node) && !isLogo(node));
}
