import { attr, ELEMENT, type HtmlNode } from '../../../html/tree.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { each, wordSet } from '../../../word-set.ts';
import { characters } from './characters.ts';
import { BRACKETS, FUNCTIONS, LatexRow, OVER, textToLatex, UNDER } from './symbols.ts';
import { TOKENS } from './tokens.ts';

/** Deeper parts of a formula are written as their characters in a row. */
const MAX_DEPTH = 100;

/** Presentation MathML (MathML Core, and what older pages use) as LaTeX. */
export function mathmlToLatex(math: HtmlNode): string {
  return partsToLatex(childrenOf(math));
}

/** Parts of a formula beside each other as LaTeX. */
export function partsToLatex(parts: readonly HtmlNode[]): string {
  return row(parts, 0).trim();
}

/** The elements in another that are shown: a reader sees the same formula. */
function childrenOf(node: HtmlNode): HtmlNode[] {
  const out: HtmlNode[] = [];
  for (let child = node.first; child !== null; child = child.next)
    if (child.kind === ELEMENT && !hidesItself(child)) out.push(child);
  return out;
}

function row(parts: readonly HtmlNode[], depth: number): string {
  const latex = new LatexRow();
  // A bracket that is not drawn closes the cases.
  const isOpen = parts.at(-1)?.tag === 'mo' && characters(parts.at(-1)) === '';
  const nodes = isOpen ? parts.slice(0, -1) : parts;
  const [sign, last] = nodes.slice(-2);
  const isCases = sign?.tag === 'mo' && last?.tag === 'mtable' && characters(sign) === '{';
  for (const node of isCases ? nodes.slice(0, -2) : nodes) latex.add(convert(node, depth));
  if (isCases) latex.add(table(last, depth + 1, 'cases'));
  return latex.text;
}

/** A part as LaTeX; '' for one that is not there. */
function convert(node: HtmlNode | undefined, depth: number): string {
  if (node === undefined) return '';
  if (depth > MAX_DEPTH) return textToLatex(characters(node));
  return (CONVERTERS.get(node.tag) ?? row)(childrenOf(node), depth + 1, node);
}

function braced(node: HtmlNode | undefined, depth: number): string {
  return `{${convert(node, depth)}}`;
}

