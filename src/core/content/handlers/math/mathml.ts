import { attr, ELEMENT, type HtmlNode } from '../../../html/tree.ts';
import { hidesItself } from '../../../page/visibility/hidden-element.ts';
import { styled } from './alphabets.ts';
import { characters, isWithoutRoom, rawCharacters } from './characters.ts';
import { BRACKETS, FUNCTIONS, LatexRow, OVER, textToLatex, UNDER } from './symbols.ts';

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
  const isOpen = parts.at(-1)?.tag === 'mo' && characters(parts.at(-1)!) === '';
  const nodes = isOpen ? parts.slice(0, -1) : parts;
  const [sign, last] = nodes.slice(-2);
  const isCases = sign?.tag === 'mo' && last?.tag === 'mtable' && characters(sign) === '{';
  for (const node of isCases ? nodes.slice(0, -2) : nodes) latex.add(convert(node, depth));
  if (isCases) latex.add(table(last, depth + 1, 'cases'));
  return latex.text;
}

function convert(node: HtmlNode, depth: number): string {
  if (depth > MAX_DEPTH) return textToLatex(characters(node));
  switch (node.tag) {
    case 'mi':
      return identifier(node);
    case 'mn':
      return styled(node) ?? textToLatex(characters(node));
    case 'mo':
      return operator(characters(node));
    case 'mtext':
    case 'ms':
      return text(node);
    case 'mspace':
      return space(attr(node, 'width') ?? '');
    case 'mphantom':
      return isWithoutRoom(node) ? '' : `\\phantom{${row(childrenOf(node), depth + 1)}}`;
    case 'semantics': {
      const first = childrenOf(node)[0];
      return first === undefined ? '' : convert(first, depth + 1);
    }
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
      return '';
    case 'msqrt':
      return `\\sqrt{${row(childrenOf(node), depth + 1)}}`;
    case 'mtable':
      return table(node, depth + 1);
    case 'mfenced':
      return fenced(node, depth + 1);
    case 'menclose':
      return enclosed(node, depth + 1);
    case 'mrow':
      return group(node, depth + 1);
    default:
      return (SCRIPTS.get(node.tag) ?? transparent)(childrenOf(node), depth + 1, node);
  }
}

type Script = (parts: HtmlNode[], depth: number, node: HtmlNode) => string;

const transparent: Script = (parts, depth) => row(parts, depth);

function braced(node: HtmlNode | undefined, depth: number): string {
  return `{${node === undefined ? '' : convert(node, depth)}}`;
}

