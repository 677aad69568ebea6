import { childrenOf, ELEMENT, HtmlNode, MATHML_NS, setChildren, TEXT } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { rawCharacters } from './characters.ts';

const MAX_NODES = 5000;
const MAX_DEPTH = 80;
/** The degree of a root, which stands ahead of what is below the sign. */
const DEGREE = /(?:^|\s)(?:katex-)?root(?=\s|$)/;

/** A part of a list of boxes above each other: how far it is set below the line, in em; above it is less than 0. */
export interface Part {
  readonly shift: number;
  readonly node: HtmlNode;
}

/** A copy of a drawing without what `removedBy` has a step for (0: none), phantoms and pictures. Null when it is too large. */
export function shownBoxes(drawing: HtmlNode, removedBy: Uint8Array): HtmlNode | null {
  let left = MAX_NODES;
  const copy = (node: HtmlNode, depth: number): HtmlNode => {
    if (node.kind === TEXT) return HtmlNode.text(node.text);
    const children: HtmlNode[] = [];
    if (depth > MAX_DEPTH) left = 0;
    for (let child = node.first; child !== null && left > 0; child = child.next) {
      left--;
      if (removedBy[child.index] === 0 && child.tag !== 'svg' && !isPhantom(child))
        children.push(copy(child, depth + 1));
    }
    return elementOf(node.tag, children, node);
  };
  const made = copy(drawing, 0);
  return left > 0 ? made : null;
}

/** What `\phantom` makes: the room of a part without the part (KaTeX, then MathLive). */
function isPhantom(node: HtmlNode): boolean {
  return styleOf(node, 'color') === 'transparent' || styleOf(node, 'opacity') === '0';
}

/** An element of its own around `children`; of MathML, unless it is `like` another one. */
export function elementOf(name: string, children: readonly HtmlNode[], like?: HtmlNode): HtmlNode {
  const made = HtmlNode.element(name, like?.ns ?? MATHML_NS, like?.attrs);
  setChildren(made, children);
  return made;
}

/** The parts set above each other in a box, the highest first; those without text, rules and empty cells, only `withEmpty`. */
export function partsOf(box: HtmlNode, withEmpty = false): Part[] {
  let list: HtmlNode | null = box;
  while (list !== null && !/(?:^|\s)(?:ML__)?vlist(?=\s|$)/.test(marksOf(list))) list = firstElement(list);
  const parts: Part[] = [];
  for (const node of list === null ? [] : childrenOf(list)) {
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
  const isNone = (child: HtmlNode) => /nulldelimiter/.test(marksOf(child)) || DEGREE.test(marksOf(child));
  return childrenOf(node).find((child) => child.kind === ELEMENT && !isNone(child)) ?? null;
}

export function degreeOf(root: HtmlNode): HtmlNode | null {
  return childrenOf(root).find((child) => child.kind === ELEMENT && DEGREE.test(marksOf(child))) ?? null;
}

/** The text of a box without blanks of no width. */
export function textIn(box: HtmlNode): string {
  return rawCharacters(box).replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
}

export function holds(box: HtmlNode, name: RegExp): boolean {
  if (box.kind === ELEMENT && name.test(marksOf(box))) return true;
  return childrenOf(box).some((child) => holds(child, name));
}
