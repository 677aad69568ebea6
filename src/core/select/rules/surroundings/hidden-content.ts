import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotate.ts';
import { blocksWithin, keptMass, keptWords, textBetween } from '../../../page/block-range.ts';
import { BLOCK, CONTEXT, PRUNED, UNSEEN } from '../../../page/element-kind.ts';
import { type PageStructure, sumIn, wordsIn } from '../../../page/page-structure.ts';
import { isCell } from '../../../page/plain-rows.ts';
import { hidesItself } from '../../../page/visibility/hidden-element.ts';
import { controlledIds, mayBeDisclosed } from '../../../units/disclosure.ts';
import { uint8s } from '../../../zeroed.ts';
import { CERTAIN } from '../../forest/probability.ts';
import type { PageReading } from '../scored-page.ts';

/** What is hidden and holds a quarter of the words, or more, is the page before its scripts ran. */
const PARTS_OF_PAGE = 4;
/** Fewest hidden parts of one template position that are shown in turn. */
const MIN_PARTS = 2;
/** Fifths of certainty that their words come to in the mean when they are content. */
const SURE_FIFTHS = 4;

/** How a question ends, in any script. */
const QUESTION_END = /[?？؟]$/;

/** An element that is not shown and of which something was kept. */
interface UnseenPart {
  readonly index: number;
  /** Kept words. */
  readonly words: number;
  /** Their probabilities, summed. */
  readonly mass: number;
}

/**
 * Drops hidden blocks that were kept, unless scripts uncover them: they sit in a tab or an accordion, they are parts of
 * one kind that the model is sure of (slides, the rest of a gallery), the answer to a question right above that stays, or
 * a good part (a quarter of the words) of everything kept, as on pages that stay hidden until scripts ran. Formulas beside
 * the picture that shows them stay as well. What else is hidden or for readers without scripts beside shown text was never
 * meant to be read. Changes `keep`.
 */
export function dropHidden(page: PageReading, keep: Uint8Array): void {
  const { a, s } = page;
  const total = keptWords(a, keep)[keep.length]!;
  const isGoodPart = (words: number): boolean => words * PARTS_OF_PAGE >= total;
  const parts = unseenParts(page, isGoodPart, keep);
  if (parts.length === 0) return;
  const inTurn = partsInTurn(a, s, parts);
  for (const { index, words } of parts) {
    const stays =
      isGoodPart(words) ||
      inTurn.has(s.path[index]!) ||
      mayBeDisclosed(a, a.doc.nodes[index]!) ||
      isAnswer(a, index, keep);
    if (!stays) clearUnseen(a, index, keep);
  }
}

/**
 * Nodes where no step brings anything back: in navigation, dialogs and footers, and in what is hidden, but for hidden
 * elements of which something stays. What is hidden inside those stays pruned. A block that begins with a hidden mark and goes on
 * in what all see is not pruned.
 */
export function prunedNodes(a: Annotation, keep: Uint8Array): Uint8Array {
  const { nodes } = a.doc;
  const pruned = uint8s(nodes.length);
  for (let index = 0; index < nodes.length; index++)
    if ((a.context[index]! & PRUNED) !== 0) pruned[index] = 1;
  for (let index = 0; index < nodes.length; index++) {
    if ((a.context[index]! & CONTEXT.hidden) === 0) continue;
    const { end } = nodes[index]!;
    const shown = a.blocks[blocksWithin(a, index)[1]];
    if (shown !== undefined && shown.first >= index && shown.first < end) {
      if ((a.context[shown.first]! & PRUNED) === CONTEXT.hidden) pruned[shown.first] = 0;
    }
    if (unseenWithin(a, index).some((block) => keep[block] === 1)) {
      for (let i = index; i < end; i++) {
        if (i > index && hidesItself(nodes[i]!)) i = nodes[i]!.end - 1;
        else if ((a.context[i]! & PRUNED) === CONTEXT.hidden) pruned[i] = 0;
      }
    }
    index = end - 1;
  }
  return pruned;
}

/**
 * What a reader of the whole page sees, or opens: 1 for blocks that are shown, 0 for all others. Tabs, accordions, what a
 * control opens, and pages that stay hidden until scripts ran are shown; what is hidden again inside those is not, unless
 * it opens as well. Menus and dialogs that are hidden say again what the page says, or what it says when asked.
 */
