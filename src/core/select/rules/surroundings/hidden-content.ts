import { addTo } from '../../../add-to.ts';
import { attr, nearest } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blocksWithin, keptMass, keptWords, textBetween } from '../../../page/block-range.ts';
import { BLOCK, CONTEXT, PRUNED, UNSEEN } from '../../../page/element-kind.ts';
import { sumIn, wordsIn } from '../../../page/page-structure.ts';
import { hidesItself } from '../../../page/visibility/hidden-element.ts';
import { controlledIds, mayBeDisclosed } from '../../../units/disclosure.ts';
import { wordSet } from '../../../word-set.ts';
import { uint8s } from '../../../zeroed.ts';
import { CERTAIN } from '../../forest/probability.ts';
import type { PageReading } from '../scored-page.ts';

/** Of a page before its scripts ran an eighth of the words is shown at most; a quarter, or more, is in one hidden box. */
const PARTS_SHOWN = 8;
const PARTS_OF_PAGE = 4;
/** Fewest hidden parts of one kind side by side that are shown in turn, and fewest hidden answers. */
const MIN_PARTS = 3;
const MIN_ANSWERS = 2;
/** Fifths of certainty that their words come to in the mean when they are content. */
const SURE_FIFTHS = 4;

/** How a question ends, in any script. */
const QUESTION_END = /[?？؟]$/;

/** Parts of a text that are no boxes: paragraphs, items, headings, rows and cells. */
const LINES = wordSet('p li dt dd tr td th h1 h2 h3 h4 h5 h6');

/** An element, and its words. */
interface Part {
  readonly index: number;
  readonly words: number;
}

/** An element that is not shown and of which something was kept; its words are those kept. */
interface UnseenPart extends Part {
  /** Their probabilities, summed. */
  readonly mass: number;
}

/**
 * Drops hidden blocks that were kept, unless there is a sign that readers come to see them: a control opens them, they answer
 * one of several questions, they are boxes of one kind side by side that the model is sure of (slides, the rest of a gallery),
 * or next to nothing of the page is shown before its scripts ran. Once these have run, controls and questions alone are
 * signs. Changes `keep`.
 */
