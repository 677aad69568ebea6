import { attr, type HtmlNode } from '../../../html/tree.ts';
import { isBlank } from '../../blank.ts';
import type { Builder } from '../../builder.ts';
import { codeText } from './code-text.ts';
import { languageOf } from './language.ts';

/** `<pre>`: a code block, with or without `<code>`. */
export function handlePre(node: HtmlNode, b: Builder): boolean {
  addCode(node, null, b);
  return false;
}

/** Adds the code of `node` (a `pre`, or the box of an editor) as a block. */
export function addCode(node: HtmlNode, meta: string | null, b: Builder): void {
  const value = codeText(b.doc, node, b.removedBy);
  if (isBlank(value) && node.end > node.index + 2) return;
  const title = meta ?? attr(node, 'title') ?? attr(node, 'data-title') ?? attr(node, 'data-filename');
  const code = findCode(node, b);
  b.add({ type: 'code', lang: languageOf(node, code), meta: title === '' ? null : title, value });
}

/** The first `<code>` in a block, which most highlighters write the language on. */
function findCode(node: HtmlNode, b: Builder): HtmlNode | null {
  const last = Math.min(node.end, node.index + 400);
  for (let i = node.index + 1; i < last; i++) if (b.doc.nodes[i]!.tag === 'code') return b.doc.nodes[i]!;
  return null;
}