export function shownBlocks(a: Annotation): Uint8Array {
  const { nodes } = a.doc;
  const shown = uint8s(a.blocks.length).fill(1);
  /** End of the hidden element around the node that is shown all the same. */
  let uncoveredTo = 0;
  for (let index = 0; index < nodes.length; index++) {
    if (!isUnseenItself(a, index)) continue;
    const isOutermost = index >= uncoveredTo;
    const isMuch = wordsIn(a, index) * PARTS_OF_PAGE >= a.words[nodes.length]!;
    if ((isOutermost && isMuch) || opens(a, index)) {
      if (isOutermost) uncoveredTo = nodes[index]!.end;
      continue;
    }
    if (!isFormula(nodes[index]!)) clearUnseen(a, index, shown);
    index = nodes[index]!.end - 1;
  }
  return shown;
}

/** Blocks of an unseen element, but for those that are visible all the same. */
function unseenWithin(a: Annotation, index: number): number[] {
  const [from, to] = blocksWithin(a, index);
  const unseen: number[] = [];
  for (let block = from; block < to; block++)
    if ((a.blocks[block]!.context & UNSEEN) !== 0) unseen.push(block);
  return unseen;
}

function clearUnseen(a: Annotation, index: number, flags: Uint8Array): void {
  for (const block of unseenWithin(a, index)) flags[block] = 0;
}

/** Whether an element is hidden by itself or for readers without scripts alone. */
function isUnseenItself(a: Annotation, index: number): boolean {
  const node = a.doc.nodes[index]!;
  return (a.context[index]! & UNSEEN) !== 0 && (node.tag === 'noscript' || hidesItself(node));
}

/** Whether a hidden element opens on a click: a tab, an accordion, what a control names; menus and dialogs are none. */
function opens(a: Annotation, index: number): boolean {
  if ((a.context[index]! & (CONTEXT.navigation | CONTEXT.dialog | CONTEXT.noscript)) !== 0) return false;
  const node = a.doc.nodes[index]!;
  const isMenu = sumIn(a, a.linkWords, index) * 2 > wordsIn(a, index);
  return !isMenu && (mayBeDisclosed(a, node) || controlledIds(a).has(attr(node, 'id') ?? ''));
}

/** A hidden element around nothing but MathML: for screen readers, beside a picture of the formula (MediaWiki). */
function isFormula({ first }: HtmlNode): boolean {
  return first !== null && first.tag === 'math' && first.next === null;
}

/** Outermost parts; inside one that is a good part of the page those that are hidden once more. */
function unseenParts(
  { a, probabilities }: PageReading,
  isGoodPart: (words: number) => boolean,
  keep: Uint8Array,
): UnseenPart[] {
  const { nodes } = a.doc;
  const parts: UnseenPart[] = [];
  let pageEnd = 0;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if ((a.context[index]! & UNSEEN) === 0 || (index < pageEnd && !hidesItself(node))) continue;
    const range = blocksWithin(a, index);
    if (!isFormula(node) && keep.subarray(...range).includes(1)) {
      const part = { index, ...keptMass(a, probabilities, keep, range) };
      parts.push(part);
      if (index >= pageEnd && isGoodPart(part.words)) {
        pageEnd = node.end;
        continue;
      }
    }
    index = node.end - 1;
  }
  return parts;
}

/** Template positions (path of tags and classes) of hidden boxes that are shown one after the other. */
function partsInTurn(a: Annotation, s: PageStructure, parts: readonly UnseenPart[]): ReadonlySet<number> {
  const sums = new Map<number, { parts: number; words: number; mass: number }>();
  for (const { index, words, mass } of parts) {
    if (!isContainer(a, index)) continue;
    const sum = sums.get(s.path[index]!) ?? { parts: 0, words: 0, mass: 0 };
    sum.parts++;
    sum.words += words;
    sum.mass += mass;
    sums.set(s.path[index]!, sum);
  }
  const found = new Set<number>();
  for (const [path, sum] of sums)
    if (sum.parts >= MIN_PARTS && sum.mass * 5 > CERTAIN * SURE_FIFTHS * sum.words) found.add(path);
  return found;
}

/** Whether a hidden element is a box, and none for readers without scripts. Hidden cells are a column that nobody sees. */
function isContainer(a: Annotation, index: number): boolean {
  const { tag } = a.doc.nodes[index]!;
  return BLOCK.has(tag) && !isCell(tag) && (a.context[index]! & CONTEXT.noscript) === 0;
}

/** Whether a question that stays stands right above a hidden element, beside it. */
function isAnswer(a: Annotation, index: number, keep: Uint8Array): boolean {
  const above = a.blockStarts[index]! - 1;
  if (above < 0 || keep[above] !== 1 || !isContainer(a, index)) return false;
  const { first, end } = a.blocks[above]!;
  const { parent } = a.doc.nodes[index]!;
  if (parent === null || first <= parent.index) return false;
  return QUESTION_END.test(textBetween(a, first, end).trimEnd().slice(-3));
}
