import { attr, firstPart, type HtmlNode, TEXT } from '../../../html/tree.ts';
import { ROLE, type RoleSet } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { labelOf } from '../../../page/text-of.ts';
import { isLanguageLabel, languageOf } from '../../../units/code-language.ts';
import type { Builder } from '../../builder.ts';
import { codeText, isNumbers } from './code-text.ts';
import { addCode } from './pre.ts';

/** Text beside the code in its frame (a language, "Copy", a file name) is at most this long. */
const MAX_BESIDE_CHARS = 80;

const FRAME_TAGS = new Set(['div', 'figure', 'table', 'section', 'devsite-code', 'article', 'span', 'td']);

/**
 * The frame of a code block: its code once, its title as `meta`, and nothing of its toolbar and line numbers.
 * Null when it holds several blocks, or more than a block.
 */
export function handleCodeFrame(node: HtmlNode, b: Builder): boolean | null {
  if (!FRAME_TAGS.has(node.tag) && !node.tag.includes('-')) return null;
  if (b.at.roles.has(ROLE.monaco)) return addMonaco(node, b);
  if (!b.mayScan(node)) return null;
  const code = codeOf(node, b);
  if (code === null) return null;
  const title = titleBeside(node, code, b);
  if (besideLength(node, code, title, b) > MAX_BESIDE_CHARS) return null;
  addCode(code, title === null ? null : titleText(title, b), b);
  return false;
}

/** The one element of a frame that holds the code. */
function codeOf(node: HtmlNode, b: Builder): HtmlNode | null {
  const { nodes } = b.doc;
  let pre: HtmlNode | null = null;
  let drawn: HtmlNode | null = null;
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = nodes[i]!;
    if (b.removedBy[i] !== 0 || inner.tag === 'textarea') i = inner.end - 1;
    else if (inner.kind === TEXT) continue;
    else if (drawn === null && isDrawnCode(inner, node, b)) {
      drawn = inner;
      i = inner.end - 1;
    } else if (inner.tag === 'pre') {
      if (!(inner.end > inner.index + 1 && isNumbers(b.doc, inner))) {
        if (pre !== null) return null;
        pre = inner;
      }
      i = inner.end - 1;
    }
  }
  if (drawn !== null || pre !== null) return drawn ?? pre;
  if (isLineTable(node, b) || isDoxygenCode(node, b) || isGitCode(node, b)) return node;
  return discuzCode(node, b);
}

/** Discuz's code: a box in a box with a list of its lines. */
function discuzCode(node: HtmlNode, b: Builder): HtmlNode | null {
  if (node.tag !== 'div' || !b.roles.has(node, ROLE.discuzCode)) return null;
  const box = firstPart(node);
  const lines = box === null ? null : firstPart(box);
  return lines?.tag === 'ol' ? lines : null;
}

/** Where editors and highlighters that draw code without `<pre>` keep its lines. */
function isDrawnCode(inner: HtmlNode, frame: HtmlNode, { roles }: Builder): boolean {
  if (roles.has(inner, ROLE.drawnLines)) return true;
  return roles.has(inner, ROLE.highlightedLines) && roles.has(frame, ROLE.syntaxHighlighter);
}

/** A table whose rows are the lines (GitHub's file view). */
function isLineTable(node: HtmlNode, { roles }: Builder): boolean {
  return node.tag === 'table' && roles.has(node, ROLE.lineTable);
}

/** Doxygen's code: a box of lines, or of lines that fold. */
function isDoxygenCode(node: HtmlNode, { roles }: Builder): boolean {
  if (node.tag !== 'div' || !roles.has(node, ROLE.doxygenCode)) return false;
  const first = node.first?.kind === TEXT ? node.first.next : node.first;
  return first?.tag === 'div' && roles.has(first, ROLE.doxygenLine);
}

/** A file or a change as gitweb and cgit show it: boxes that are a line each. */
function isGitCode(node: HtmlNode, { roles }: Builder): boolean {
  if (node.tag === 'div' && roles.has(node, ROLE.gitPage))
    return roles.has(firstPart(node) ?? node, ROLE.gitLine);
  if (node.tag !== 'table' || !roles.has(node, ROLE.gitDiff)) return false;
  let inner: HtmlNode | null = node;
  for (let level = 0; level < 4 && inner !== null; level++) inner = firstPart(inner);
  return inner?.tag === 'div' && roles.has(inner, ROLE.gitHead);
}

function titleBeside(node: HtmlNode, code: HtmlNode, b: Builder): HtmlNode | null {
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    if (i === code.index) {
      i = code.end - 1;
      continue;
    }
    if (inner.kind === TEXT) continue;
    const roles = b.roles.of(inner);
    if (roles.has(ROLE.tool)) i = inner.end - 1;
    else if (isTitle(inner, roles) && isTitleText(titleText(inner, b), node, code, b)) return inner;
  }
  return null;
}

