import { attr, ELEMENT, HtmlNode, MATHML_NS } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { hidesItself } from '../../../page/visibility/hidden-element.ts';
import { appendAll } from '../../append-all.ts';
import { mathmlToLatex } from './mathml.ts';

/** Parts of a formula drawn by MathJax 3 and 4, named as their MathML. */
const NAMES = new Set(
  'mi mo mn mtext ms mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mspace menclose mmultiscripts mphantom'.split(
    ' ',
  ),
);
/** Beyond this the drawing is not read. */
const MAX_NODES = 5000;
const MAX_DEPTH = 60;
/** The script A of Unicode's mathematical block. */
const SCRIPT_A = 0x1d49c;

/**
 * LaTeX of a formula that MathJax drew without any source beside it: the elements of its CHTML output
 * (`<mjx-mi><mjx-c class="mjx-c1D465">`) and of its SVG output (`data-mml-node`, `data-c`) name the MathML they
 * stand for. `''` when nothing can be read.
 */
export function drawnToLatex(node: HtmlNode): string {
  const budget = { left: MAX_NODES };
  const math = HtmlNode.element('math', MATHML_NS);
  for (const part of read(node, budget, 0)) append(math, part);
  return math.first === null ? '' : mathmlToLatex(math);
}

function append(parent: HtmlNode, child: HtmlNode): void {
  child.parent = parent;
  child.prev = parent.last;
  if (parent.last === null) parent.first = child;
  else parent.last.next = child;
  parent.last = child;
}

function read(node: HtmlNode, budget: { left: number }, depth: number): HtmlNode[] {
  const out: HtmlNode[] = [];
  for (let child = node.first; child !== null; child = child.next) {
    if (child.kind !== ELEMENT || budget.left-- <= 0 || depth > MAX_DEPTH || hidesItself(child)) continue;
    const name = nameOf(child);
    const char = characterOf(child);
    if (char !== '') {
      out.push(HtmlNode.text(char));
      continue;
    }
    const inner = read(child, budget, depth + 1);
    if (name === null) {
      appendAll(out, inner);
      continue;
    }
    const part = HtmlNode.element(name, MATHML_NS);
    // MathJax draws the upper script first.
    const ordered = name === 'msubsup' && inner.length === 3 ? [inner[0]!, inner[2]!, inner[1]!] : inner;
    for (const item of ordered) append(part, item);
    out.push(part);
  }
  return out;
}

function nameOf(node: HtmlNode): string | null {
  const name = node.tag.startsWith('mjx-') ? node.tag.slice(4) : (attr(node, 'data-mml-node') ?? '');
  return NAMES.has(name) ? name : null;
}

/** Whether a letter is of the one font whose letters keep the codes of plain ones: a class in CHTML, an address in SVG. */
function isCalligraphic(node: HtmlNode): boolean {
  return /(?:^|[\s-])TEX-C(?=[\s-]|$)/.test(
    `${marksOf(node)} ${attr(node, 'href') ?? attr(node, 'xlink:href') ?? ''}`,
  );
}

function characterOf(node: HtmlNode): string {
  const hex =
    attr(node, 'data-c') ?? (node.tag === 'mjx-c' ? /mjx-c([0-9A-F]+)/.exec(marksOf(node))?.[1] : undefined);
  if (hex === undefined || hex === null) return '';
  const code = Number.parseInt(hex, 16);
  if (!(code > 0) || code > 0x10ffff) return '';
  if (isCalligraphic(node) && code >= 65 && code <= 90) return String.fromCodePoint(SCRIPT_A + code - 65);
  // Italic letters are what an identifier is drawn with, not a choice of the page.
  if (code >= 0x1d434 && code <= 0x1d467)
    return String.fromCharCode(code - 0x1d434 + (code < 0x1d44e ? 65 : 71));
  if (code >= 0x1d6fc && code <= 0x1d714) return String.fromCharCode(0x3b1 + code - 0x1d6fc);
  return code === 0x210e ? 'h' : String.fromCodePoint(code);
}
