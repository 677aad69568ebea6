import { attr, firstPart, type HtmlNode, nodesOf, siblingElement } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { labelOf } from '../../../page/text-of.ts';
import { codeFrame, mayBeFrame, titleText } from '../../../units/code-block.ts';
import { isLanguageLabel, languageOf } from '../../../units/code-language.ts';
import type { Builder } from '../../builder.ts';
import { codeText } from './code-text.ts';
import { addCode } from './pre.ts';

/** The frame of a code block: its code, its title as `meta`, no tools or numbers. Null around several blocks, or more. */
export function handleCodeFrame(node: HtmlNode, b: Builder): boolean | null {
  if (!mayBeFrame(node)) return null;
  if (b.at.roles.has(ROLE.monaco)) return addMonaco(node, b);
  b.lookInto(node);
  const frame = codeFrame(b.page, node, b.removedBy);
  if (frame === null) return null;
  addCode(frame.code, frame.title, b);
  const caption = frame.caption === null ? '' : labelOf(b.doc, frame.caption);
  if (caption !== '') b.add({ type: 'paragraph', children: [{ type: 'text', value: caption }] });
  return false;
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
      text: codeText(b.doc, inner, b.removedBy, b.roles).text,
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
  const modes = nodesOf(b.doc, node, 60).map(
    (inner) => attr(inner, 'data-mode-id') ?? attr(inner, 'data-language'),
  );
  return modes.find((mode) => mode !== null && mode !== '') ?? languageOf(node, null, b.roles);
}

/** A file name in a box of its own ahead of a code block: kept for that block. */
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
