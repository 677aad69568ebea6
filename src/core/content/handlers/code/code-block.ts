import { isBlank } from '../../../html/blank.ts';
import { attr, childParts, firstPart, type HtmlNode, nodesOf, siblingElement } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { labelOf } from '../../../page/text-of.ts';
import { codeFrame, mayBeFrame } from '../../../units/code-block.ts';
import { titleText } from '../../../units/code-label.ts';
import {
  isLanguageLabel,
  languageOf,
  languageOfFile,
  languageOfLabel,
} from '../../../units/code-language.ts';
import type { Builder } from '../../builder.ts';
import { TOOL_LABEL } from '../control.ts';
import { captionIn, codeText } from './code-text.ts';

/** `<pre>`: a code block, with or without `<code>`; a poem in one is text. */
export function handlePre(node: HtmlNode, b: Builder): boolean {
  if (b.roles.has(node, ROLE.verse) || (node.parent !== null && b.roles.has(node.parent, ROLE.verse))) {
    b.keepLines(node);
    return b.block(node);
  }
  return addCode(node, null, b);
}

/** Adds the code of `node` (a `pre`, or the box of an editor) as a block. False: the walk passes over it. */
export function addCode(node: HtmlNode, meta: string | null, b: Builder, hint: string | null = null): false {
  // The first one, which most highlighters write the language on.
  const code = b.doc.elements.within(node, 'code')[0] ?? null;
  const { text, isDiff } = codeText(soleCode(node, b) ?? node, b);
  // As Markdown writes code, each blank line is meant.
  const isPlain = node.attrs.length === 0 && (code === null || code.attrs.length === 0);
  const value = isPlain ? text : withoutBlankEdges(text);
  const above = b.codeTitle;
  b.codeTitle = null;
  const box = captionIn(node, b);
  const caption = box === null ? above : labelOf(b.doc, box, 200);
  const isLanguage = caption !== null && isLanguageLabel(caption, null);
  const title =
    meta ??
    (isLanguage ? null : above) ??
    (node.tag === 'pre' ? (attr(node, 'title') ?? (isLanguage ? null : caption)) : null) ??
    attr(node, 'data-title') ??
    attr(node, 'data-filename');
  const told = isLanguage ? languageOfLabel(caption) : title === null ? null : languageOfFile(title);
  const own = languageOf(node, code, b.roles) ?? told ?? hint;
  const lang = isDiff && own !== 'patch' ? 'diff' : own;
  b.boundary();
  dropNumbering(value, b);
  if (lang === 'math' || b.roles.has(node, ROLE.gitlabFormula)) b.math({ latex: value, display: true });
  else b.add({ type: 'code', lang, meta: title === '' ? null : title, value });
  return false;
}

/** The lines of a code block that a highlighter drew, or a page's template, without blank ones at both ends. */
function withoutBlankEdges(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? text : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1).join('\n');
}

/** Most characters of a tool beside code ("Run", "Open in playground"), and of a bar of them ahead of it. */
const MAX_TOOL_CHARS = 20;
const MAX_BAR_CHARS = 40;
const TOOLS = new Set(['a', 'button', 'span']);

/** The one `<code>` of a `<pre>` beside which only tools stand; null where the block has a text of its own. */
function soleCode(pre: HtmlNode, b: Builder): HtmlNode | null {
  const { doc } = b;
  const parts = childParts(pre);
  const code = parts.find(({ tag }) => tag === 'code') ?? null;
  const isTool = (part: HtmlNode): boolean => {
    const label = labelOf(doc, part, MAX_BAR_CHARS + 1);
    if (TOOLS.has(part.tag) && label.length <= MAX_TOOL_CHARS) return true;
    const isBar = part.tag === 'div' && part === parts[0] && label.length <= MAX_BAR_CHARS;
    return isBar && (TOOL_LABEL.test(label) || captionIn(pre, b) !== null);
  };
  return parts.every((part) => part === code || isTool(part)) ? code : null;
}

/** Fewest numbers of lines in a column of their own: one is a word of the page. */
const MIN_NUMBERS = 2;

