import { attr, type HtmlNode } from '../../../html/tree.ts';
import { characters, rawCharacters, styled } from './characters.ts';
import { FUNCTIONS, textToLatex } from './symbols.ts';

/** How the token elements of MathML are written, which hold characters and no other elements. */
export const TOKENS: readonly (readonly [tag: string, write: (node: HtmlNode) => string])[] = [
  ['mi', identifier],
  ['mn', (node) => styled(node) ?? textToLatex(characters(node))],
  ['mo', (node) => operator(characters(node))],
  ['mtext', text],
  ['ms', text],
  ['mspace', (node) => space(attr(node, 'width') ?? '')],
];

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

/** Signs between two sides, with blanks around them. */
const RELATION =
  /^(?:[=<>]|\\(?:leq|geq|neq|approx|equiv|sim|simeq|to|in|subset|subseteq|Rightarrow|implies|iff|times|cdot|pm))$/;

function operator(sign: string): string {
  if (FUNCTIONS.has(sign.replace(/\s+/g, ''))) return `\\${sign.replace(/\s+/g, '')}`;
  if (/^[A-Za-z]{2,}$/.test(sign)) return `\\operatorname{${sign}}`;
  const latex = textToLatex(sign);
  return RELATION.test(latex) ? ` ${latex} ` : latex;
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