/** A title without the permalink that stands in it; one for screen readers alone is none ("Terminal window"). */
function titleText(node: HtmlNode, b: Builder): string {
  const text = labelOf(b.doc, fileNameIn(node, b) ?? node, 200).replace(/ ?[¶#]$/, '');
  const last = node.last;
  const isUnseen = last !== null && b.roles.has(last, ROLE.screenReaderOnly);
  return isUnseen && labelOf(b.doc, last, 200) === text ? '' : text;
}

/** Nodes of a bar above code among which the name of its file stands. */
const MAX_NODES_OF_BAR = 60;

/** The name of a file in a bar that holds more: "Raw", "Copy". */
function fileNameIn(bar: HtmlNode, b: Builder): HtmlNode | null {
  const inner = b.doc.nodes.slice(bar.index + 1, Math.min(bar.end, bar.index + MAX_NODES_OF_BAR));
  return inner.find((node) => b.roles.has(node, ROLE.fileName)) ?? null;
}

function isTitle(node: HtmlNode, roles: RoleSet): boolean {
  if (roles.has(ROLE.codeTitle) && !roles.has(ROLE.tool)) return true;
  if (roles.has(ROLE.frameTitle)) return true;
  if (
    attr(node, 'data-component-part')?.includes('filename') ||
    attr(node, 'data-rehype-pretty-code-title') !== null
  )
    return true;
  return node.tag === 'figcaption';
}

function isTitleText(text: string, frame: HtmlNode, code: HtmlNode, b: Builder): boolean {
  if (text === '' || text.length > 120) return false;
  return !isLanguageLabel(text, languageOf(code, null, b.roles) ?? languageOf(frame, null, b.roles));
}

/** Characters of the frame outside its code, its title and its tools. */
function besideLength(node: HtmlNode, code: HtmlNode, title: HtmlNode | null, b: Builder): number {
  if (code === node) return 0;
  let length = 0;
  for (let i = node.index + 1; i < node.end && length <= MAX_BESIDE_CHARS; i++) {
    const inner = b.doc.nodes[i]!;
    if (inner === code || inner === title || b.removedBy[i] !== 0) i = inner.end - 1;
    else if (inner.kind === TEXT) length += inner.text.trim().length;
    else if (inner.tag === 'textarea' || inner.tag === 'style' || inner.tag === 'script') i = inner.end - 1;
    else {
      const roles = b.roles.of(inner);
      if (roles.has(ROLE.tool) || roles.has(ROLE.screenReaderOnly) || inner.tag === 'pre') i = inner.end - 1;
      else if (roles.has(ROLE.lineNumbers) && isNumbers(b.doc, inner)) i = inner.end - 1;
    }
  }
  return length;
}

/** Monaco draws its lines in any order, each at its `top`. */
function addMonaco(node: HtmlNode, b: Builder): boolean {
  const lines: { top: number; text: string }[] = [];
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    if (inner.tag !== 'div' || !b.roles.has(inner, ROLE.monacoLine)) continue;
    const top = /^([\d.]+)px/.exec(styleOf(inner, 'top'));
    lines.push({
      top: top === null ? lines.length : Number(top[1]),
      text: codeText(b.doc, inner, b.removedBy, b.roles),
    });
    i = inner.end - 1;
  }
  lines.sort((one, other) => one.top - other.top);
  if (lines.length > 0) {
    const value = lines.map((line) => line.text).join('\n');
    b.add({ type: 'code', lang: monacoLanguage(node, b), meta: null, value });
  }
  return false;
}

function monacoLanguage(node: HtmlNode, b: Builder): string | null {
  for (let i = node.index; i < Math.min(node.end, node.index + 60); i++) {
    const mode = attr(b.doc.nodes[i]!, 'data-mode-id') ?? attr(b.doc.nodes[i]!, 'data-language');
    if (mode !== null && mode !== '') return mode;
  }
  return languageOf(node, null, b.roles);
}

/** A file name in a box of its own ahead of a code block: kept for that block. */
export function handleCodeTitle(node: HtmlNode, b: Builder): boolean | null {
  let next = node.next;
  while (next !== null && next.tag === '') next = next.next;
  if (next === null) return null;
  const isCode = next.tag === 'pre' || b.roles.has(next, ROLE.code);
  const title = titleText(node, b);
  if (!isCode || title.length > 120) return null;
  if (!isLanguageLabel(title, null)) b.codeTitle = title;
  return false;
}

/** Line numbers beside a code block, copy buttons: nothing of the code. */
export function handleGutter(node: HtmlNode, b: Builder): boolean | null {
  if (node.first === null || !b.mayScan(node) || !isNumbers(b.doc, node)) return null;
  return labelOf(b.doc, node, 20) !== '' && isBesideCode(node, b) ? false : null;
}

/** What a notebook shows beside a cell: `In [1]:`, `[1]:` (nbsphinx). */
const CELL_NUMBER = /^(?:(?:In|Out) ?)?\[[\d* ]{1,6}\] ?:$/;

/** How often the cells of a notebook (Jupyter) were run: numbers beside its code, as those of lines are. */
export function handleCellNumber(node: HtmlNode, b: Builder): boolean | null {
  return CELL_NUMBER.test(labelOf(b.doc, node, 20)) ? false : null;
}

function isBesideCode(node: HtmlNode, b: Builder): boolean {
  const scope = node.parent;
  if (scope === null) return false;
  const last = Math.min(scope.end, node.end + 60);
  for (let i = node.end; i < last; i++) {
    const { tag } = b.doc.nodes[i]!;
    if (tag === 'pre' || tag === 'code') return true;
  }
  return false;
}

/** A button that copies: drawn near code by scripts. */
export function handleCopy(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'pre' || node.tag === 'code') return null;
  return labelOf(b.doc, node, 60).length <= 40 && !holdsCode(node, b) ? false : null;
}

function holdsCode(node: HtmlNode, b: Builder): boolean {
  if (node.end - node.index > 200) return true;
  for (let i = node.index + 1; i < node.end; i++) if (b.doc.nodes[i]!.tag === 'pre') return true;
  return false;
}
