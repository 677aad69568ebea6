import { attr, childrenOf, type HtmlNode, isAlone, siblingElement, TEXT } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import { appendAll } from '../append-all.ts';
import type { Builder } from '../builder.ts';
import { leadText } from '../plain-text.ts';
import { addMedia } from './media.ts';

/** A quotation with its blocks. One that is all of an article are its author's own words (XenForo 1). */
export function handleBlockquote(node: HtmlNode, b: Builder): boolean {
  const isArticle = node.parent?.tag === 'article' && isAlone(node);
  if (b.roles.has(node, ROLE.postBody) || isArticle) return b.block(node);
  const post = postIn(node, b);
  if (post !== null) return addMedia(post, `Post on ${new URL(post).hostname.replace(/^www\./, '')}`, b);
  // With a style or a box in it, around nothing but code, it is an indent, not Markdown's `> `.
  const isIndent = node.attrs.length > 0 || childrenOf(node).find(({ kind }) => kind !== TEXT)?.tag === 'div';
  return b.openFlow(node, { kind: 'flow' }, (frame) => {
    if (isIndent && frame.blocks.every(({ type }) => type === 'code')) b.addAll(frame.blocks);
    else if (frame.blocks.length > 0) b.add({ type: 'blockquote', children: frame.blocks });
  });
}

/** The address of a post whose words a script puts into a quotation that holds nothing but a link to it. */
function postIn(node: HtmlNode, b: Builder): string | null {
  const [link, other] = b.doc.elements.within(node, 'a');
  if (link === undefined || other !== undefined || labelOf(b.doc, node, 1) !== '') return null;
  const url = b.resolve(attr(link, 'href') ?? '');
  return url !== null && /^https?:/.test(url) && !b.doc.elements.hasWithin(node, 'img') ? url : null;
}

/** Who is quoted, when it stands after the quotation: moved into it, as its last paragraph. */
export function handleAttribution(node: HtmlNode, b: Builder): boolean {
  const { frame } = b;
  b.boundary();
  const quote = frame.blocks.at(-1);
  if (quote?.type !== 'blockquote' || !followsQuote(node, b)) return b.block(node);
  return b.openFlow(node, { kind: 'flow' }, (own) => {
    const [first] = own.blocks;
    const isDashed = /^\s*[—–―-]/.test(leadText(own.blocks)?.value ?? '');
    if (first?.type === 'paragraph' && !isDashed) first.children.unshift({ type: 'text', value: '— ' });
    appendAll(quote.children, own.blocks);
  });
}

function followsQuote(node: HtmlNode, b: Builder): boolean {
  const prev = siblingElement(node, 'prev');
  return prev?.tag === 'blockquote' || (prev !== null && b.doc.elements.hasWithin(prev, 'blockquote'));
}
