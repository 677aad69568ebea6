import { isPictureFile } from '../../html/address.ts';
import { attr, childrenOf, type HtmlNode, nodesOf, siblingElement } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { handleImage } from './image.ts';
import { imageUrl } from './image-source.ts';

/** A page told again for readers without scripts (Discourse's topics) has at least so many blocks and letters. */
const MIN_BLOCKS = 4;
const MIN_LETTERS = 400;

/** `<noscript>`: the page itself, or the image that a lazy loader's placeholder stands for; all of it where it is revealed. */
export function handleNoscript(node: HtmlNode, b: Builder): boolean {
  if (b.selection.revealed?.[node.index] === 1) return b.block(node);
  if (isPage(node, b)) return !isSaidBefore(node, b) && b.block(node);
  const [inner] = b.doc.elements.within(node, 'img');
  if (inner === undefined) return false;
  const prev = siblingElement(node, 'prev');
  const before = prev === null ? [] : [prev, ...childrenOf(prev)].filter(({ tag }) => tag === 'img');
  const isMissing = before.length === 0 ? !isCounter(inner, b) : imageUrl(before[0]!, b) === null;
  if (isMissing) handleImage(inner, b);
  return false;
}

/** Whether an image that stands for no other one counts its readers: an address that names no file, and no size. */
function isCounter(image: HtmlNode, b: Builder): boolean {
  if (attr(image, 'srcset') !== null || attr(image, 'width') !== null) return false;
  return !isPictureFile(imageUrl(image, b) ?? '');
}

/** Fewest letters of a text that tells whether it stands elsewhere. */
const MIN_TELLING_LETTERS = 40;

/** Whether the first long text of a page for readers without scripts stands ahead of it for all. */
function isSaidBefore(node: HtmlNode, b: Builder): boolean {
  const telling = nodesOf(b.doc, node).find(isLong)?.text.trim() ?? '';
  return (longTexts(b).get(telling) ?? node.index) < node.index;
}

function isLong({ tag, text }: HtmlNode): boolean {
  return tag === '' && text.trim().length >= MIN_TELLING_LETTERS;
}

/** Where the long texts that all readers see stand first. */
const longTexts = lazyBy((b: Builder): ReadonlyMap<string, number> => {
  const first = new Map<string, number>();
  const { nodes } = b.doc;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    const isUnseen = b.removedBy[i] !== 0 || node.tag === 'noscript' || node.tag === 'script';
    if (isUnseen) i = node.end - 1;
    else if (isLong(node) && !first.has(node.text.trim())) first.set(node.text.trim(), i);
  }
  return first;
});

function isPage(node: HtmlNode, { doc }: Builder): boolean {
  const blocks = ['p', 'h1', 'article', 'li'].flatMap((tag) => doc.elements.within(node, tag));
  return blocks.length >= MIN_BLOCKS && labelOf(doc, node, 2 * MIN_LETTERS).length >= MIN_LETTERS;
}
