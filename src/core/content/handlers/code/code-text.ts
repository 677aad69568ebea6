import { isBlank } from '../../../html/blank.ts';
import {
  attr,
  childParts,
  childrenOf,
  ELEMENT,
  firstPart,
  type HtmlNode,
  nodesOf,
  partBeside,
  TEXT,
} from '../../../html/tree.ts';
import { areAlike, ROLE, type Roles } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { labelOf } from '../../../page/text-of.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { isNumbers } from '../../../units/code-block.ts';
import { isLanguageLabel, languageOfFile } from '../../../units/code-language.ts';
import { wordSet } from '../../../word-set.ts';
import type { Builder } from '../../builder.ts';
import { shownText } from '../../shown-text.ts';
import { MarkedLines } from './marked-lines.ts';
import { NumberedLines } from './numbered-lines.ts';

/** Elements that are a line each when they stand inside code. */
const LINE_TAGS = wordSet('div p li tr pre xmp figure section');

/** Elements between which white space is only layout: lines, and the parts of a table of lines. */
const LAID_OUT = new Set([...LINE_TAGS, 'table', 'tbody', 'thead', 'td', 'th']);

/** Never part of the code. With a `<summary>` rustdoc folds long declarations. */
const TOOLS = wordSet(
  'button style script svg textarea select clipboard-copy input figcaption noscript summary',
);

/** Never a tool, nor in one. */
const HOLDERS = wordSet('code pre');

interface CodeText {
  readonly text: string;
  readonly isDiff: boolean;
}

/**
 * The text of a code block to the byte: lines that are elements end with a line feed, line numbers, prompts,
 * buttons and toolbars are left out, and the one line feed at the end that HTML needs is dropped. Where lines are marked as
 * added and removed it is a diff, with its signs. The break at the end of an item that is a line itself (Discuz) is none, and
 * gitweb parts its numbers from the lines by a blank, as prompts are.
 */
export function codeText(root: HtmlNode, b: Builder): CodeText {
  const { doc, roles, removedBy } = b;
  const parts = new Lines();
  /** Lines that have not ended: the node that each ends before, and the length of the output when it began. */
  const open: { readonly end: number; readonly start: number }[] = [];
  const marked = new MarkedLines();
  const numbered = new NumberedLines();
  const isSession = holdsOutput(root, b);
  const drawn = drawnLines(root, b);
  const caption = captionIn(root, b);
  const isTable = root.tag === 'table';
  let afterPrompt = false;
  const endBefore = (index: number): void => {
    while (open.length > 0 && open.at(-1)!.end <= index) parts.endLine(open.pop()!.start);
    marked.endBefore(index, parts.text.length);
  };
  for (let i = root.index + 1; i < root.end; ) {
    endBefore(i);
    const node = doc.nodes[i]!;
    i = node.end;
    if (removedBy[node.index] !== 0) continue;
    if (node.kind === TEXT) {
      const text = shownText(node);
      if (!isBetweenLines(node) && !(isTable && isLayout(node)))
        parts.add(afterPrompt && text.startsWith(' ') ? text.slice(1) : text);
      afterPrompt = false;
    } else if (node.tag === 'br') {
      if (node.parent?.tag === 'li' && partBeside(node, 'next') === null) i = node.parent.end;
      else parts.add('\n');
    } else if (isPrompt(node, roles) && !isSession && isShell(node, b)) afterPrompt = !endsBlank(node, b);
    else if (node === caption || isTool(node, b)) {
      afterPrompt = roles.has(node, ROLE.gitNumber) && roles.has(node.parent!, ROLE.gitPre);
      if (node.tag === 'div' && roles.has(node, ROLE.unshownCode)) parts.beginLine();
    } else {
      if (isLine(node, roles) || drawn.has(node)) {
        parts.beginLine();
        open.push({ end: node.end, start: parts.text.length });
      }
      if (parts.isAtHead) numbered.note(node, parts.text.length);
      marked.begin(node, roles, parts.text.length);
      i = node.index + 1;
    }
  }
  endBefore(root.end);
  const { text, isDiff } = marked.write(parts.text);
  return { text: trimCode(isDiff ? text : numbered.without(text)), isDiff };
}

