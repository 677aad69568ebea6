import { attr, type HtmlNode } from '../../../html/tree.ts';
import { characters } from './characters.ts';
import { textToLatex } from './symbols.ts';

/** Values of `mathvariant` (MathML 3, 3.2.2) and the commands of LaTeX for the same alphabets. */
const VARIANTS = new Map([
  ['bold', 'mathbf'],
  ['bold-italic', 'boldsymbol'],
  ['double-struck', 'mathbb'],
  ['script', 'mathcal'],
  ['fraktur', 'mathfrak'],
  ['sans-serif', 'mathsf'],
  ['monospace', 'mathtt'],
]);

/** Letters or figures in the alphabet that the page chose for them; null without one. */
export function styled(node: HtmlNode): string | null {
  const command = VARIANTS.get(attr(node, 'mathvariant') ?? '');
  return command === undefined ? null : `\\${command}{${textToLatex(characters(node))}}`;
}
