import { type HtmlNode, isAlone, nodesOf, siblingElement } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { appendAll } from '../append-all.ts';
import type { Builder } from '../builder.ts';
import { handleBlock } from './blocks.ts';

/** A quotation with its blocks. */
export function handleBlockquote(node: HtmlNode, b: Builder): boolean {
  if (!b.mayNest || b.roles.has(node, ROLE.postBody) || isArticle(node)) return handleBlock(node, b);
  const isIndented = isIndent(node);
  b.openFlow(node, 'flow', null, (frame) => {
    if (isIndented && frame.blocks.every(({ type }) => type === 'code')) b.addAll(frame.blocks);
    else if (frame.blocks.length > 0) b.add({ type: 'blockquote', children: frame.blocks });
  });
  return true;
}

/** Whether a quotation has a style or a box in it: around nothing but code it is an indent, not Markdown's `> `. */
function isIndent(node: HtmlNode): boolean {
  let first = node.first;
  while (first !== null && first.tag === '') first = first.next;
  return node.attrs.length > 0 || first?.tag === 'div';
}

/** Whether a quotation is all of an article: its author's own words (XenForo 1). */
function isArticle(node: HtmlNode): boolean {
  return node.parent?.tag === 'article' && isAlone(node);
}

/** Who is quoted, when it stands after the quotation: moved into it, as its last paragraph. */
export function handleAttribution(node: HtmlNode, b: Builder): boolean {
  const { frame } = b;
  b.boundary();
  const quote = frame.blocks[frame.blocks.length - 1];
  if (frame.phrasing || quote?.type !== 'blockquote' || !followsQuote(node, b)) return handleBlock(node, b);
  b.openFlow(node, 'flow', null, (own) => {
    const first = own.blocks[0];
    if (first?.type === 'paragraph') {
      const start = first.children[0];
      const dashed = start?.type === 'text' && /^\s*[—–―-]/.test(start.value);
      if (!dashed) first.children.unshift({ type: 'text', value: '— ' });
    }
    appendAll(quote.children, own.blocks);
  });
  return true;
}

/** True when the element before `node` is a quotation or holds one. */
function followsQuote(node: HtmlNode, b: Builder): boolean {
  const prev = siblingElement(node, 'prev');
  return prev !== null && nodesOf(b.doc, prev, 50).some(({ tag }) => tag === 'blockquote');
}