/** A base that a script can be attached to. */
function base(node: HtmlNode | undefined, depth: number): string {
  const latex = convert(node, depth);
  if (latex === '') return '{}';
  const isOne =
    [...latex].length === 1 ||
    /^\\[a-zA-Z]+(?:\{[^{}]*\})?$/.test(latex) ||
    (/^\w+$/.test(latex) && node?.tag === 'mn');
  return isOne || node?.tag === 'mo' || /^\\left|^[([]|^\\operatorname/.test(latex) ? latex : `{${latex}}`;
}

/** Whether a sign beside a fraction without its line is the bracket around it. */
function isBracket(node: HtmlNode | null): boolean {
  return node?.tag === 'mo' && /^[()[\]]$/.test(characters(node));
}

function part(node: HtmlNode | undefined, depth: number): string {
  return node === undefined ? '' : row([node], depth);
}

/** How the elements of MathML are written that are more than a row of their parts. */
const CONVERTERS = new Map<string, (parts: HtmlNode[], depth: number, node: HtmlNode) => string>([
  ...TOKENS.map(
    ([tag, write]) => [tag, (_: unknown, _depth: number, node: HtmlNode) => write(node)] as const,
  ),
  ['semantics', ([first], depth) => convert(first, depth)],
  ...each('annotation annotation-xml none mprescripts mphantom', () => ''),
  ['msqrt', (parts, depth) => `\\sqrt{${row(parts, depth)}}`],
  ['mtable', (_, depth, node) => table(node, depth)],
  ['mfenced', fenced],
  ['menclose', enclosed],
  ['mrow', group],
  [
    'mfrac',
    ([above, below], depth, node) => {
      const isBinomial = attr(node, 'linethickness')?.trim().startsWith('0') === true;
      // `\\binom` has brackets of its own.
      if (isBinomial && isBracket(node.prev) && isBracket(node.next))
        return `{${part(above, depth)} \\atop ${part(below, depth)}}`;
      return `\\${isBinomial ? 'binom' : 'frac'}${braced(above, depth)}${braced(below, depth)}`;
    },
  ],
  ['mroot', ([body, index], depth) => `\\sqrt[${convert(index, depth)}]${braced(body, depth)}`],
  ['msub', ([body, sub], depth) => `${base(body, depth)}_${braced(sub, depth)}`],
  ['msup', ([body, sup], depth) => base(body, depth) + superscript(sup, depth)],
  [
    'msubsup',
    ([body, sub, sup], depth) => `${base(body, depth)}_${braced(sub, depth)}${superscript(sup, depth)}`,
  ],
  ['munder', ([body, under], depth) => stacked(body, under, depth, UNDER, '_', 'underset')],
  ['mover', ([body, over], depth) => stacked(body, over, depth, OVER, '^', 'overset')],
  [
    'munderover',
    ([body, under, over], depth) => `${base(body, depth)}_${braced(under, depth)}^${braced(over, depth)}`,
  ],
  ['mmultiscripts', multiscripts],
]);

/** Primes are written as such, other superscripts in braces. */
function superscript(node: HtmlNode | undefined, depth: number): string {
  const sign = characters(node);
  if (/^[′'’]+$/.test(sign)) return "'".repeat(sign.length);
  if (sign === '″') return "''";
  return `^${braced(node, depth)}`;
}

/** A base with a sign over or under it: an accent of `commands`, a limit behind `script`, or set there by `command`. */
function stacked(
  body: HtmlNode | undefined,
  sign: HtmlNode | undefined,
  depth: number,
  commands: ReadonlyMap<string, string>,
  script: string,
  command: string,
): string {
  const accent = commands.get(characters(sign));
  if (accent !== undefined) return accent + braced(body, depth);
  if (takesLimits(body)) return base(body, depth) + script + braced(sign, depth);
  return `\\${command}${braced(sign, depth)}${braced(body, depth)}`;
}

function takesLimits(node: HtmlNode | undefined): boolean {
  if (node?.tag === 'munder' || node?.tag === 'mover') return true;
  const sign = characters(node);
  return /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀⏟⏞]$/.test(sign) || FUNCTIONS.has(sign.replace(/\s+/g, ''));
}

function multiscripts(parts: readonly HtmlNode[], depth: number): string {
  const split = parts.findIndex((part) => part.tag === 'mprescripts');
  const post = split < 0 ? parts.slice(1) : parts.slice(1, split);
  const pre = split < 0 ? [] : parts.slice(split + 1);
  const scripts = (list: HtmlNode[]): string => {
    let out = '';
    for (let i = 0; i < list.length; i += 2) {
      const [sub, sup] = [list[i], list[i + 1]];
      if (characters(sub) !== '') out += `_${braced(sub, depth)}`;
      if (characters(sup) !== '') out += `^${braced(sup, depth)}`;
    }
    return out;
  };
  const before = scripts(pre);
  return `${before === '' ? '' : `{}${before}`}${base(parts[0], depth)}${scripts(post)}`;
}

/** A row between stretched brackets is `\left … \right`; a matrix between brackets is its environment. */
function group(parts: readonly HtmlNode[], depth: number): string {
  const [first, ...inner] = parts;
  const last = inner.pop();
  if (first?.tag !== 'mo' || last?.tag !== 'mo' || inner.length === 0) return row(parts, depth);
  const [opening, closing] = [characters(first), characters(last)];
  const environment = MATRICES.get(opening + closing);
  if (inner.length === 1 && inner[0]!.tag === 'mtable' && environment !== undefined)
    return table(inner[0]!, depth, environment);
  const [open, close] = [BRACKETS.get(opening), BRACKETS.get(closing)];
  if (open === undefined || close === undefined || !parts.some(({ tag }) => TALL.has(tag)))
    return row(parts, depth);
  return `\\left${open}${row(inner, depth)}\\right${close}`;
}

const TALL = wordSet('mfrac mtable munderover');

const MATRICES = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['{}', 'Bmatrix'],
  ['||', 'vmatrix'],
  ['‖‖', 'Vmatrix'],
]);

function table(node: HtmlNode, depth: number, environment?: string): string {
  const lines = childrenOf(node);
  const [line, next] = lines;
  if (line?.tag === 'mlabeledtr' && next === undefined) {
    const [label, ...cells] = childrenOf(line);
    const tag = characters(label).replace(/^\(|\)$/g, '');
    return `${cells.map((cell) => part(cell, depth + 1)).join('')} \\tag{${tag}}`;
  }
  const rows = lines.map((line) =>
    childrenOf(line)
      .filter((cell) => cell.tag === 'mtd' || line.tag === 'mtd')
      .map((cell) => row(childrenOf(cell), depth + 1).trim())
      .join(' & '),
  );
  const isAligned =
    (attr(node, 'columnalign') ?? '').includes('right left') || attr(node, 'displaystyle') === 'true';
  const name = environment ?? (isAligned ? 'aligned' : 'matrix');
  return `\\begin{${name}}${rows.join(' \\\\ ')}\\end{${name}}`;
}

function fenced(parts: readonly HtmlNode[], depth: number, node: HtmlNode): string {
  const open = attr(node, 'open') ?? '(';
  const close = attr(node, 'close') ?? ')';
  const separators = (attr(node, 'separators') ?? ',').replace(/\s+/g, '');
  const [first] = parts;
  const within = first?.tag === 'mrow' ? childrenOf(first) : [];
  const only = within.length === 1 ? within[0] : first;
  const environment = MATRICES.get(open + close);
  if (parts.length === 1 && only?.tag === 'mtable' && environment !== undefined)
    return table(only, depth, environment);
  const latex = new LatexRow();
  parts.forEach((part, i) => {
    if (i > 0) latex.add(textToLatex(separators[Math.min(i - 1, separators.length - 1)] ?? ''));
    latex.add(convert(part, depth));
  });
  const inner = latex.text;
  return `\\left${BRACKETS.get(open) ?? '.'}${inner}\\right${BRACKETS.get(close) ?? '.'}`;
}

function enclosed(parts: readonly HtmlNode[], depth: number, node: HtmlNode): string {
  const inner = row(parts, depth);
  const notation = attr(node, 'notation') ?? '';
  if (notation.includes('box')) return `\\boxed{${inner}}`;
  if (notation.includes('strike')) return `\\cancel{${inner}}`;
  if (notation.includes('top')) return `\\overline{${inner}}`;
  if (notation.includes('bottom')) return `\\underline{${inner}}`;
  return notation.includes('radical') || notation === '' ? `\\sqrt{${inner}}` : inner;
}
