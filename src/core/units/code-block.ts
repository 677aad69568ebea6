import {
  attr,
  childParts,
  childrenOf,
  firstPart,
  type HtmlDocument,
  type HtmlNode,
  isAlone,
  nodesOf,
  siblingElement,
  TEXT,
} from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE, rendered } from '../page/roles.ts';
import { isStyled, styleOf } from '../page/style-of.ts';
import { labelOf, textOf } from '../page/text-of.ts';
import { languageAhead, saysFile, titleText } from './code-label.ts';
import { isLanguageLabel, isNamedCode, languageOf, mayNameCode } from './code-language.ts';

/** Text beside the code in its frame (a language, "Copy", a file name) is at most this long. */
const MAX_BESIDE_CHARS = 80;

const FRAME_TAGS = new Set(['div', 'figure', 'table', 'section', 'devsite-code', 'article', 'span', 'td']);

/** A block of code in its frame: the element that holds the code, and its title. */
interface CodeFrame {
  readonly code: HtmlNode;
  readonly title: string | null;
  /** The one that a bar ahead of the code says. */
  readonly language: string | null;
  readonly caption: HtmlNode | null;
}

/** Whether an element may be the frame of a block of code, by its tag. */
export function mayBeFrame({ tag }: HtmlNode): boolean {
  return FRAME_TAGS.has(tag) || tag.includes('-');
}

/** The block of code that all of an element is around; null when it holds several, or more. What is removed is not looked at. */
export function codeFrame(a: Annotation, frame: HtmlNode, removedBy: Uint8Array): CodeFrame | null {
  const code = codeOf(a, frame, removedBy);
  if (code === null) return null;
  const title = titleBeside(a, frame, code);
  if (besideLength(a, frame, code, title, removedBy) > MAX_BESIDE_CHARS) return null;
  const isCaption = (part: HtmlNode) =>
    part.tag === 'figcaption' && part !== title && removedBy[part.index] === 0;
  const caption = title === null ? undefined : childrenOf(frame).find(isCaption);
  const language = languageAhead(a, frame, code);
  return { code, title: title === null ? null : titleText(a, title), language, caption: caption ?? null };
}

function codeOf(a: Annotation, node: HtmlNode, removedBy: Uint8Array): HtmlNode | null {
  if (isCountedLines(a, node)) return node;
  const { nodes } = a.doc;
  let pre: HtmlNode | null = null;
  let drawn: HtmlNode | null = null;
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = nodes[i]!;
    if (removedBy[i] !== 0) i = inner.end - 1;
    else if (isTableOfLines(a, inner) || (drawn === null && isDrawnCode(a, inner, node))) {
      if (drawn !== null) return null;
      drawn = inner;
      i = inner.end - 1;
    } else if (inner.tag === 'pre') {
      if (!(inner.end > inner.index + 1 && isNumbers(a.doc, inner))) {
        if (pre !== null) return null;
        pre = inner;
      }
      i = inner.end - 1;
    }
  }
  if (drawn !== null || pre !== null) return drawn ?? pre;
  if (isLineTable(a, node) || isBoxOfLines(a, node) || isLanguageBox(a, node) || isGitCode(a, node))
    return node;
  return discuzCode(a, node);
}

/** Discuz's code: a box in a box with a list of its lines. */
function discuzCode(a: Annotation, node: HtmlNode): HtmlNode | null {
  if (node.tag !== 'div' || !a.roles.has(node, ROLE.discuzCode)) return null;
  const box = firstPart(node);
  const lines = box === null ? null : firstPart(box);
  return lines?.tag === 'ol' ? lines : null;
}

/** Where editors and highlighters that draw code without `<pre>` keep its lines. */
function isDrawnCode({ roles }: Annotation, inner: HtmlNode, frame: HtmlNode): boolean {
  if (roles.has(inner, ROLE.drawnLines)) return true;
  return roles.has(inner, ROLE.highlightedLines) && roles.has(frame, ROLE.syntaxHighlighter);
}

/** A table whose rows are the lines (GitHub's file view). */
function isLineTable({ roles }: Annotation, node: HtmlNode): boolean {
  return node.tag === 'table' && roles.has(node, ROLE.lineTable);
}

const MAX_NODES_TO_LINE = 60;

/** Whether a table lays two blocks side by side, numbers and the code whose lines they count, or each line beside its number. */
export function isNumberedCode(a: Annotation, table: HtmlNode): boolean {
  const { doc } = a;
  if (isCountedLines(a, table)) return true;
  const [numbers, code, other] = doc.elements.within(table, 'pre');
  return numbers !== undefined && code !== undefined && other === undefined && isNumbers(doc, numbers);
}

/** Whether each row of a table is a number, one more than that above it, and a block of one line. */
function isCountedLines({ doc }: Annotation, table: HtmlNode): boolean {
  const rows = doc.elements.within(table, 'tr');
  if (table.tag !== 'table' || rows.length < 2 || doc.elements.within(table, 'pre').length !== rows.length)
    return false;
  const numberOf = (row: HtmlNode) => Number(labelOf(doc, firstPart(row) ?? row, 8) || Number.NaN);
  return rows.every((row, i) => {
    const [, cell, other] = childParts(row);
    const code = cell === undefined || other !== undefined ? null : firstPart(cell);
    const isLine = code?.tag === 'pre' && isAlone(code) && !textOf(doc, code).trimEnd().includes('\n');
    return isLine && numberOf(row) === numberOf(rows[0]!) + i;
  });
}