/** Takes the paragraph above code away that only counts its lines, in a column that has no name. */
function dropNumbering(value: string, b: Builder): void {
  const above = b.frame.blocks.at(-1);
  if (above?.type !== 'paragraph') return;
  const lines = value.split('\n').length;
  const numbers = above.children.filter(({ type }) => type !== 'break');
  const counts = numbers.every((node, i) => node.type === 'text' && node.value.trim() === String(i + 1));
  if (counts && numbers.length === lines && lines >= MIN_NUMBERS) b.frame.blocks.pop();
}

/** The frame of a code block: its code, its title as `meta`, no tools or numbers. Null around several blocks, or more. */
export function handleCodeFrame(node: HtmlNode, b: Builder): boolean | null {
  if (!mayBeFrame(node)) return null;
  if (b.roles.has(node, ROLE.monaco)) return addMonaco(node, b);
  b.lookInto(node);
  const frame = codeFrame(b.page, node, b.removedBy);
  if (frame === null) return null;
  addCode(frame.code, frame.title, b, frame.language);
  const caption = frame.caption === null ? '' : labelOf(b.doc, frame.caption);
  if (caption !== '') b.add({ type: 'paragraph', children: [{ type: 'text', value: caption }] });
  return false;
}

/** Monaco draws its lines in any order, each at its `top`. */
function addMonaco(node: HtmlNode, b: Builder): boolean {
  const boxes = b.doc.elements.within(node, 'div').filter((box) => b.roles.has(box, ROLE.monacoLine));
  const lines = boxes.map((box, i) => {
    const top = /^([\d.]+)px/.exec(styleOf(box, 'top'))?.[1];
    return { top: Number(top ?? i), text: codeText(box, b).text };
  });
  lines.sort((one, other) => one.top - other.top);
  const value = lines.map(({ text }) => text).join('\n');
  if (lines.length > 0) b.add({ type: 'code', lang: monacoLanguage(node, b), meta: null, value });
  return false;
}

function monacoLanguage(node: HtmlNode, b: Builder): string | null {
  const modes = nodesOf(b.doc, node, 60).map(
    (inner) => attr(inner, 'data-mode-id') ?? attr(inner, 'data-language'),
  );
  return modes.find((mode) => mode !== null && mode !== '') ?? languageOf(node, null, b.roles);
}

/** A file or a language that stands alone with its code: kept for that block. */
export function handleLabelOfCode(node: HtmlNode, b: Builder): false | null {
  const code = b.codeLabels.get(node);
  if (code === undefined || b.removedBy[code.index] !== 0) return null;
  b.codeTitle = titleText(b.page, node);
  return false;
}

/** A title in a box of its own ahead of a code block: kept for that block. */
export function handleCodeTitle(node: HtmlNode, b: Builder): boolean | null {
  const next = siblingElement(node, 'next');
  if (next === null) return null;
  const isCode = next.tag === 'pre' || b.roles.has(next, ROLE.code) || isAroundPre(next);
  const title = titleText(b.page, node);
  if (!isCode || title.length > 120) return null;
  if (!isLanguageLabel(title, null)) b.codeTitle = title;
  return false;
}

function isAroundPre(node: HtmlNode): boolean {
  const first = firstPart(node);
  return first?.tag === 'pre' && siblingElement(first, 'next') === null;
}

/** What a notebook shows beside a cell: `In [1]:`, `[1]:` (nbsphinx). */
const CELL_NUMBER = /^(?:(?:In|Out) ?)?\[[\d* ]{1,6}\] ?:$/;

/** How often the cells of a notebook (Jupyter) were run: numbers beside its code, as those of lines are. */
export function handleCellNumber(node: HtmlNode, b: Builder): boolean | null {
  return CELL_NUMBER.test(labelOf(b.doc, node, 20)) ? false : null;
}

/** A button that copies: drawn near code by scripts. */
export function handleCopy(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'pre' || node.tag === 'code') return null;
  return labelOf(b.doc, node, 60).length <= 40 && !b.doc.elements.hasWithin(node, 'pre') ? false : null;
}
