import { childrenOf, HtmlNode, TEXT } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { each } from '../../../word-set.ts';
import { appendAll } from '../../append-all.ts';
import { degreeOf, elementOf, holds, isAllIn, type Part, partsOf, shownBoxes, textIn } from './boxes.ts';
import { mathmlToLatex } from './mathml.ts';

/** Boxes of TeX's layout by their classes, as KaTeX and MathLive (`ML__`) write them. */
const BOX = /(?:^|\s)(?:ML__)?(mfrac|msupsub|msubsup|sqrt|op-limits|(?:katex-)?accent|mtable|text)(?=\s|$)/;
/** What all of such a drawing is in. */
const DRAWN = /(?:^|\s)(?:katex-html|ML__base)(?=\s|$)/;
/** What has no part in the formula: struts, rules, spaces and delimiters of no width. */
const EMPTY =
  /(?:^|\s)(?:ML__|katex-)?(?:pstrut|strut|strut--bottom|vlist-s|nulldelimiter|mspace|frac-line|arraycolsep)(?=\s|$)/;
/** What is drawn over its neighbour: the strokes of `\not` and `\notin`. */
const LAP = /(?:^|\s)(?:ML__)?[rlc]lap(?=\s|$)/;
/** What is set upright: letters in it are one name. */
const UPRIGHT = /(?:^|\s)(?:mop|mathrm|ML__cmr)(?=\s|$)/;
/** Alphabets by the classes of KaTeX, then by those of MathLive, and what MathML calls them. */
const ALPHABET =
  /(?:^|\s)(mathbf|mathbb|mathcal|mathscr|mathfrak|mathsf|mathtt|boldsymbol|ML__(?:mathbf|mathbfit|bb|cal|script|frak|sans|tt))(?=\s|$)/;
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ...each('mathbf ML__mathbf', 'bold'),
  ...each('boldsymbol ML__mathbfit', 'bold-italic'),
  ...each('mathbb ML__bb', 'double-struck'),
  ...each('mathcal ML__cal mathscr ML__script', 'script'),
  ...each('mathfrak ML__frak', 'fraktur'),
  ...each('mathsf ML__sans', 'sans-serif'),
  ...each('mathtt ML__tt', 'monospace'),
]);
/** The glyph that KaTeX and MathLive draw `\not` with, ahead of the sign that it strikes out. */
const NOT = '\ue020';
const SIDES: Readonly<Record<string, string>> = { l: 'left', c: 'center', r: 'right' };

interface Reading {
  /** The sign or letter that was read last in this row. */
  last: HtmlNode | null;
  isStruck: boolean;
  /** A box of a kind that is not known: then nothing is read, as its parts could stand anywhere. */
  isUnknown: boolean;
}

/**
 * LaTeX of a formula that is drawn with boxes alone (KaTeX's output `html`, MathLive's static one): fractions, scripts, roots,
 * limits, accents and tables by their classes, which of the parts is above by its `top`. What `removedBy` has a step for is no
 * part of it. `''` when not all of it is surely read: a formula that is not there does less harm than a false one.
 */
export function boxesToLatex(drawing: HtmlNode, removedBy: Uint8Array): string {
  const shown = shownBoxes(drawing, removedBy);
  if (shown === null || !holds(shown, DRAWN)) return '';
  const reading: Reading = { last: null, isStruck: false, isUnknown: false };
  const parts = readRow(shown, reading);
  return reading.isUnknown || parts.length === 0 ? '' : mathmlToLatex(elementOf('math', parts));
}

const row = (children: readonly HtmlNode[]) =>
  children.length === 1 ? children[0]! : elementOf('mrow', children);

/** The elements of MathML that the children of a box stand for. */
function read(box: HtmlNode, reading: Reading): HtmlNode[] {
  const out: HtmlNode[] = [];
  for (let child = box.first; child !== null; child = child.next) {
    if (child.kind === TEXT) appendAll(out, tokens(child.text, reading));
    else if (!EMPTY.test(marksOf(child))) readElement(child, out, reading);
  }
  return out;
}

function readElement(node: HtmlNode, out: HtmlNode[], reading: Reading): void {
  const marks = marksOf(node);
  const kind = BOX.exec(marks)?.[1];
  const lapped = LAP.test(marks) ? textIn(node).trim() : NOT;
  if (kind !== undefined) {
    reading.last = null;
    readBox(kind, node, out, reading);
    reading.last = null;
  } else if (lapped === '/' && reading.last !== null) strikeOut(reading.last, reading);
  else if (lapped !== NOT || /(?:^|\s)(?:ML__)?vlist(?:-t)?(?=\s|$)/.test(marks)) reading.isUnknown = true;
  else if (UPRIGHT.test(marks) && isName(node)) out.push(token('mi', textIn(node), reading));
  else appendAll(out, inAlphabet(read(node, reading), marks));
}

function inAlphabet(parts: readonly HtmlNode[], marks: string): readonly HtmlNode[] {
  const value = VARIANTS.get(ALPHABET.exec(marks)?.[1] ?? '');
  if (value === undefined) return parts;
  for (const part of parts)
    if (part.tag === 'mi' || part.tag === 'mn') part.attrs = [{ name: 'mathvariant', value }];
  return parts;
}

function isName(node: HtmlNode): boolean {
  return /^\p{L}{2,}$/u.test(textIn(node)) && !holds(node, /mathnormal|vlist/);
}

