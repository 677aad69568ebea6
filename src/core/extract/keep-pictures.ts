import { attr, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { blockRange } from './block-range.ts';
import { type PageStructure, sumIn, wordsIn } from './page-structure.ts';

/** Most words of a figure whose pictures stay without them: a caption, a credit, the label of a button. */
const MAX_FIGURE_WORDS = 60;
/** Elements around a picture that may be its figure. */
const MAX_FIGURE_HEIGHT = 8;
/** Fewest pictures of one template position that stay for the others to stay as well, and how many for each of those. */
const MIN_ALIKE = 3;
const ALIKE_FOR_EACH = 3;

/**
 * Brings back pictures that went with the words beside them, without these: those of figures in a text that stays, whose
 * captions the model dropped, and those of cards that stay where nearly all others of their list keep theirs (one has a
 * badge). `keep` tells the blocks that stay. Changes `removedBy`.
 */
export function keepPictures(
  a: Annotation,
  s: PageStructure,
  barred: Uint8Array,
  keep: Uint8Array,
  removedBy: Uint8Array,
): void {
  const gone = new Uint8Array(removedBy.length);
  const alike = new Map<number, { stay: number; readonly gone: HtmlNode[] }>();
  for (const node of a.doc.nodes) {
    const i = node.index;
    gone[i] = removedBy[i] !== 0 || (node.parent !== null && gone[node.parent.index] === 1) ? 1 : 0;
    if (node.tag !== 'img' || a.unrendered[i] === 1 || barred[i] === 1) continue;
    if (gone[i] === 1 && isInKeptFigure(a, node, keep)) reveal(node, removedBy);
    else if (isInKeptCard(a, s, i, keep)) {
      const group = alike.get(s.path[i]!) ?? { stay: 0, gone: [] };
      if (gone[i] === 1) group.gone.push(node);
      else group.stay++;
      alike.set(s.path[i]!, group);
    }
  }
  for (const group of alike.values()) {
    if (group.stay < Math.max(MIN_ALIKE, group.gone.length * ALIKE_FOR_EACH)) continue;
    for (const picture of group.gone) reveal(picture, removedBy);
  }
}

/** Whether a picture is in a figure between two blocks that stay, or beside one in a box that mostly stays. */
function isInKeptFigure(a: Annotation, picture: HtmlNode, keep: Uint8Array): boolean {
  let figure: HtmlNode = picture;
  for (let height = 0; !isFigure(figure); height++) {
    if (figure.parent === null || height === MAX_FIGURE_HEIGHT) return false;
    figure = figure.parent;
  }
  const words = wordsIn(a, figure.index);
  // What is mostly a link is another page's picture.
  if (words > MAX_FIGURE_WORDS || sumIn(a, a.linkWords, figure.index) * 2 > words) return false;
  const [from, to] = blockRange(a, figure.index);
  const before = from > 0 && keep[from - 1] === 1;
  const after = to < keep.length && keep[to] === 1;
  if (before && after) return true;
  if (!before && !after) return false;
  const [first, end] = blockRange(a, figure.parent!.index);
  const kept = keep.subarray(first, end).reduce((sum, own) => sum + (own === 1 ? 1 : 0), 0);
  return kept * 2 > end - first - (to - from);
}

/** Boxes that are figures by the names that WordPress, MediaWiki and Substack give them. */
const FIGURE =
  /(?:^|\s)(?:wp-caption|wp-block-image|thumb t(?:right|left|none)|captioned-image-container)(?:\s|$)/;

function isFigure(node: HtmlNode): boolean {
  return node.tag === 'figure' || (node.tag === 'div' && FIGURE.test(attr(node, 'class') ?? ''));
}

function isInKeptCard(a: Annotation, s: PageStructure, index: number, keep: Uint8Array): boolean {
  const card = s.repeated[index]!;
  return card >= 0 && keep.subarray(...blockRange(a, card)).includes(1);
}

/** Takes back the removals around a node; what stands beside it in what was removed stays removed. */
function reveal(node: HtmlNode, removedBy: Uint8Array): void {
  const path: HtmlNode[] = [];
  let top = -1;
  for (let up: HtmlNode | null = node; up !== null; up = up.parent) {
    path.push(up);
    if (removedBy[up.index] !== 0) top = path.length - 1;
  }
  if (top < 0) return;
  const step = removedBy[path[top]!.index]!;
  for (let k = top; k > 0; k--) {
    removedBy[path[k]!.index] = 0;
    for (let child = path[k]!.first; child !== null; child = child.next)
      if (child !== path[k - 1] && removedBy[child.index] === 0) removedBy[child.index] = step;
  }
  removedBy[node.index] = 0;
}
