import { ELEMENT, HtmlNode, MATHML_NS, TEXT } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import { mathmlToLatex } from './mathml.ts';

/** Boxes of TeX's layout by their classes, as KaTeX and MathLive (`ML__`) write them. */
const BOX = /(?:^|\s)(?:ML__)?(mfrac|msupsub|msubsup|sqrt|op-limits|(?:katex-)?accent|mtable|text)(?=\s|$)/;
/** What all of such a drawing is in. */
const DRAWN = /(?:^|\s)(?:katex-html|ML__base)(?=\s|$)/;
/** What has no part in the formula: struts, rules, spaces and delimiters of no width. */
const EMPTY =
  /(?:^|\s)(?:ML__|katex-)?(?:pstrut|strut|strut--bottom|vlist-s|nulldelimiter|mspace|frac-line|arraycolsep)(?=\s|$)/;
/** Beyond this the drawing is not read. */
const MAX_NODES = 5000;
const MAX_DEPTH = 80;

interface Reading {
  left: number;
  /** A box of a kind that is not known: then nothing is read, as its parts could stand anywhere. */
  isUnknown: boolean;
}

/** A part of a list of boxes above each other: how far it is set below the line, in em; above it is less than 0. */
interface Part {
  readonly shift: number;
  readonly node: HtmlNode;
}

/**
 * LaTeX of a formula that is drawn with boxes alone (KaTeX's output `html`, MathLive's static one): fractions, scripts, roots,
 * limits, accents and tables by their classes, which of the parts is above by its `top`. `''` when it cannot be read.
 */
export function boxesToLatex(node: HtmlNode): string {
  if (!holds(node, DRAWN)) return '';
  const reading: Reading = { left: MAX_NODES, isUnknown: false };
  const math = element('math', read(node, reading, 0));
  return reading.isUnknown || reading.left <= 0 || math.first === null ? '' : mathmlToLatex(math);
}

function element(name: string, children: readonly HtmlNode[]): HtmlNode {
  const made = HtmlNode.element(name, MATHML_NS);
  for (const child of children) {
    child.parent = made;
    child.prev = made.last;
    if (made.last === null) made.first = child;
    else made.last.next = child;
    made.last = child;
  }
  return made;
}

const row = (children: readonly HtmlNode[]) =>
  children.length === 1 ? children[0]! : element('mrow', children);

/** The elements of MathML that the children of a box stand for. */
function read(box: HtmlNode, reading: Reading, depth: number): HtmlNode[] {
  const out: HtmlNode[] = [];
  for (let child = box.first; child !== null; child = child.next) {
    if (reading.left-- <= 0 || depth > MAX_DEPTH) return [];
    if (child.kind === TEXT) out.push(...tokens(child.text));
    else if (child.kind === ELEMENT && child.tag !== 'svg' && !EMPTY.test(marksOf(child))) {
      const kind = BOX.exec(marksOf(child))?.[1];
      if (kind !== undefined) readBox(kind, child, out, reading, depth + 1);
      else if (/(?:^|\s)(?:ML__)?vlist(?:-t)?(?=\s|$)/.test(marksOf(child))) reading.isUnknown = true;
      else out.push(...read(child, reading, depth + 1));
    }
  }
  return out;
}

/** Letters, numbers and signs of a text. */
function tokens(text: string): HtmlNode[] {
  const found = text.match(/[\d.]*\d|\p{L}|[^\s\u200b]/gu) ?? [];
  return found.map((token) => {
    const name = /^[\d.]*\d$/.test(token) ? 'mn' : /^\p{L}$/u.test(token) ? 'mi' : 'mo';
    return element(name, [HtmlNode.text(token)]);
  });
}

