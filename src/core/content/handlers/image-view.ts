import { attr, type HtmlNode } from '../../html/tree.ts';
import { isBlank } from '../blank.ts';
import type { Builder } from '../builder.ts';
import { imageUrl } from './image-source.ts';
import { linkAround } from './linked-picture.ts';
import { nameOf } from './names-around.ts';

/** Classes of pictures for dark pages: Tailwind, Docusaurus, Sphinx and their like. */
const DARK =
  /(?:^|[\s:])dark:(?:block|inline|inline-block|flex)(?=\s|$)|--dark(?=[_\s]|$)|(?:^|\s)(?:only-dark|dark-only|show-dark|dark-mode-show\S*)(?=\s|$)/i;
/** Classes and words of pictures that take the place of another one under the pointer. */
const UNDER_POINTER =
  /(?:^|[\s_-])(?:hover|rollover)(?:[_-](?:image|img))?(?=\s|$)|(?:^|\s)hover-(?:gallery-)?(?:image|img)(?=\s|$)|secondary[_-](?:image|img)|(?:image|img)--secondary/i;
const POINTER_WORDS = /\b(?:hover|rollover) image$/i;
/** A class of pictures that are seen through at first: also of those that appear when they are loaded. */
const UNSEEN = /(?:^|\s)opacity-0(?=\s|$)/;

/** Nodes between two pictures that stand for each other. */
const MAX_APART = 12;

/** Whether a picture is another view of the one beside it: for dark pages, or under the pointer. */
export function isOtherView(node: HtmlNode, b: Builder): boolean {
  if (isFirstView(node)) return false;
  return [-1, 1].some((step) => {
    const beside = pictureBeside(node, step, b);
    if (beside === null) return false;
    if (linkAround(node) !== linkAround(beside) || imageUrl(beside, b) === null) return false;
    return isMarked(node) || attr(node, 'alt') === attr(beside, 'alt');
  });
}

/** Whether nothing says that a picture is shown in the place of another one. */
function isFirstView(node: HtmlNode): boolean {
  return !isMarked(node) && !isUnseen(node);
}

function isMarked(node: HtmlNode): boolean {
  const names = namesOf(node);
  return DARK.test(names) || UNDER_POINTER.test(names) || POINTER_WORDS.test(attr(node, 'alt') ?? '');
}

function isUnseen(node: HtmlNode): boolean {
  return UNSEEN.test(namesOf(node)) && (attr(node, 'alt') ?? '') !== '';
}

/** The classes of a picture and of what it stands in. */
function namesOf(node: HtmlNode): string {
  return `${nameOf(node)} ${nameOf(node.parent)}`;
}

/** The next picture before or after one that is a first view, where no text stands between them. */
function pictureBeside(node: HtmlNode, step: number, b: Builder): HtmlNode | null {
  const { nodes } = b.doc;
  for (let apart = 1; apart <= MAX_APART; apart++) {
    const at = node.index + apart * step;
    const beside = nodes[at];
    if (beside === undefined || (beside.tag === '' && !isBlank(beside.text))) return null;
    if (beside.tag === 'img' && b.removedBy[at] === 0 && isFirstView(beside)) return beside;
  }
  return null;
}
