import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { ROLE } from '../../../page/roles.ts';
import { isTab } from '../../../units/tabs.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a short part, and of one with a formula, which is half signs. */
const MAX_WORDS = 30;
const MAX_FORMULA_WORDS = 120;
/** Fewest words of a sentence beside its buttons. */
const MIN_SENTENCE_WORDS = 8;
/** Blocks on either side of a button that may be of its sentence. */
const REACH = 8;
/** Share of what keeps a block that keeps a short part of words, and one of lists, terms and code, however long. */
const LEAST = 1 / 2;
const LEAST_OF_LISTS = 1 / 4;
const LISTS = new Set(['ul', 'ol', 'dl', 'pre']);
/**
 * What is asked at most, in 1/4096: a page of nothing but sure prose asks for nearly certainty of all that it keeps. Posts and
 * cards ask for all of it: what their template repeats ("2 likes") stands between two texts as well.
 */
const MOST_ASKED = 2048;
/** Tenths of its words that are links at most. */
const LINKED_TENTHS = 1;
/** Elements from the text on either side up to the container that holds the part as well. */
const MAX_HEIGHT = 4;
/** Most lines of signs without words: the `* * *` between two scenes. */
const MAX_WORDLESS = 3;
/** Elements from a text up to the tab whose name it is: a tab is a button to readers, and names what stays. */
const MAX_TAB_HEIGHT = 4;
/** What draws formulas, by its tag and its classes (KaTeX, MathJax). */
const FORMULA_TAGS = new Set(['math', 'mjx-container']);

/**
 * A short part between two texts that stay in one container stays with them: a label, a value, a line of signs, a formula. So do
 * lists, terms and code of any length. What a reader presses is none, but within a sentence, nor is what leads elsewhere. Changes `keep`.
 */
export function keepBetween(page: ScoredPage, keep: Uint8Array): void {
  for (let from = 1; from < keep.length; from++) {
    if (keep[from] !== 0 || keep[from - 1] !== 1) continue;
    let to = from;
    while (to < keep.length && keep[to] === 0) to++;
    const container = keep[to] === 1 ? containerOf(page.a, from - 1, to) : -1;
    if (container >= 0 && (isInSentence(page, from, to) || isPart(page, from, to, container)))
      keep.fill(1, from, to);
    from = to;
  }
}

/** Whether a part is a word of a sentence that a reader may press, for what it means or where it comes from. */
function isInSentence({ a, pruned }: ScoredPage, from: number, to: number): boolean {
  const { element } = a.blocks[from - 1]!;
  if (element !== a.blocks[to]!.element) return false;
  const sentence = a.blocks
    .slice(Math.max(0, from - REACH), to + REACH)
    .filter((block) => block.element === element);
  if (sentence.reduce((sum, { count }) => sum + count.words, 0) < MIN_SENTENCE_WORDS) return false;
  const part = a.blocks.slice(from, to);
  return part.every(({ first, context }) => (context & CONTEXT.button) !== 0 && pruned[first] !== 1);
}

function isPart(page: ScoredPage, from: number, to: number, container: number): boolean {
  const { a, s, probabilities, threshold, pruned } = page;
  let [words, linked, mass] = [0, 0, 0];
  for (let b = from; b < to; b++) {
    const { first, context, count, linkWords } = a.blocks[b]!;
    const isPressed = (context & CONTEXT.button) !== 0;
    const isTabs = (isPressed || linkWords > 0) && isInTab(a, b);
    if (pruned[first] === 1 || (isPressed && !isTabs)) return false;
    words += count.words;
    if (!isTabs && !givesFile(a, b)) linked += linkWords;
    mass += count.words * probabilities[b]!;
  }
  if (linked * 10 > words * LINKED_TENTHS) return false;
  if (words === 0) return to - from <= MAX_WORDLESS;
  if (words <= MAX_FORMULA_WORDS && holdsFormula(a, from, to)) return true;
  const asked = s.repeated[container]! < 0 ? Math.min(threshold, MOST_ASKED) : threshold;
  if (areLists(a, from, to, container)) return mass >= words * asked * LEAST_OF_LISTS;
  return words <= MAX_WORDS && mass >= words * asked * LEAST;
}

/** Whether all blocks of a part stand in lists, terms or code below the container. */
function areLists(a: Annotation, from: number, to: number, container: number): boolean {
  return a.blocks.slice(from, to).every(({ element }) => {
    const found = nearest(a.doc.nodes[element]!, ({ tag, index }) => LISTS.has(tag) || index === container);
    return found !== null && found.index !== container;
  });
}

/** Whether a link of a block gives a file. */
function givesFile({ doc, blocks }: Annotation, block: number): boolean {
  const { first, end } = blocks[block]!;
  return doc.nodes
    .slice(first, end)
    .some(({ parent }) => parent?.tag === 'a' && attr(parent, 'download') !== null);
}

function isInTab(a: Annotation, block: number): boolean {
  const isLabel = (node: HtmlNode): boolean => isTab(node) || a.roles.has(node, ROLE.tabLabels);
  return nearest(a.doc.nodes[a.blocks[block]!.first]!.parent, isLabel, MAX_TAB_HEIGHT) !== null;
}

function holdsFormula(a: Annotation, from: number, to: number): boolean {
  const between = a.doc.nodes.slice(a.blocks[from - 1]!.end, a.blocks[to]!.first);
  return between.some((node) => FORMULA_TAGS.has(node.tag) || a.roles.has(node, ROLE.drawnFormula));
}

/** The container not far around the blocks on both sides that holds them and the part; -1 without one. */
function containerOf(a: Annotation, before: number, after: number): number {
  const { first } = a.blocks[after]!;
  let container = a.blocks[before]!.element;
  let height = 0;
  while (container >= 0 && first >= a.ends[container]! && height++ < MAX_HEIGHT)
    container = a.parents[container]!;
  if (container < 0 || first >= a.ends[container]!) return -1;
  let node = a.blocks[after]!.element;
  for (height = 0; node > container && height++ < MAX_HEIGHT; ) node = a.parents[node]!;
  return node === container ? container : -1;
}
