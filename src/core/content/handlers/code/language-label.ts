import { isBlank } from '../../../html/blank.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import { isLanguageLabel } from '../../../units/code-language.ts';
import type { Builder } from '../../builder.ts';
import { plainText } from '../../plain-text.ts';

/** Takes the paragraph above code away that only names its language, in frames whose boxes have no names. */
export function dropLanguageLabel(code: HtmlNode, lang: string | null, b: Builder): void {
  b.boundary();
  if (isLabelled(code, lang, b)) b.frame.blocks.pop();
}

/** Nodes before code within which the button that copies it stands. */
const MAX_NODES_TO_BUTTON = 40;

/** Whether the paragraph above code only names its language, and a button between them copies it. */
function isLabelled(node: HtmlNode, lang: string | null, b: Builder): boolean {
  const above = b.frame.blocks.at(-1);
  if (lang === null || above?.type !== 'paragraph' || above.children.length > 1) return false;
  if (!isLanguageLabel(plainText(above.children), lang)) return false;
  for (let i = node.index - 1; i >= Math.max(0, node.index - MAX_NODES_TO_BUTTON); i--) {
    const { tag, text } = b.doc.nodes[i]!;
    if (tag === 'button' && /copy/i.test(attr(b.doc.nodes[i]!, 'aria-label') ?? '')) return true;
    if (!isBlank(text) && isLanguageLabel(text, lang)) return false;
  }
  return false;
}
