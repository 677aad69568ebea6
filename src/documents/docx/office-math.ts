import { decodeXML, escapeUTF8 } from 'entities';

/** An element of a formula (ECMA-376, part 1, 22.1), by its name without prefix. */
interface MathNode {
  readonly name: string;
  readonly attributes: string;
  readonly children: MathNode[];
  text: string;
}

/** Private-use characters around the number of a formula while mammoth, which knows none, reads the text around it. */
const [BEFORE, AFTER] = ['\ue0f0', '\ue0f1'];
const MARK = /\ue0f0(\d+)\ue0f1/g;
// linear: a tag ends before the next begins.
const TAG = /<(\/?)m:(\w+)([^<>]*?)(\/?)>/g;
/** Elements within each other; a formula that is deeper keeps its text alone. */
const MAX_DEPTH = 64;

/** XML of a part with a mark in the place of each formula, which is added to `formulas` as MathML. */
export function withMathMarks(xml: string, formulas: string[]): string {
  const kept: string[] = [];
  const open: MathNode[] = [];
  let [from, start, textFrom, depth, whole] = [0, 0, 0, 0, ''];
  for (const { 0: tag, 1: close, 2: name = '', 3: attributes = '', 4: empty, index } of xml.matchAll(TAG)) {
    if (open.length === 0 && (close !== '' || !/^oMath(?:Para)?$/.test(name) || empty !== '')) continue;
    if (close === '') {
      const node: MathNode = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(node);
      if (empty !== '') continue;
      if (open.length === 0) [start, depth, whole] = [index, 0, ''];
      open.push(node);
      depth = Math.max(depth, open.length);
      textFrom = index + tag.length;
      continue;
    }
    const node = open.pop()!;
    if (node.name === 't') node.text = decodeXML(xml.slice(textFrom, index).replace(/<[^<>]*>/g, ''));
    whole += node.text;
    if (open.length > 0) continue;
    kept.push(xml.slice(from, start), `<w:r><w:t>${BEFORE}${formulas.length}${AFTER}</w:t></w:r>`);
    from = index + tag.length;
    const display = node.name === 'oMathPara' ? ' display="block"' : '';
    formulas.push(depth > MAX_DEPTH ? escapeUTF8(whole) : `<math${display}>${rowOf(node.children)}</math>`);
  }
  return kept.join('') + xml.slice(from);
}

/** HTML with formulas in the place of their marks. */
export function withFormulas(html: string, formulas: readonly string[]): string {
  return html.replace(MARK, (_, number: string) => formulas[Number(number)] ?? '');
}

/** How an element is written in MathML; what is not here is what stands in it. */
const WRITERS: Readonly<Record<string, (node: MathNode) => string>> = {
  r: (node) => (has(node, 'nor') ? element('mtext', escapeUTF8(textOf(node))) : tokensOf(node)),
  f: (node) =>
    element(
      `mfrac${setting(node, 'type') === 'noBar' ? ' linethickness="0"' : ''}`,
      parts(node, 'num', 'den'),
    ),
  sSup: (node) => element('msup', parts(node, 'e', 'sup')),
  sSub: (node) => element('msub', parts(node, 'e', 'sub')),
  sSubSup: (node) => element('msubsup', parts(node, 'e', 'sub', 'sup')),
  sPre: (node) => element('msubsup', `<mrow></mrow>${parts(node, 'sub', 'sup')}`) + parts(node, 'e'),
  rad: (node) =>
    textOf(part(node, 'deg')) === ''
      ? element('msqrt', parts(node, 'e'))
      : element('mroot', parts(node, 'e', 'deg')),
  nary: (node) => nary(node) + parts(node, 'e'),
  d: fenced,
  func: (node) => element('mi', escapeUTF8(textOf(part(node, 'fName')))) + parts(node, 'e'),
  acc: accent,
  bar: (node) =>
    element(setting(node, 'pos') === 'top' ? 'mover' : 'munder', `${parts(node, 'e')}<mo>¯</mo>`),
  groupChr: (node) =>
    element(
      setting(node, 'pos') === 'top' ? 'mover' : 'munder',
      parts(node, 'e') + sign(setting(node, 'chr') ?? '⏟'),
    ),
  limLow: (node) => element('munder', parts(node, 'e', 'lim')),
  limUpp: (node) => element('mover', parts(node, 'e', 'lim')),
  m: (node) => table(childrenNamed(node, 'mr').map(({ children }) => children)),
  eqArr: (node) => table(childrenNamed(node, 'e').map((line) => [line])),
};

