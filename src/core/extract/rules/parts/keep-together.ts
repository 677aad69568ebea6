import { inOrder } from '../../../html/element-index.ts';
import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptIn, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { targetsOf } from '../../page/control-targets.ts';
import { headingLevel } from '../../page/headings.ts';
import { sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of what is brought back whole: a title, a name, a source beside what it belongs to. */
const MAX_WORDS = 80;
/** Most words beside a quotation in a box that is its frame. */
const MAX_SOURCE_WORDS = 12;
/** Names of bars above code that name its file. */
const CODE_TITLE =
  /(?:^|[\s_-])(?:file-?(?:name|header)|code-?(?:block-)?(?:title|filename|caption))(?=\s|$)/i;
/** The same, and names of boxes whose title says what their text is: all classes of a page are gone through once. */
const TITLED =
  /admonition|callout|custom-block|markdown-alert|information-macro|(?:^|[\s_-])(?:file-?(?:name|header)|code-?(?:block-)?(?:title|filename|caption))(?=\s|$)/i;

/**
 * Keeps short parts with what they make no sense without: a term with its definition, a caption with the words of its
 * figure, the title of a callout, the name of a file with its code, the source of a quotation inside it or in a box of its own.
 * Changes `keep`.
 */
export function keepTogether({ a, s, barred }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const wordsKept = (node: HtmlNode): number => keptIn(a, kept, node.index);
  const add = (node: HtmlNode): void => {
    const [from, to] = blockRange(a, node.index);
    if (from === to || wordsIn(a, node.index) > MAX_WORDS) return;
    if (barred[a.blocks[from]!.first] === 0) keep.fill(1, from, to);
  };
  const titled = new ClassTest(a, TITLED).elements();
  const parts = a.doc.elements.tagged('dt', 'figcaption', 'blockquote');
  for (const node of inOrder([...parts, ...titled])) {
    if (node.tag === 'dt') {
      const definition = definitionOf(node);
      if (definition !== null && wordsKept(definition) > 0) add(node);
    } else if (node.tag === 'figcaption') {
      if (node.parent!.tag === 'figure' && wordsKept(node.parent!) > 0) add(node);
    } else if (node.tag === 'blockquote') {
      if (wordsKept(node) === 0 || wordsKept(node) * 2 < wordsIn(a, node.index)) continue;
      add(node);
      const box = s.wider[node.index]!;
      if (box >= 0 && wordsIn(a, box) - wordsIn(a, node.index) <= MAX_SOURCE_WORDS) add(a.doc.nodes[box]!);
    } else if (CODE_TITLE.test(attr(node, 'class') ?? '')) {
      const code = siblingElement(node, 'next');
      if (code !== null && wordsKept(code) > 0 && holdsCode(a, code)) add(node);
    } else if (wordsKept(node) > 0) add(node);
  }
}

/** Whether an element is a block of code or its frame. */
function holdsCode({ doc }: Annotation, node: HtmlNode): boolean {
  return (
    node.tag === 'pre' ||
    doc.elements.hasWithin(node, 'pre') ||
    /(?:^|\s)blob-wrapper(?=\s|$)/.test(attr(node, 'class') ?? '')
  );
}

function definitionOf(term: HtmlNode): HtmlNode | null {
  let next = term.next;
  while (next !== null && next.tag !== 'dd' && next.tag !== 'dt') next = next.next;
  return next !== null && next.tag === 'dd' ? next : null;
}

/** Most words of a label. */
const MAX_LABEL_WORDS = 40;
/** Fewest words of what it opens. */
const MIN_OPENED_WORDS = 8;
/** Tenths of what keeps a block that a label's chance comes to. */
const LABEL_TENTHS = 7;
/** Elements around a label's text that may say that it opens something. */
const MAX_OPENER_HEIGHT = 4;
/** Names of boxes whose label opens them. */
const OPENED = /accord|faq|question|collaps/i;

/** The same for a label whose control names the element that opens. */
const NAMED_LABEL_TENTHS = 1;

/**
 * Keeps the labels of what opens below them with the text that opens, where the model nearly kept them, or where they
 * name it: the answers of an accordion make no sense without its questions. Changes `keep`.
 */
export function keepOpeners({ a, chances, threshold, barred }: ScoredPage, keep: Uint8Array): void {
  for (let i = 0; i + 1 < keep.length; i++) {
    const { first, count } = a.blocks[i]!;
    if (keep[i] === 1 || keep[i + 1] !== 1 || count.words === 0 || count.words > MAX_LABEL_WORDS) continue;
    if (a.blocks[i + 1]!.count.words < MIN_OPENED_WORDS || barred[first] === 1) continue;
    const isLikely = (tenths: number): boolean => chances[i]! * 10 >= threshold * tenths;
    if (isLikely(LABEL_TENTHS) ? isOpener(a, i) : isLikely(NAMED_LABEL_TENTHS) && opensNext(a, i))
      keep[i] = 1;
  }
}

/** Elements from what opens to its first text. */
const MAX_OPENED_DEPTH = 8;

/** Whether a control around a block names an element that begins with the next block. */
function opensNext(a: Annotation, block: number): boolean {
  const names = new Set<string>();
  let node: HtmlNode | null = a.doc.nodes[a.blocks[block]!.first]!.parent;
  for (let height = 0; node !== null && height < MAX_OPENER_HEIGHT; height++, node = node.parent)
    for (const id of targetsOf(node)) names.add(id);
  if (names.size === 0) return false;
  let opened: HtmlNode | null = a.doc.nodes[a.blocks[block + 1]!.element]!;
  for (let depth = 0; opened !== null && depth < MAX_OPENED_DEPTH; depth++, opened = opened.parent)
    if (names.has(attr(opened, 'id') ?? '')) return blockRange(a, opened.index)[0] === block + 1;
  return false;
}

/** Keeps a button in the middle of a sentence that stays: a code to copy, a term to explain. Changes `keep`. */
export function keepButtonsInText({ a }: ScoredPage, keep: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 1; i + 1 < keep.length; i++) {
    const button = nodes[a.blocks[i]!.element]!;
    if (button.tag !== 'button' || keep[i - 1] !== 1 || keep[i + 1] !== 1) continue;
    const around = a.blocks[i - 1]!.element;
    if (around === a.blocks[i + 1]!.element && around !== button.index) keep[i] = 1;
  }
}

