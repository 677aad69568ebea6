import { isPictureFile } from '../../html/address.ts';
import { isBlank } from '../../html/blank.ts';
import { attr, type HtmlNode, nearest } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { resolveMedia } from '../urls.ts';
import { imageUrl } from './image-source.ts';

/** Elements between a picture and the link that it stands in. */
const MAX_HEIGHT = 8;
/** Nodes of a link around a picture. */
const MAX_NODES = 20;

/** The link around a picture. */
export function linkAround(picture: HtmlNode): HtmlNode | null {
  return nearest(picture.parent, ({ tag }) => tag === 'a', MAX_HEIGHT);
}

/**
 * The file that a link leads to, where it is a picture and the one that the link shows has no address that anybody knows:
 * its script shows that file, smaller.
 */
export function linkedPicture(link: HtmlNode | null, b: Builder): string | null {
  const href = link === null ? null : attr(link, 'href');
  if (link === null || href === null || !isPictureFile(href) || !showsNothing(link, b)) return null;
  return resolveMedia(href, b.doc.baseUrl);
}

/** Whether a link holds one picture without an address and no words. */
function showsNothing(link: HtmlNode, b: Builder): boolean {
  if (link.end - link.index > MAX_NODES) return false;
  const inner = b.doc.nodes.slice(link.index + 1, link.end);
  const pictures = inner.filter(({ tag }) => tag === 'img');
  if (pictures.length !== 1 || imageUrl(pictures[0]!, b) !== null) return false;
  return inner.every(({ tag, text }) => tag !== 'noscript' && (tag !== '' || isBlank(text)));
}
