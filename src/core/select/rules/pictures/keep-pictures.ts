import { type HtmlNode, nearest, nodesOf } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, keptBlocks, keptIn } from '../../../page/block-range.ts';
import { type PageStructure, sumIn, wordsIn } from '../../../page/page-structure.ts';
import {
  figuresOf,
  hasAddress,
  isCaption,
  isEmbed,
  isFigure,
  isLogo,
  isPicture,
  leadsToPage,
  leadsToPicture,
} from '../../../units/figure.ts';
import { uint8s } from '../../../zeroed.ts';
import { COPY, STEP } from '../../prune.ts';
import { leadPicture } from './lead-picture.ts';

/** Most words and nodes of a figure: a caption, a credit, the label of a button; captions of papers tell what is shown. */
const MAX_FIGURE_WORDS = 150;
const MAX_FIGURE_NODES = 2000;
/** Fewest pictures of one template position that stay for the others to stay as well, and how many for each of those. */
const MIN_ALIKE = 3;
const ALIKE_FOR_EACH = 3;

/**
 * Brings back pictures that went with the words beside them: those of figures in a text that stays, with their captions,
 * which the model drops as the labels do; the one above it by which the page wants to be known; and those of cards that
 * stay where nearly all others of their list keep theirs (one has a badge). Icons and portraits of readers stay away.
 * `keep` tells the blocks that stay. Changes `removedBy`.
 */
export function keepPictures(
  a: Annotation,
  s: PageStructure,
  pruned: Uint8Array,
  keep: Uint8Array,
  removedBy: Uint8Array,
): void {
  const gone = uint8s(removedBy.length);
  for (let i = 0; i < gone.length; i++) {
    if (removedBy[i] === 0) continue;
    gone.fill(1, i, a.ends[i]);
    i = a.ends[i]! - 1;
  }
  const kept = keptBlocks(keep);
  const alike = new Map<number, { stay: number; readonly gone: HtmlNode[] }>();
  for (const node of a.doc.elements.tagged('img')) {
    const card = s.repeated[node.index]!;
    const isOnCard = pruned[node.index] === 0 && card >= 0 && keptIn(a, kept, card) > 0;
    if (!isOnCard || !isPicture(a, node)) continue;
    const group = alike.get(s.path[node.index]!) ?? { stay: 0, gone: [] };
    if (gone[node.index] === 1) group.gone.push(node);
    else group.stay++;
    alike.set(s.path[node.index]!, group);
  }
  const isCopy = ({ index }: HtmlNode): boolean => keep.subarray(...blockRange(a, index)).includes(COPY);
  const mayReturn = figuresOf(a).filter(
    (figure) =>
      pruned[figure.index] === 0 && figure.end - figure.index <= MAX_FIGURE_NODES && !isCopy(figure),
  );
  const figures = mayReturn.filter(({ index }) => gone[index] === 0);
  const lost = mayReturn.filter(({ index }) => gone[index] === 1);
  const inFigures = uint8s(keep.length);
  for (const { index } of lost) inFigures.fill(1, ...blockRange(a, index));
  for (const figure of lost) if (isInKeptText(a, figure, kept, inFigures)) revealFigure(a, figure, removedBy);
  for (const figure of figures) revealPictures(a, figure, gone, kept, removedBy);
  const lead = leadPicture(a, s, pruned, kept, gone);
  if (lead !== null) revealLead(a, lead, removedBy);
  for (const group of alike.values()) {
    if (group.stay < Math.max(MIN_ALIKE, group.gone.length * ALIKE_FOR_EACH)) continue;
    for (const picture of group.gone) reveal(picture, removedBy);
  }
}

/** Most blocks of other figures between a figure and the text: slides of a gallery. */
const MAX_BETWEEN = 30;

/** Whether a figure, with others beside it, is between two blocks that stay, or beside one in a box that mostly stays. */
function isInKeptText(a: Annotation, figure: HtmlNode, kept: Int32Array, inFigures: Uint8Array): boolean {
  if (wordsIn(a, figure.index) > MAX_FIGURE_WORDS || isOfAnotherPage(a, figure)) return false;
  let [from, to] = blockRange(a, figure.index);
  const own = to - from;
  for (let k = 0; k < MAX_BETWEEN && from > 0 && inFigures[from - 1] === 1; k++) from--;
  for (let k = 0; k < MAX_BETWEEN && inFigures[to] === 1; k++) to++;
  const before = from > 0 && kept[from]! > kept[from - 1]!;
  const after = to + 1 < kept.length && kept[to + 1]! > kept[to]!;
  if (before && after) return true;
  if (!before && !after) return false;
  const [first, end] = blockRange(a, figure.parent!.index);
  return (kept[end]! - kept[first]!) * 2 > end - first - own;
}

/** Whether a figure is mostly a link. A credit below a picture may be one, unless the picture leads to a page as well. */
function isOfAnotherPage(a: Annotation, figure: HtmlNode): boolean {
  let words = wordsIn(a, figure.index);
  let links = sumIn(a, a.linkWords, figure.index);
  if (links * 2 <= words) return false;
  const parts = nodesOf(a.doc, figure);
  if (parts.some(leadsToPage)) return true;
  for (const { index } of parts.filter(leadsToPicture)) links -= sumIn(a, a.linkWords, index);
  for (const { index } of parts.filter((part) => isCaption(a, part))) {
    words -= wordsIn(a, index);
    links -= sumIn(a, a.linkWords, index);
  }
  return links * 2 > words;
}

/** Takes back the removals around a picture, with its caption where it has one. */
function revealLead(a: Annotation, lead: HtmlNode, removedBy: Uint8Array): void {
  // A link to a larger picture has no caption of its own.
  const figure = nearest(lead, (node) => isFigure(a, node) && !leadsToPicture(node));
  if (figure !== null && wordsIn(a, figure.index) <= MAX_FIGURE_WORDS) revealFigure(a, figure, removedBy);
  else reveal(lead, removedBy);
}

/** Takes back the removals around the pictures of a figure whose caption stays alone. */
function revealPictures(
  a: Annotation,
  figure: HtmlNode,
  gone: Uint8Array,
  kept: Int32Array,
  removedBy: Uint8Array,
): void {
  if (keptIn(a, kept, figure.index) === 0 || wordsIn(a, figure.index) > MAX_FIGURE_WORDS) return;
  const pictures = a.doc.nodes
    .slice(figure.index + 1, figure.end)
    .filter((node) => isPicture(a, node) && hasAddress(node));
  if (pictures.every(({ index }) => gone[index] === 1))
    for (const picture of pictures) reveal(picture, removedBy);
}

/** Takes back the removals around the pictures and films of a figure, and around its captions where it has one. */
function revealFigure(a: Annotation, figure: HtmlNode, removedBy: Uint8Array): void {
  const parts = a.doc.nodes.slice(figure.index + 1, figure.end);
  const all = parts.filter((node) => isEmbed(node) || (isPicture(a, node) && hasAddress(node)));
  // A logo beside a picture is the site's.
  const shown = all.every(isLogo) ? all : all.filter((node) => !isLogo(node));
  if (shown.length === 0) return;
  for (const node of shown) reveal(node, removedBy);
  for (const caption of parts.filter((part) => isCaption(a, part))) {
    reveal(caption, removedBy);
    for (let i = caption.index + 1; i < caption.end; i++) {
      const part = a.doc.nodes[i]!;
      if (a.blockOf[i]! >= 0) reveal(part, removedBy);
      else if (part.tag === 'img' && !isPicture(a, part)) removedBy[i] = STEP.media;
    }
  }
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
    if (removedBy[up.index] === STEP.excluded) return;
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
