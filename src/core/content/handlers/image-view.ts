import { isBlank } from '../../html/blank.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';
import { imageUrl } from './image-source.ts';
import { linkAround } from './linked-picture.ts';

/** Words of pictures that take the place of another one under the pointer. */
const POINTER_WORDS = /\b(?:hover|rollover) image$/i;

/** Nodes between two pictures that stand for each other. */
const MAX_BETWEEN = 12;

/** Whether a picture is another view of the one beside it: for dark pages, or under the pointer. */
export function isOtherView(node: HtmlNode, b: Builder): boolean {
  if (isFirstView(node, b)) return false;
  return [-1, 1].some((step) => {
    const beside = pictureBeside(node, step, b);
    if (beside === null) return false;
    if (linkAround(node) !== linkAround(beside) || imageUrl(beside, b) === null) return false;
    return isMarked(node, b) || attr(node, 'alt') === attr(beside, 'alt');
  });
}

/** Whether nothing says that a picture is shown in the place of another one. */
function isFirstView(node: HtmlNode, b: Builder): boolean {
  return !isMarked(node, b) && !isUnseen(node, b);
}

function isMarked(node: HtmlNode, b: Builder): boolean {
  const isNamed = isNamedSo(node, ROLE.darkPicture, b) || isNamedSo(node, ROLE.hoverPicture, b);
  return isNamed || POINTER_WORDS.test(attr(node, 'alt') ?? '');
}

/** Seen through at first: also what appears when it is loaded. */
function isUnseen(node: HtmlNode, b: Builder): boolean {
  return isNamedSo(node, ROLE.seeThrough, b) && (attr(node, 'alt') ?? '') !== '';
}

/** Whether a picture or what it stands in has a role. */
function isNamedSo(node: HtmlNode, role: number, { roles }: Builder): boolean {
  return roles.has(node, role) || (node.parent !== null && roles.has(node.parent, role));
}

/** The next picture before or after one that is a first view, where no text stands between them. */
function pictureBeside(node: HtmlNode, step: number, b: Builder): HtmlNode | null {
  const { nodes } = b.doc;
  for (let between = 1; between <= MAX_BETWEEN; between++) {
    const at = node.index + between * step;
    const beside = nodes[at];
    if (beside === undefined || (beside.tag === '' && !isBlank(beside.text))) return null;
    if (beside.tag === 'img' && b.removedBy[at] === 0 && isFirstView(beside, b)) return beside;
  }
  return null;
}
