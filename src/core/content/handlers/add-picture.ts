import { isBlank } from '../../html/blank.ts';
import { attr, HTML_NS, type HtmlNode } from '../../html/tree.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import type { Builder } from '../builder.ts';
import type { Image } from '../tree.ts';
import { linkAround } from './image-source.ts';

const ASIDE = /^(?:left|right|center)$/i;
/** Least width of a picture that is no icon of the words after it, and of one that is none of the words before it. */
const MIN_OPENING_WIDTH = 49;
const MIN_ENDING_WIDTH = 200;
/** Least height of a picture that is higher than its line. */
const MIN_HEIGHT = 49;
/** Nodes between a picture and the text beside it. */
const MAX_BETWEEN = 12;

/** Writes a picture: a paragraph beside the text that it opens or ends, else in its line, apart where it has a box of its own. */
export function addPicture(node: HtmlNode, image: Image, b: Builder): void {
  const after = textAfter(node, b);
  const isAlone = node.prev === null && node.next === null && node.parent?.tag !== 'p';
  const before = textBefore(node, b);
  if (before !== '' && after === '' && isBeside(node, MIN_ENDING_WIDTH, b)) part(b);
  else if (isAlone && /[\p{L}\p{N},.:;!?%]$/u.test(before)) b.space();
  const opens = !b.frame.filled && isBeside(node, MIN_OPENING_WIDTH, b);
  b.atom(image);
  if (after === null || !/^\s*["'“„«(]?[\p{L}\p{N}]/u.test(after)) return;
  if (opens) part(b);
  else if (isAlone) b.space();
}

/** Ends the paragraph; in the item of a list and in a cell a blank does. */
function part(b: Builder): void {
  if (b.frame.kind === 'item' || b.frame.kind === 'cell') b.space();
  else b.boundary();
}

function isBeside(node: HtmlNode, minWidth: number, { roles }: Builder): boolean {
  if (lengthOf(node, 'height') < MIN_HEIGHT) return false;
  if (roles.has(node, ROLE.alignedPicture)) return true;
  if (styleOf(node, 'display') === 'block' || ASIDE.test(styleOf(node, 'float'))) return true;
  return ASIDE.test(attr(node, 'align') ?? '') || lengthOf(node, 'width') >= minWidth;
}

function lengthOf(node: HtmlNode, side: 'width' | 'height'): number {
  return Number.parseInt(attr(node, side) ?? '', 10);
}

/** The text right before a picture, `''` where something else stands there. */
function textBefore({ index }: HtmlNode, b: Builder): string {
  const before = b.doc.nodes.slice(Math.max(0, index - MAX_BETWEEN), index);
  return before.findLast(({ tag, text }) => tag === 'img' || !isBlank(text))?.text ?? '';
}

/** The text right after a picture, outside its link: `''` at the end of the block, null where something else stands there. */
function textAfter(place: HtmlNode, b: Builder): string | null {
  const { nodes } = b.doc;
  const { end } = blockAround(place);
  const linked = linkAround(place)?.end ?? 0;
  for (let at = place.end, apart = 0; at < end; apart++) {
    const beside = nodes[at]!;
    if (apart === MAX_BETWEEN || beside.tag === 'img') return null;
    if (beside.tag === '' && !isBlank(beside.text)) return at < linked ? null : beside.text;
    if (BLOCK.has(beside.tag)) return '';
    at = b.removedBy[at] === 0 && beside.ns === HTML_NS ? at + 1 : beside.end;
  }
  return '';
}

/** The block that a picture stands in. */
export function blockAround(place: HtmlNode): HtmlNode {
  let up = place;
  for (let height = 0; up.parent !== null && !BLOCK.has(up.tag) && height < MAX_BETWEEN; height++)
    up = up.parent;
  return up;
}