export function dropHidden(page: PageReading, keep: Uint8Array): void {
  const { a } = page;
  const isPage = pageBeforeScripts(a, keep);
  const parts = unseenParts(page, isPage, keep);
  if (parts.length === 0) return;
  const inTurn = partsInTurn(page, parts, keep);
  for (const part of parts)
    if (!isPage(part) && !inTurn.has(part) && !hasControl(a, part.index)) clearUnseen(a, part.index, keep);
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
  const isPage = pageBeforeScripts(
    a,
    shown.map((_, b) => ((a.blocks[b]!.context & PRUNED & ~CONTEXT.hidden) === 0 ? 1 : 0)),
  );
  /** End of the hidden element around the node that is shown all the same. */
  let uncoveredTo = 0;
  for (let index = 0; index < nodes.length; index++) {
    if (!isUnseenItself(a, index)) continue;
    const isOutermost = index >= uncoveredTo;
    if ((isOutermost && isPage({ index, words: wordsIn(a, index) })) || opens(a, index)) {
      if (isOutermost) uncoveredTo = nodes[index]!.end;
      continue;
    }
    clearUnseen(a, index, shown);
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

/** What tells a box of a page before its scripts ran, by the blocks of the page that may stay. */
function pageBeforeScripts(a: Annotation, keep: Uint8Array): (part: Part) => boolean {
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  const total = kept[keep.length]!;
  let shown = total;
  for (let index = 0; index < nodes.length; index++) {
    if ((a.context[index]! & UNSEEN) === 0) continue;
    const [from, to] = blocksWithin(a, index);
    shown -= kept[to]! - kept[from]!;
    index = nodes[index]!.end - 1;
  }
  if (a.doc.scriptsRan || shown * PARTS_SHOWN > total) return () => false;
  return ({ index, words }) => words * PARTS_OF_PAGE >= total && !LINES.has(nodes[index]!.tag);
}

/** Whether a hidden element opens on a click, and is no menu or dialog. */
function opens(a: Annotation, index: number): boolean {
  if ((a.context[index]! & (CONTEXT.navigation | CONTEXT.dialog | CONTEXT.noscript)) !== 0) return false;
  return sumIn(a, a.linkWords, index) * 2 <= wordsIn(a, index) && hasControl(a, index);
}

/** Whether a hidden element is a tab or an accordion by its name, or a control names it, or unfolds what is below. */
function hasControl(a: Annotation, index: number): boolean {
  const node = a.doc.nodes[index]!;
  return mayBeDisclosed(a, node) || controlledIds(a).has(attr(node, 'id') ?? '') || isBelowExpander(a, index);
}

/** Outermost parts; inside a page before its scripts ran those that are hidden once more. */
function unseenParts(
  { a, probabilities }: PageReading,
  isPage: (part: Part) => boolean,
  keep: Uint8Array,
): UnseenPart[] {
  const { nodes } = a.doc;
  const parts: UnseenPart[] = [];
  let pageEnd = 0;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if ((a.context[index]! & UNSEEN) === 0 || (index < pageEnd && !hidesItself(node))) continue;
    const range = blocksWithin(a, index);
    if (keep.subarray(...range).includes(1)) {
      const part = { index, ...keptMass(a, probabilities, keep, range) };
      parts.push(part);
      if (index >= pageEnd && isPage(part)) {
        pageEnd = node.end;
        continue;
      }
    }
    index = node.end - 1;
  }
  return parts;
}

/** Hidden boxes that are shown one after the other, or below one of several questions. */
function partsInTurn(
  { a, s }: PageReading,
  parts: readonly UnseenPart[],
  keep: Uint8Array,
): ReadonlySet<UnseenPart> {
  const slides = new Map<string, UnseenPart[]>();
  const answers = new Map<number, UnseenPart[]>();
  for (const part of parts) {
    const node = a.doc.nodes[part.index]!;
    if (!BLOCK.has(node.tag) || (a.context[part.index]! & CONTEXT.noscript) !== 0) continue;
    const path = s.path[part.index]!;
    const isBox = !LINES.has(node.tag);
    if ((isBox || node.tag === 'dd') && isAnswer(a, part.index, keep)) addTo(answers, path, part);
    if (isBox && !a.doc.scriptsRan) addTo(slides, `${node.parent?.index} ${path}`, part);
  }
  const areSure = (some: readonly UnseenPart[]): boolean =>
    some.reduce((sum, { mass, words }) => sum + mass * 5 - CERTAIN * SURE_FIFTHS * words, 0) > 0;
  return new Set([
    ...[...slides.values()].filter((some) => some.length >= MIN_PARTS && areSure(some)).flat(),
    ...[...answers.values()].filter((some) => some.length >= MIN_ANSWERS).flat(),
  ]);
}

/** Whether a question that stays stands right above a hidden element, beside it. */
function isAnswer(a: Annotation, index: number, keep: Uint8Array): boolean {
  const above = blockAbove(a, index);
  return (
    above !== undefined &&
    keep[a.blockStarts[index]! - 1] === 1 &&
    QUESTION_END.test(textBetween(a, above.first, above.end).trimEnd().slice(-3))
  );
}

/** Whether what stands right above a hidden element, beside it, says that it unfolds something. */
function isBelowExpander(a: Annotation, index: number): boolean {
  const above = blockAbove(a, index);
  if (above === undefined) return false;
  const { parent } = a.doc.nodes[index]!;
  return (
    nearest(a.doc.nodes[above.first]!, (node) => node === parent || attr(node, 'aria-expanded') !== null) !==
    parent
  );
}

/** The block right above an element, beside it. */
function blockAbove(a: Annotation, index: number): Block | undefined {
  const above = a.blocks[a.blockStarts[index]! - 1];
  const { parent } = a.doc.nodes[index]!;
  return above !== undefined && parent !== null && above.first > parent.index ? above : undefined;
}