function tokens(text: string, reading: Reading): HtmlNode[] {
  const out: HtmlNode[] = [];
  for (const found of text.match(/[\d.]*\d|\p{L}|[^\s\u200b]/gu) ?? []) {
    if (found === NOT && !reading.isStruck) reading.isStruck = true;
    // Other signs of private use are parts of glyphs.
    else if (/\p{Co}/u.test(found)) reading.isUnknown = true;
    else
      out.push(token(/^[\d.]*\d$/.test(found) ? 'mn' : /^\p{L}$/u.test(found) ? 'mi' : 'mo', found, reading));
  }
  return out;
}

function token(name: string, text: string, reading: Reading): HtmlNode {
  const made = elementOf(name, [HtmlNode.text(text)]);
  if (reading.isStruck) strikeOut(made, reading);
  reading.isStruck = false;
  reading.last = made;
  return made;
}

/** Makes a sign its negation, which Unicode has for most relations: `=` is `≠`. */
function strikeOut(made: HtmlNode, reading: Reading): void {
  const struck = `${made.first!.text}\u0338`.normalize('NFC');
  if (made.tag !== 'mo' || struck.length > 1) reading.isUnknown = true;
  made.first!.text = struck;
}

/** Adds what a box of a kind is; scripts take what stands ahead of them as their base. */
function readBox(kind: string, box: HtmlNode, out: HtmlNode[], reading: Reading): void {
  if (reading.isStruck) reading.isUnknown = true;
  if (kind === 'text') return void out.push(elementOf('mtext', [HtmlNode.text(textIn(box))]));
  if (kind === 'mtable') return void out.push(readTable(box, reading));
  const degree = kind === 'sqrt' ? degreeOf(box) : null;
  const parts = partsOf(box);
  const all = degree === null ? parts : [...partsOf(degree), ...parts];
  if (!isAllIn(all, box)) reading.isUnknown = true;
  const inside = all.map((part) => row(readRow(part.node, reading)));
  if (kind === 'mfrac' && parts.length === 2) out.push(fraction(inside, box));
  else if (kind === 'sqrt' && parts.length === 1) out.push(root(inside));
  else if (kind.endsWith('accent') && parts.length === 2) out.push(accent(parts, inside));
  else if (kind === 'op-limits' && parts.length > 1) out.push(limits(parts, inside, reading));
  else if (/^ms/.test(kind) && out.length > 0 && (parts.length === 1 || parts.length === 2))
    out.push(scripts(out.pop()!, parts, inside));
  else reading.isUnknown = true;
}

/** A part of a box is a row of its own: no stroke goes into it or out of it. */
function readRow(node: HtmlNode, reading: Reading): HtmlNode[] {
  reading.last = null;
  const out = read(node, reading);
  if (reading.isStruck) reading.isUnknown = true;
  return out;
}

function root([...inside]: readonly HtmlNode[]): HtmlNode {
  return inside.length === 1 ? elementOf('msqrt', inside) : elementOf('mroot', inside.reverse());
}

function fraction(inside: readonly HtmlNode[], box: HtmlNode): HtmlNode {
  const made = elementOf('mfrac', inside);
  if (!holds(box, /frac-line/)) made.attrs = [{ name: 'linethickness', value: '0' }];
  return made;
}

function accent(parts: readonly Part[], inside: readonly HtmlNode[]): HtmlNode {
  const isFirst = holds(parts[0]!.node, /accent-body/);
  return elementOf('mover', isFirst ? [inside[1]!, inside[0]!] : [...inside]);
}

/** What limits are set at stands on the line; they stand above it and below. */
function limits(parts: readonly Part[], inside: readonly HtmlNode[], reading: Reading): HtmlNode {
  const [first, second, third] = inside;
  const shifts = parts.map(({ shift }) => Math.abs(shift));
  const onLine = shifts.indexOf(Math.min(...shifts));
  if (parts.length === 2)
    return onLine === 0 ? elementOf('munder', [first!, second!]) : elementOf('mover', [second!, first!]);
  if (parts.length !== 3 || onLine !== 1) reading.isUnknown = true;
  return elementOf('munderover', [second!, third ?? elementOf('mrow', []), first!]);
}

function scripts(base: HtmlNode, parts: readonly Part[], inside: readonly HtmlNode[]): HtmlNode {
  if (inside.length >= 2) return elementOf('msubsup', [base, inside[1]!, inside[0]!]);
  return elementOf(parts[0]!.shift < 0 ? 'msup' : 'msub', [base, inside[0]!]);
}

function readTable(box: HtmlNode, reading: Reading): HtmlNode {
  const columns: Part[][] = [];
  const sides: string[] = [];
  for (const column of childrenOf(box)) {
    const side = /(?:^|\s)col-align-([lcr])/.exec(marksOf(column))?.[1];
    if (side === undefined) continue;
    columns.push(partsOf(column, true));
    sides.push(SIDES[side]!);
  }
  const rows = columns[0]?.length ?? 0;
  const isWhole = rows > 0 && columns.every((cells) => cells.length === rows) && isAllIn(columns.flat(), box);
  if (!isWhole) reading.isUnknown = true;
  const lines = (isWhole ? columns[0]! : []).map((_, i) =>
    elementOf(
      'mtr',
      columns.map((column) => elementOf('mtd', readRow(column[i]!.node, reading))),
    ),
  );
  const table = elementOf('mtable', lines);
  table.attrs = [{ name: 'columnalign', value: sides.join(' ') }];
  return table;
}