function written(node: MathNode): string {
  if (node.name.endsWith('Pr')) return '';
  return WRITERS[node.name]?.(node) ?? rowOf(node.children);
}

const element = (tag: string, inner: string): string => `<${tag}>${inner}</${tag.split(' ', 1)[0]}>`;
const sign = (text: string): string => element('mo', escapeUTF8(text));
const rowOf = (nodes: readonly MathNode[]): string => element('mrow', nodes.map(written).join(''));
const cell = ({ children }: MathNode): string => element('mtd', rowOf(children));
const table = (rows: readonly MathNode[][]): string =>
  element('mtable', rows.map((cells) => element('mtr', cells.map(cell).join(''))).join(''));

const childrenNamed = (node: MathNode, name: string): MathNode[] =>
  node.children.filter((child) => child.name === name);
const part = (node: MathNode, name: string): MathNode =>
  node.children.find((child) => child.name === name) ?? { name, attributes: '', children: [], text: '' };
const parts = (node: MathNode, ...names: readonly string[]): string =>
  names.map((name) => rowOf(part(node, name).children)).join('');
const textOf = (node: MathNode): string => node.text + node.children.map(textOf).join('');

/** A setting of an element's properties; '' for one without a value. */
function setting(node: MathNode, name: string): string | undefined {
  const properties = node.children.find((child) => child.name.endsWith('Pr'));
  const found = properties?.children.find((child) => child.name === name);
  return found && decodeXML(/\bm:val="([^"]*)"/.exec(found.attributes)?.[1] ?? '');
}

const has = (node: MathNode, name: string): boolean =>
  !['0', 'off', 'false', undefined].includes(setting(node, name));

/** Numbers, letters and signs of a text; letters that stand upright are words, as `sin`. */
const TOKEN = /\d+(?:[.,]\d+)*|\p{L}\p{M}*|[^\s\p{L}]/gu;
const WORD_TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|[^\s\p{L}]/gu;

function tokensOf(node: MathNode): string {
  const tokens = textOf(node).match(setting(node, 'sty') === 'p' ? WORD_TOKEN : TOKEN) ?? [];
  return tokens
    .map((token) =>
      element(/^\d/.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo', escapeUTF8(token)),
    )
    .join('');
}

/** Accents as signs of their own, by the combining marks that Word writes. */
const ACCENTS = new Map(
  ['\u0302^', '\u0303~', '\u0304¯', '\u0305‾', '\u0306˘', '\u0307˙', '\u0308¨', '\u030cˇ'].map((pair) => [
    pair[0],
    pair[1]!,
  ]),
);

function accent(node: MathNode): string {
  const mark = setting(node, 'chr') ?? '\u0302';
  return element('mover accent="true"', parts(node, 'e') + sign(ACCENTS.get(mark) ?? mark));
}

/** A large sign with its limits. */
function nary(node: MathNode): string {
  const large = sign(setting(node, 'chr') ?? '∫');
  const limits = ['sub', 'sup'].filter(
    (name) => !has(node, `${name}Hide`) && part(node, name).children.length > 0,
  );
  if (limits.length === 0) return large;
  return element(`m${limits.join('')}`, large + parts(node, ...limits));
}

function fenced(node: MathNode): string {
  const [begin, end, between] = [
    setting(node, 'begChr') ?? '(',
    setting(node, 'endChr') ?? ')',
    setting(node, 'sepChr') ?? '|',
  ];
  const inner = childrenNamed(node, 'e').map(({ children }) => rowOf(children));
  return element('mrow', sign(begin) + inner.join(sign(between)) + sign(end));
}