/** A base that a script can be attached to. */
function base(node: HtmlNode | undefined, depth: number): string {
  const latex = node === undefined ? '' : convert(node, depth);
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

const SCRIPTS = new Map<string, Script>([
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
  [
    'mroot',
    ([body, index], depth) =>
      `\\sqrt[${index === undefined ? '' : convert(index, depth)}]${braced(body, depth)}`,
  ],
  ['msub', ([body, sub], depth) => `${base(body, depth)}_${braced(sub, depth)}`],
  ['msup', ([body, sup], depth) => `${base(body, depth)}${superscript(sup, depth)}`],
  [
    'msubsup',
    ([body, sub, sup], depth) => `${base(body, depth)}_${braced(sub, depth)}${superscript(sup, depth)}`,
  ],
  ['munder', ([body, under], depth) => below(body, under, depth)],
  ['mover', ([body, over], depth) => above(body, over, depth)],
  [
    'munderover',
    ([body, under, over], depth) => `${base(body, depth)}_${braced(under, depth)}^${braced(over, depth)}`,
  ],
  ['mmultiscripts', (parts, depth) => multiscripts(parts, depth)],
]);

/** Primes are written as such, other superscripts in braces. */
function superscript(node: HtmlNode | undefined, depth: number): string {
  const sign = node === undefined ? '' : characters(node);
  if (/^[′'’]+$/.test(sign)) return "'".repeat(sign.length);
  if (sign === '″') return "''";
  return `^${braced(node, depth)}`;
}

function above(body: HtmlNode | undefined, over: HtmlNode | undefined, depth: number): string {
  const command = over === undefined ? undefined : OVER.get(characters(over));
  if (command !== undefined) return `${command}${braced(body, depth)}`;
  return takesLimits(body)
    ? `${base(body, depth)}^${braced(over, depth)}`
    : `\\overset${braced(over, depth)}${braced(body, depth)}`;
}

function below(body: HtmlNode | undefined, under: HtmlNode | undefined, depth: number): string {
  const command = under === undefined ? undefined : UNDER.get(characters(under));
  if (command !== undefined) return `${command}${braced(body, depth)}`;
  return takesLimits(body)
    ? `${base(body, depth)}_${braced(under, depth)}`
    : `\\underset${braced(under, depth)}${braced(body, depth)}`;
}

function takesLimits(node: HtmlNode | undefined): boolean {
  if (node === undefined) return false;
  const sign = characters(node);
  return (
    /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀⏟⏞]$/.test(sign) ||
    FUNCTIONS.has(sign.replace(/\s+/g, '')) ||
    node.tag === 'munder' ||
    node.tag === 'mover'
  );
}

function multiscripts(parts: HtmlNode[], depth: number): string {
  const split = parts.findIndex((part) => part.tag === 'mprescripts');
  const post = split < 0 ? parts.slice(1) : parts.slice(1, split);
  const pre = split < 0 ? [] : parts.slice(split + 1);
  const scripts = (list: HtmlNode[]): string => {
    let out = '';
    for (let i = 0; i < list.length; i += 2) {
      const [sub, sup] = [list[i], list[i + 1]];
      if (sub !== undefined && sub.tag !== 'none' && characters(sub) !== '') out += `_${braced(sub, depth)}`;
      if (sup !== undefined && sup.tag !== 'none' && characters(sup) !== '') out += `^${braced(sup, depth)}`;
    }
    return out;
  };
  const before = scripts(pre);
  return `${before === '' ? '' : `{}${before}`}${base(parts[0], depth)}${scripts(post)}`;
}

function identifier(node: HtmlNode): string {
  const name = characters(node);
  const compact = name.replace(/\s+/g, '');
  if (FUNCTIONS.has(compact)) return `\\${compact}`;
  const inAlphabet = styled(node);
  if (inAlphabet !== null) return inAlphabet;
  if (attr(node, 'mathvariant') === 'normal' && [...name].length === 1 && /[A-Za-z]/.test(name))
    return `\\mathrm{${name}}`;
  return /^[A-Za-z]{2,}$/.test(name) ? `\\operatorname{${name}}` : textToLatex(name);
}

function operator(sign: string): string {
  if (FUNCTIONS.has(sign.replace(/\s+/g, ''))) return `\\${sign.replace(/\s+/g, '')}`;
  if (/^[A-Za-z]{2,}$/.test(sign)) return `\\operatorname{${sign}}`;
  const latex = textToLatex(sign);
  return /^(?:[=<>]|\\(?:leq|geq|neq|approx|equiv|sim|simeq|to|in|subset|subseteq|Rightarrow|implies|iff|times|cdot|pm))$/.test(
    latex,
  )
    ? ` ${latex} `
    : latex;
}

function text(node: HtmlNode): string {
  const clean = rawCharacters(node)
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[%#&_$]/g, '\\$&');
  return clean.trim() === '' ? (clean === '' ? '' : '\\ ') : `\\text{${clean}}`;
}

function space(width: string): string {
  const size = Number.parseFloat(width);
  if (!(size > 0)) return '';
  return size >= 1.5 ? '\\qquad ' : size >= 0.9 ? '\\quad ' : '\\,';
}

/** A row between stretched brackets is `\left … \right`; a matrix between brackets is its environment. */
function group(node: HtmlNode, depth: number): string {
  const parts = childrenOf(node);
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first?.tag === 'mo' && last?.tag === 'mo' && parts.length === 3 && parts[1]!.tag === 'mtable') {
    const environment = MATRICES.get(characters(first) + characters(last));
    if (environment !== undefined) return table(parts[1]!, depth, environment);
  }
  if (parts.length > 2 && first?.tag === 'mo' && last?.tag === 'mo' && parts.some(isTall)) {
    const [open, close] = [BRACKETS.get(characters(first)), BRACKETS.get(characters(last))];
    if (open !== undefined && close !== undefined) {
      return `\\left${open}${row(parts.slice(1, -1), depth)}\\right${close}`;
    }
  }
  return row(parts, depth);
}

function isTall(node: HtmlNode): boolean {
  return node.tag === 'mfrac' || node.tag === 'mtable' || node.tag === 'munderover';
}

const MATRICES = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['{}', 'Bmatrix'],
  ['||', 'vmatrix'],
  ['‖‖', 'Vmatrix'],
]);

function table(node: HtmlNode, depth: number, environment?: string): string {
  const [line, next] = childrenOf(node);
  if (line?.tag === 'mlabeledtr' && next === undefined) {
    const [label, ...cells] = childrenOf(line);
    const tag = label === undefined ? '' : characters(label).replace(/^\(|\)$/g, '');
    return `${cells.map((cell) => part(cell, depth + 1)).join('')} \\tag{${tag}}`;
  }
  const rows = childrenOf(node).map((line) =>
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

function fenced(node: HtmlNode, depth: number): string {
  const open = attr(node, 'open') ?? '(';
  const close = attr(node, 'close') ?? ')';
  const separators = (attr(node, 'separators') ?? ',').replace(/\s+/g, '');
  const parts = childrenOf(node);
  const only =
    parts[0]?.tag === 'mrow' && childrenOf(parts[0]).length === 1 ? childrenOf(parts[0])[0] : parts[0];
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

function enclosed(node: HtmlNode, depth: number): string {
  const inner = row(childrenOf(node), depth);
  const notation = attr(node, 'notation') ?? '';
  if (notation.includes('box')) return `\\boxed{${inner}}`;
  if (notation.includes('strike')) return `\\cancel{${inner}}`;
  if (notation.includes('top')) return `\\overline{${inner}}`;
  if (notation.includes('bottom')) return `\\underline{${inner}}`;
  return notation.includes('radical') || notation === '' ? `\\sqrt{${inner}}` : inner;
}