/** Most characters of a label at the head of a `<pre>`, and nodes of the bar in which it is sought. */
const MAX_LABEL_CHARS = 80;
const MAX_BAR_NODES = 30;

/**
 * The box in a `<pre>` that is the caption of its code: by its name (Hexo), or ahead of `<code>`, however deep each of them stands, by what
 * it, or one of its parts, says: a language, a file. Null without one.
 */
export function captionIn(pre: HtmlNode, { doc, roles }: Builder): HtmlNode | null {
  const code = doc.elements.within(pre, 'code')[0];
  const first = code === undefined ? firstPart(pre) : null;
  if (pre.tag !== 'pre' || (code === undefined && !(first?.tag === 'div' && roles.has(first, ROLE.caption))))
    return null;
  let caption = first;
  for (let i = pre.index + 1; code !== undefined && i < code.index; i++) {
    const node = doc.nodes[i]!;
    const isBox = node.tag === 'div' && node.end <= code.index;
    if (!isBlank(node.text)) return null;
    if (!isBox && !TOOLS.has(node.tag)) continue;
    i = node.end - 1;
    if (!isBox || labelOf(doc, node, 1) === '') continue;
    if (caption !== null) return null;
    caption = node;
  }
  if (caption === null || roles.has(caption, ROLE.caption)) return caption;
  const isName = (box: HtmlNode): boolean => {
    const label = labelOf(doc, box, MAX_LABEL_CHARS + 1);
    return (
      label.length <= MAX_LABEL_CHARS && (isLanguageLabel(label, null) || languageOfFile(label) !== null)
    );
  };
  return nodesOf(doc, caption, MAX_BAR_NODES).find((box) => box.kind === ELEMENT && isName(box)) ?? null;
}

/** Output that knows its last sign: to ask the joined text for it would copy it each time. */
class Lines {
  text = '';
  private last = '\n';
  add(value: string): void {
    this.text += value;
    this.last = value.at(-1) ?? this.last;
  }
  get isAtHead(): boolean {
    return this.last === '\n';
  }
  beginLine(): void {
    if (this.last !== '\n') this.add('\n');
  }
  endLine(start: number): void {
    if (this.text.length === start || this.last !== '\n') this.add('\n');
  }
}

function isBetweenLines(node: HtmlNode): boolean {
  const { prev, next } = node;
  const beside = (prev === null || LAID_OUT.has(prev.tag)) && (next === null || LAID_OUT.has(next.tag));
  return beside && (prev !== null || next !== null) && isBlank(node.text);
}

/** Blanks over several lines of the source of a table, which keeps them only in the text of its lines. */
function isLayout({ text }: HtmlNode): boolean {
  return text.includes('\n') && isBlank(text);
}

function isLine(node: HtmlNode, roles: Roles): boolean {
  // Of a table with a line in each row the row is the line.
  if (LINE_TAGS.has(node.tag)) return !isOnlyRow(node) && !(node.tag === 'pre' && node.parent?.tag === 'td');
  if (node.tag !== 'span' && node.tag !== 'code') return false;
  // WeChat writes each line as `<code>`.
  if (node.tag === 'code' && node.parent?.tag === 'pre' && node.attrs.length === 0)
    return isBareCode(node.prev) ? node.next === null || isBareCode(node.next) : isBareCode(node.next);
  const isSpanLine = attr(node, 'data-line') !== null || roles.has(node, ROLE.codeLine);
  return isSpanLine && (isSameLine(node.prev, node, roles) || isSameLine(node.next, node, roles));
}

