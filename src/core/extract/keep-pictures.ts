import { attr, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { blockRange, keptBlocks } from './block-range.ts';
import { type PageStructure, sumIn, wordsIn } from './page-structure.ts';
import { stepNumber } from './prune.ts';

/** Most words of a figure: a caption, a credit, the label of a button. */
const MAX_FIGURE_WORDS = 60;
/** Fewest pictures of one template position that stay for the others to stay as well, and how many for each of those. */
const MIN_ALIKE = 3;
const ALIKE_FOR_EACH = 3;
/** Widest and highest icon, in CSS pixels. */
const MAX_ICON_SIZE = 48;

/**
 * Brings back pictures that went with the words beside them: those of figures in a text that stays, with their captions,
 * which the model drops as the labels do; and those of cards that stay where nearly all others of their list keep theirs
 * (one has a badge). Icons and portraits of readers stay away. `keep` tells the blocks that stay. Changes `removedBy`.
 */
export function keepPictures(
  a: Annotation,
  s: PageStructure,
  barred: Uint8Array,
  keep: Uint8Array,
  removedBy: Uint8Array,
): void {
  const gone = new Uint8Array(removedBy.length);
  const kept = keptBlocks(keep);
  const alike = new Map<number, { stay: number; readonly gone: HtmlNode[] }>();
  for (const node of a.doc.nodes) {
    const i = node.index;
    gone[i] = removedBy[i] !== 0 || (node.parent !== null && gone[node.parent.index] === 1) ? 1 : 0;
    if (barred[i] === 1) continue;
    if (isPicture(a, node) && isInKeptCard(a, s, i, kept)) {
      const group = alike.get(s.path[i]!) ?? { stay: 0, gone: [] };
      if (gone[i] === 1) group.gone.push(node);
      else group.stay++;
      alike.set(s.path[i]!, group);
    } else if (gone[i] === 1 && isFigure(node) && isInKeptText(a, node, kept))
      revealFigure(a, node, removedBy);
  }
  for (const group of alike.values()) {
    if (group.stay < Math.max(MIN_ALIKE, group.gone.length * ALIKE_FOR_EACH)) continue;
    for (const picture of group.gone) reveal(picture, removedBy);
  }
}

/** Whether a node is a picture that says something: no icon and no portrait beside a name. */
function isPicture(a: Annotation, node: HtmlNode): boolean {
  if (node.tag !== 'img' || a.unrendered[node.index] === 1) return false;
  const isSmall = ['width', 'height'].some((side) => Number(attr(node, side) ?? Infinity) <= MAX_ICON_SIZE);
  const names = [node, node.parent, node.parent?.parent ?? null].map((up) => up && attr(up, 'class'));
  return !isSmall && !names.some((name) => name !== null && ICON.test(name));
}

const ICON = /avatar|(?:^|[\s_-])icons?(?:$|[\s_-])/i;

/** Whether a figure is between two blocks that stay, or beside one in a box that mostly stays. */
function isInKeptText(a: Annotation, figure: HtmlNode, kept: Int32Array): boolean {
  const words = wordsIn(a, figure.index);
  // What is mostly a link is another page's picture.
  if (words > MAX_FIGURE_WORDS || sumIn(a, a.linkWords, figure.index) * 2 > words) return false;
  const [from, to] = blockRange(a, figure.index);
  const before = from > 0 && kept[from]! > kept[from - 1]!;
  const after = to + 1 < kept.length && kept[to + 1]! > kept[to]!;
  if (before && after) return true;
  if (!before && !after) return false;
  const [first, end] = blockRange(a, figure.parent!.index);
  return (kept[end]! - kept[first]!) * 2 > end - first - (to - from);
}

/** Takes back the removals around the pictures of a figure, and around its captions where it has one. */
function revealFigure(a: Annotation, figure: HtmlNode, removedBy: Uint8Array): void {
  const parts = a.doc.nodes.slice(figure.index + 1, figure.end);
  const pictures = parts.filter((node) => isPicture(a, node));
  if (pictures.length === 0) return;
  for (const picture of pictures) reveal(picture, removedBy);
  for (const caption of parts.filter(isCaption)) {
    reveal(caption, removedBy);
    for (let i = caption.index + 1; i < caption.end; i++) {
      const part = a.doc.nodes[i]!;
      if (a.blockOf[i]! >= 0) reveal(part, removedBy);
      else if (part.tag === 'img' && !isPicture(a, part)) removedBy[i] = stepNumber('media');
    }
  }
}

/** Captions, by the names that WordPress and MediaWiki give theirs. */
const CAPTION = /(?:^|\s)(?:wp-caption-text|thumbcaption)(?:\s|$)/;

function isCaption(node: HtmlNode): boolean {
  return node.tag === 'figcaption' || CAPTION.test(attr(node, 'class') ?? '');
}

/** Boxes that are figures by the names that WordPress, MediaWiki and Substack give them. */
const FIGURE =
  /(?:^|\s)(?:wp-caption|wp-block-image|thumb t(?:right|left|none)|captioned-image-container)(?:\s|$)/;

function isFigure(node: HtmlNode): boolean {
  return node.tag === 'figure' || (node.tag === 'div' && FIGURE.test(attr(node, 'class') ?? ''));
}

function isInKeptCard(a: Annotation, s: PageStructure, index: number, kept: Int32Array): boolean {
  const card = s.repeated[index]!;
  if (card < 0) return false;
  const [from, to] = blockRange(a, card);
  return kept[to]! > kept[from]!;
}

/**
 * Takes back the removals around a node; what stands beside it in what was removed stays removed, and what the caller
 * excluded.
 */
function reveal(node: HtmlNode, removedBy: Uint8Array): void {
  const path: HtmlNode[] = [];
  let top = -1;
  for (let up: HtmlNode | null = node; up !== null; up = up.parent) {
    path.push(up);
    if (removedBy[up.index] === stepNumber('excluded')) return;
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
