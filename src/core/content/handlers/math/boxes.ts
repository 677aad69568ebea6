import { ELEMENT, HtmlNode, TEXT } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { rawCharacters } from './characters.ts';

/** Larger drawings are not read. */
const MAX_NODES = 5000;
const MAX_DEPTH = 80;
/** The degree of a root, which stands ahead of what is below the sign. */
export const DEGREE = /(?:^|\s)(?:katex-)?root(?=\s|$)/;

/** A part of a list of boxes above each other: how far it is set below the line, in em; above it is less than 0. */
export interface Part {
  readonly shift: number;
  readonly node: HtmlNode;
}

/**
 * A copy of a drawing with what a reader sees: without what `removedBy` has a step for (by index; 0 is none), phantoms and
 * pictures. Null when it is too large.
 */
export function shownBoxes(drawing: HtmlNode, removedBy: Uint8Array): HtmlNode | null {
  let left = MAX_NODES;
  const copy = (node: HtmlNode, depth: number): HtmlNode => {
    if (node.kind === TEXT) return HtmlNode.text(node.text);
    const made = HtmlNode.element(node.tag, node.ns, node.attrs);
    if (depth > MAX_DEPTH) left = 0;
    for (let child = node.first; child !== null && left > 0; child = child.next) {
      left--;
      if (removedBy[child.index] === 0 && child.tag !== 'svg' && !isPhantom(child))
        append(made, copy(child, depth + 1));
    }
    return made;
  };
  const made = copy(drawing, 0);
  return left > 0 ? made : null;
}

/** What `\phantom` makes: the room of a part without the part (KaTeX, then MathLive). */
function isPhantom(node: HtmlNode): boolean {
  return styleOf(node, 'color') === 'transparent' || styleOf(node, 'opacity') === '0';
}

export function append(parent: HtmlNode, child: HtmlNode): void {
  child.parent = parent;
  child.prev = parent.last;
  if (parent.last === null) parent.first = child;
  else parent.last.next = child;
  parent.last = child;
}

/**
 * The parts that are set above each other in a box, the highest first. Rules and other parts without text are left out unless
 * they are asked for, as the empty cells of a table are.
 */
export function partsOf(box: HtmlNode, withEmpty = false): Part[] {
  let list: HtmlNode | null = box;
  while (list !== null && !/(?:^|\s)(?:ML__)?vlist(?=\s|$)/.test(marksOf(list))) list = firstElement(list);
  const parts: Part[] = [];
  for (let node = list?.first ?? null; node !== null; node = node.next) {
    const top = Number.parseFloat(styleOf(node, 'top'));
    const strut = node.kind === ELEMENT ? firstElement(node) : null;
    const height = strut === null ? 0 : Number.parseFloat(styleOf(strut, 'height'));
    if (Number.isFinite(top) && Number.isFinite(height) && (withEmpty || textIn(node) !== ''))
      parts.push({ shift: top + height, node });
  }
  return parts.sort((one, other) => one.shift - other.shift);
}

/** Whether the parts have all the text of their box. */
export function isAllIn(parts: readonly Part[], box: HtmlNode): boolean {
  return parts.reduce((sum, { node }) => sum + textIn(node).length, 0) === textIn(box).length;
}

function firstElement(node: HtmlNode): HtmlNode | null {
  let child = node.first;
  while (
    child !== null &&
    (child.kind !== ELEMENT || /nulldelimiter/.test(marksOf(child)) || DEGREE.test(marksOf(child)))
  )
    child = child.next;
  return child;
}

export function childOf(node: HtmlNode, name: RegExp): HtmlNode | null {
  let child = node.first;
  while (child !== null && !(child.kind === ELEMENT && name.test(marksOf(child)))) child = child.next;
  return child;
}

/** The text of a box without blanks of no width. */
export function textIn(box: HtmlNode): string {
  return rawCharacters(box).replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
}

export function holds(box: HtmlNode, name: RegExp): boolean {
  if (box.kind === ELEMENT && name.test(marksOf(box))) return true;
  for (let child = box.first; child !== null; child = child.next) if (holds(child, name)) return true;
  return false;
}
