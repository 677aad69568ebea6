import { attr, childrenOf, ELEMENT, HtmlNode } from '../../../html/tree.ts';
import { marksOf } from '../../../page/roles.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { wordSet } from '../../../word-set.ts';
import { elementOf } from './boxes.ts';
import { mathmlToLatex } from './mathml.ts';

/** Parts of a formula drawn by MathJax 3 and 4, named as their MathML. */
const NAMES = wordSet(
  'mi mo mn mtext ms mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mspace menclose mmultiscripts mphantom',
);
const MAX_NODES = 5000;
const MAX_DEPTH = 60;
/** The script A of Unicode's mathematical block. */
const SCRIPT_A = 0x1d49c;

/** LaTeX of what MathJax drew without a source: its CHTML (`<mjx-mi>`) and SVG (`data-mml-node`) name their MathML; `''` for none. */
export function drawnToLatex(node: HtmlNode): string {
  const parts = read(node, { left: MAX_NODES }, 0);
  return parts.length === 0 ? '' : mathmlToLatex(elementOf('math', parts));
}

function read(node: HtmlNode, budget: { left: number }, depth: number): HtmlNode[] {
  return childrenOf(node).flatMap((child) => {
    if (child.kind !== ELEMENT || budget.left-- <= 0 || depth > MAX_DEPTH || hidesItself(child)) return [];
    const char = characterOf(child);
    if (char !== '') return [HtmlNode.text(char)];
    const name = child.tag.startsWith('mjx-') ? child.tag.slice(4) : (attr(child, 'data-mml-node') ?? '');
    const inner = read(child, budget, depth + 1);
    if (!NAMES.has(name)) return inner;
    // MathJax draws the upper script first.
    const isReversed = name === 'msubsup' && inner.length === 3;
    return [elementOf(name, isReversed ? [inner[0]!, inner[2]!, inner[1]!] : inner)];
  });
}

/** Whether a letter is of the one font whose letters keep the codes of plain ones: a class in CHTML, an address in SVG. */
function isCalligraphic(node: HtmlNode): boolean {
  const address = attr(node, 'href') ?? attr(node, 'xlink:href') ?? '';
  return /(?:^|[\s-])TEX-C(?=[\s-]|$)/.test(`${marksOf(node)} ${address}`);
}

function characterOf(node: HtmlNode): string {
  const named = node.tag === 'mjx-c' ? /mjx-c([0-9A-F]+)/.exec(marksOf(node))?.[1] : undefined;
  const code = Number.parseInt(attr(node, 'data-c') ?? named ?? '', 16);
  if (!(code > 0) || code > 0x10ffff) return '';
  if (isCalligraphic(node) && code >= 65 && code <= 90) return String.fromCodePoint(SCRIPT_A + code - 65);
  // Unicode's italic letters have their h among the constants.
  return code === 0x210e ? 'h' : String.fromCodePoint(code);
}