/** Adds what a box of a kind is; scripts take what stands ahead of them as their base. */
function readBox(kind: string, box: HtmlNode, out: HtmlNode[], reading: Reading, depth: number): void {
  if (kind === 'text') {
    out.push(element('mtext', [HtmlNode.text(textIn(box))]));
    return;
  }
  if (kind === 'mtable') {
    out.push(readTable(box, reading, depth));
    return;
  }
  const parts = partsOf(box);
  const inside = parts.map((part) => row(read(part.node, reading, depth)));
  if (kind === 'mfrac' && parts.length === 2) out.push(fraction(inside, box));
  else if (kind === 'sqrt' && parts.length === 1) out.push(element('msqrt', inside));
  else if (kind.endsWith('accent') && parts.length === 2) out.push(accent(inside));
  else if (kind === 'op-limits' && parts.length > 1) out.push(limits(inside));
  else if ((kind === 'msupsub' || kind === 'msubsup') && out.length > 0 && parts.length > 0)
    out.push(scripts(out.pop()!, parts, inside));
  else reading.isUnknown = true;
}

function fraction(inside: readonly HtmlNode[], box: HtmlNode): HtmlNode {
  const made = element('mfrac', inside);
  if (!holds(box, /frac-line/)) made.attrs = [{ name: 'linethickness', value: '0' }];
  return made;
}

/** The accent is set at the height of its base, behind it. */
function accent([base, above]: readonly HtmlNode[]): HtmlNode {
  return element('mover', [base!, above!]);
}

/** Sums and products: what stands above, the sign, what stands below. */
function limits(inside: readonly HtmlNode[]): HtmlNode {
  if (inside.length === 3) return element('munderover', [inside[1]!, inside[2]!, inside[0]!]);
  const [upper, lower] = inside;
  const isBelow = upper!.tag === 'mo';
  return isBelow ? element('munder', [upper!, lower!]) : element('mover', [lower!, upper!]);
}

function scripts(base: HtmlNode, parts: readonly Part[], inside: readonly HtmlNode[]): HtmlNode {
  if (inside.length >= 2) return element('msubsup', [base, inside[1]!, inside[0]!]);
  return element(parts[0]!.shift < 0 ? 'msup' : 'msub', [base, inside[0]!]);
}

function readTable(box: HtmlNode, reading: Reading, depth: number): HtmlNode {
  const columns: HtmlNode[][] = [];
  for (let column = box.first; column !== null; column = column.next)
    if (/col-align/.test(marksOf(column)))
      columns.push(partsOf(column).map(({ node }) => element('mtd', read(node, reading, depth))));
  const rows = columns[0]?.map((_, i) =>
    element(
      'mtr',
      columns.map((cells) => cells[i] ?? element('mtd', [])),
    ),
  );
  return element('mtable', rows ?? []);
}

/** The parts that are set above each other in a box, the highest first; rules, which have no text, are none. */
function partsOf(box: HtmlNode): Part[] {
  let list: HtmlNode | null = box;
  while (list !== null && !/(?:^|\s)(?:ML__)?vlist(?=\s|$)/.test(marksOf(list))) list = firstElement(list);
  const parts: Part[] = [];
  for (let node = list?.first ?? null; node !== null; node = node.next) {
    const top = Number.parseFloat(styleOf(node, 'top'));
    const strut = node.kind === ELEMENT ? firstElement(node) : null;
    const height = strut === null ? 0 : Number.parseFloat(styleOf(strut, 'height'));
    if (Number.isFinite(top) && Number.isFinite(height) && textIn(node) !== '')
      parts.push({ shift: top + height, node });
  }
  return parts.sort((one, other) => one.shift - other.shift);
}

function firstElement(node: HtmlNode): HtmlNode | null {
  let child = node.first;
  while (child !== null && (child.kind !== ELEMENT || /nulldelimiter/.test(marksOf(child))))
    child = child.next;
  return child;
}

/** The text of a box of at most `MAX_NODES` nodes, without blanks of no width. */
function textIn(node: HtmlNode): string {
  let text = '';
  const open = [node];
  for (let steps = 0; open.length > 0 && steps < MAX_NODES; steps++) {
    const at = open.pop()!;
    if (at.kind === TEXT) text += at.text;
    for (let child = at.last; child !== null; child = child.prev) open.push(child);
  }
  return text.replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
}

function holds(box: HtmlNode, name: RegExp): boolean {
  const open = [box];
  for (let steps = 0; open.length > 0 && steps < MAX_NODES; steps++) {
    const at = open.pop()!;
    if (at.kind === ELEMENT && name.test(marksOf(at))) return true;
    for (let child = at.last; child !== null; child = child.prev) open.push(child);
  }
  return false;
}