function isTableOfLines(a: Annotation, table: HtmlNode): boolean {
  if (table.tag !== 'table') return false;
  if (isCountedLines(a, table)) return true;
  const cells = nodesOf(a.doc, table, MAX_NODES_TO_LINE);
  const holds = (role: number) => cells.some((cell) => cell.tag === 'td' && a.roles.has(cell, role));
  return holds(ROLE.lineNumbers) && (holds(ROLE.codeLine) || isLineTable(a, table));
}

/** The boxes of a page whose parts are the lines of code (Doxygen, LaTeXML), or that name its language. */
export function boxesOfLines(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const divs = mayNameCode(a.doc) ? elements.tagged('div') : elements.having('style');
  const boxes = divs.filter((node) => isLanguageBox(a, node));
  return [...rendered(a, ROLE.boxOfLines).filter((node) => isBoxOfLines(a, node)), ...boxes];
}

/** What no code without `<pre>` holds. */
const PROSE = ['pre', 'code', 'p', 'ul', 'ol', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'textarea'];

/**
 * Whether a box holds the lines of code without a `<pre>`, boxes or a text whose breaks a style keeps: it names their language, or
 * its letters are all as wide (pasted from an editor).
 */
export function isLanguageBox({ doc }: Annotation, node: HtmlNode): boolean {
  if (node.tag !== 'div') return false;
  const keepsBreaks = isStyled(node) && styleOf(node, 'white-space').startsWith('pre');
  const isCode = isNamedCode(node) || (keepsBreaks && /\bmonospace\b/.test(styleOf(node, 'font-family')));
  if (!isCode || doc.elements.hasWithin(node, ...PROSE)) return false;
  const parts = childParts(node);
  return keepsBreaks || (parts.length > 1 && parts.every(({ tag }) => tag === 'div'));
}

/** Whether a box begins with a line, or lines that fold, behind what downloads them. */
function isBoxOfLines({ roles }: Annotation, node: HtmlNode): boolean {
  if (node.tag !== 'div' || !roles.has(node, ROLE.boxOfLines)) return false;
  const first = firstPart(node);
  const line = first !== null && roles.has(first, ROLE.tool) ? siblingElement(first, 'next') : first;
  return line?.tag === 'div' && roles.has(line, ROLE.boxedLine);
}

/** A file or a change as gitweb and cgit show it: boxes that are a line each. */
function isGitCode({ roles }: Annotation, node: HtmlNode): boolean {
  if (node.tag === 'div' && roles.has(node, ROLE.gitPage))
    return roles.has(firstPart(node) ?? node, ROLE.gitLine);
  if (node.tag !== 'table' || !roles.has(node, ROLE.gitDiff)) return false;
  let inner: HtmlNode | null = node;
  for (let level = 0; level < 4 && inner !== null; level++) inner = firstPart(inner);
  return inner?.tag === 'div' && roles.has(inner, ROLE.gitHead);
}

function titleBeside(a: Annotation, node: HtmlNode, code: HtmlNode): HtmlNode | null {
  for (let i = code === node ? node.end : node.index + 1; i < node.end; i++) {
    const inner = a.doc.nodes[i]!;
    const roles = a.roles.of(inner);
    if (inner === code || roles.includes(ROLE.tool)) i = inner.end - 1;
    else if (isTitle(a, inner, roles) && isTitleText(a, titleText(a, inner), node, code)) return inner;
  }
  return null;
}

function isTitle({ doc }: Annotation, node: HtmlNode, roles: readonly number[]): boolean {
  if (node.tag === 'figcaption' || roles.includes(ROLE.codeTitle) || roles.includes(ROLE.frameTitle))
    return true;
  if (attr(node, 'data-component-part')?.includes('filename')) return true;
  return attr(node, 'data-rehype-pretty-code-title') !== null || saysFile(doc, node);
}

function isTitleText(a: Annotation, text: string, frame: HtmlNode, code: HtmlNode): boolean {
  if (text === '' || text.length > 120) return false;
  return !isLanguageLabel(text, languageOf(code, null, a.roles) ?? languageOf(frame, null, a.roles));
}

/** Characters of the frame outside its code, its title and its tools. */
function besideLength(
  a: Annotation,
  node: HtmlNode,
  code: HtmlNode,
  title: HtmlNode | null,
  removedBy: Uint8Array,
): number {
  if (code === node) return 0;
  let length = 0;
  for (let i = node.index + 1; i < node.end && length <= MAX_BESIDE_CHARS; i++) {
    const inner = a.doc.nodes[i]!;
    if (inner === code || inner === title || removedBy[i] !== 0) i = inner.end - 1;
    else if (inner.kind === TEXT) length += inner.text.trim().length;
    else {
      const roles = a.roles.of(inner);
      const isTool = roles.includes(ROLE.tool) || roles.includes(ROLE.screenReaderOnly);
      const mayBeNumbers = roles.includes(ROLE.lineNumbers);
      if (isTool || inner.tag === 'pre' || (mayBeNumbers && isNumbers(a.doc, inner))) i = inner.end - 1;
    }
  }
  return length;
}

/** Numbers, blanks and controls, and signs that mark a line. */
const NUMBERS = /^[\d\0- \u00a0…+:.|-]*$/;

/** Whether the text of an element is nothing but such. */
export function isNumbers(doc: HtmlDocument, node: HtmlNode): boolean {
  return nodesOf(doc, node).every(({ text }) => NUMBERS.test(text));
}