/** The parts of code without a line feed that a style sheet draws as lines: several boxes of one class, each with its parts. */
function drawnLines(root: HtmlNode, { doc }: Builder): ReadonlySet<HtmlNode> {
  if (nodesOf(doc, root).some(({ tag, text }) => text.includes('\n') || tag === 'br')) return NO_LINES;
  const outer = childParts(root);
  const parts = outer.length === 1 ? childParts(outer[0]!) : outer;
  const [first] = parts;
  const isLikeFirst = (part: HtmlNode) =>
    part.tag === 'span' && areAlike(part, first!) && (part.first === null || part.first.kind === ELEMENT);
  return parts.length > 1 && parts.every(isLikeFirst) ? new Set(parts) : NO_LINES;
}

const NO_LINES: ReadonlySet<HtmlNode> = new Set();

function isBareCode(node: HtmlNode | null): boolean {
  return node?.tag === 'code' && node.attrs.length === 0;
}

function isOnlyRow(node: HtmlNode): boolean {
  return /^(?:div|section|figure)$/.test(node.tag) && childrenOf(node).some(({ tag }) => LINE_TAGS.has(tag));
}

/** Spans drawn as lines by a style sheet stand side by side without a line feed between. */
function isSameLine(other: HtmlNode | null, node: HtmlNode, roles: Roles): boolean {
  if (other?.tag !== node.tag) return false;
  return roles.has(other, ROLE.codeLine) === roles.has(node, ROLE.codeLine);
}

function isPrompt(node: HtmlNode, roles: Roles): boolean {
  return node.attrs.length > 0 && roles.has(node, ROLE.prompt) && node.end - node.index <= 4;
}

/** Whether a highlighter (Pygments, Rouge) set output apart from what is typed: then the prompts alone tell the two. */
function holdsOutput(root: HtmlNode, { doc, roles }: Builder): boolean {
  const isOutput = (node: HtmlNode) => node.attrs.length > 0 && roles.has(node, ROLE.sessionOutput);
  const [, ...inner] = nodesOf(doc, root);
  return inner.some(isOutput) && inner.some((node) => isPrompt(node, roles) && !isOutput(node));
}

/** Prompts of a shell are decoration, unlike `>>>`: in a session they alone tell what was typed from what was answered. */
function isShell(node: HtmlNode, { doc }: Builder): boolean {
  const text = labelOf(doc, node, 80);
  return !/^(?:>>>|\.\.\.|In \[|\w+\(\w*\)|irb|\w+>)/.test(text);
}

function endsBlank(node: HtmlNode, { doc }: Builder): boolean {
  const last = doc.nodes[node.end - 1]!;
  return last.kind !== TEXT || /\s$/.test(last.text);
}

function isTool(node: HtmlNode, b: Builder): boolean {
  if (TOOLS.has(node.tag)) return true;
  if (LINE_TAGS.has(node.tag) && holdsOnlyButtons(node, b)) return true;
  if (node.attrs.length === 0) return false;
  const own = b.roles.of(node);
  // Lines that only the compiler needs (mdBook), explanations under the pointer (Doxygen).
  if (own.includes(ROLE.unshownCode)) return true;
  const isBesideCode =
    own.includes(ROLE.tool) || own.includes(ROLE.screenReaderOnly) || own.includes(ROLE.codeTitle);
  if (isBesideCode && !HOLDERS.has(node.tag) && !b.doc.elements.hasWithin(node, ...HOLDERS)) return true;
  if (own.includes(ROLE.lineNumbers) && isNumbers(b.doc, node)) return true;
  return hidesItself(node) || styleOf(node, 'user-select') === 'none';
}

function holdsOnlyButtons(node: HtmlNode, { doc }: Builder): boolean {
  const { first } = node;
  return (first?.tag === 'button' || first?.next?.tag === 'button') && labelOf(doc, node, 20) === '';
}

/** Drops the last line feed and a last line of blanks; blanks become spaces. */
function trimCode(text: string): string {
  let end = text.length;
  while (/[ \t]/.test(text.charAt(end - 1))) end--;
  const out = text.charAt(end - 1) === '\n' ? text.slice(0, end - 1) : text;
  return out.replace(/^\u00a0$/gm, '').replaceAll('\u00a0', ' ');
}
