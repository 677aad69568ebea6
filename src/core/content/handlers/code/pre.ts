import { attr, type HtmlNode } from '../../../html/tree.ts';
import { isBlank } from '../../blank.ts';
import type { Builder } from '../../builder.ts';
import { addMath } from '../math/add-math.ts';
import { codeText } from './code-text.ts';
import { languageOf } from './language.ts';
import { dropLanguageLabel } from './language-label.ts';

/** `<pre>`: a code block, with or without `<code>`. */
export function handlePre(node: HtmlNode, b: Builder): boolean {
  addCode(node, null, b);
  return false;
}

/** Adds the code of `node` (a `pre`, or the box of an editor) as a block. */
export function addCode(node: HtmlNode, meta: string | null, b: Builder): void {
  const value = codeText(b.doc, node, b.removedBy, b.traits);
  if (isBlank(value) && node.end > node.index + 2) return;
  const above = b.memory.get('code-title');
  b.memory.delete('code-title');
  const title =
    meta ??
    (typeof above === 'string' ? above : null) ??
    attr(node, 'title') ??
    attr(node, 'data-title') ??
    attr(node, 'data-filename');
  const code = findCode(node, b);
  const lang = languageOf(node, code);
  dropLanguageLabel(node, lang, b);
  if (lang === 'math' || isMathBlock(node)) addMath(b, { latex: value, display: true });
  else b.add({ type: 'code', lang, meta: title === '' ? null : title, value });
}

/** GitLab's formulas before they are drawn. */
function isMathBlock(node: HtmlNode): boolean {
  return /(?:^|\s)(?:js-render-math|math-display)(?:\s|$)/.test(attr(node, 'class') ?? '');
}

/** The first `<code>` in a block, which most highlighters write the language on. */
function findCode(node: HtmlNode, b: Builder): HtmlNode | null {
  const last = Math.min(node.end, node.index + 400);
  for (let i = node.index + 1; i < last; i++) if (b.doc.nodes[i]!.tag === 'code') return b.doc.nodes[i]!;
  return null;
}