function isOpener(a: Annotation, block: number): boolean {
  let node: HtmlNode | null = a.doc.nodes[a.blocks[block]!.first]!.parent;
  for (let height = 0; node !== null && height < MAX_OPENER_HEIGHT; height++) {
    if (attr(node, 'aria-expanded') !== null || attr(node, 'aria-controls') !== null) return true;
    if (OPENED.test(attr(node, 'class') ?? '')) return true;
    node = node.parent;
  }
  return false;
}

/** What a sentence that ends in a colon announces. */
const ANNOUNCED = new Set(['ul', 'ol', 'dl', 'table', 'blockquote']);

/**
 * Keeps the list, table or quotation that a kept sentence announces by its colon and of which nothing was kept. One that is
 * mostly links announces other pages, unless the text goes on after it. Changes `keep`.
 */
export function keepAnnounced({ a, barred }: ScoredPage, keep: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 0; i + 1 < keep.length; i++) {
    if (keep[i] !== 1 || keep[i + 1] === 1) continue;
    const { element, end } = a.blocks[i]!;
    if (!/[:：]\s*$/.test(nodes[end - 1]!.text)) continue;
    const next = siblingElement(nodes[element]!, 'next');
    if (next === null || !ANNOUNCED.has(next.tag)) continue;
    const [from, to] = blockRange(a, next.index);
    if (from !== i + 1 || from === to || keep.subarray(from, to).includes(1)) continue;
    const isLinks = sumIn(a, a.linkWords, next.index) * 2 > wordsIn(a, next.index);
    if (isLinks && !isFollowed(a, next, keep)) continue;
    if (barred[a.blocks[from]!.first] === 0) keep.fill(1, from, to);
  }
}

/** Whether a text that stays, and is no heading, comes right after an element. */
function isFollowed(a: Annotation, node: HtmlNode, keep: Uint8Array): boolean {
  const after = siblingElement(node, 'next');
  if (after === null) return false;
  const [first, end] = blockRange(a, after.index);
  return (
    first === blockRange(a, node.index)[1] &&
    first < end &&
    keep[first] === 1 &&
    headingLevel(a, a.blocks[first]!) === 0
  );
}
