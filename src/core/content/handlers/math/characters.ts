import { onOneLine } from '../../../html/blank.ts';
import { attr, following, followingOutside, type HtmlNode } from '../../../html/tree.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { textToLatex } from './symbols.ts';

/** The text of a part of MathML, blanks as one; '' for a part that is not there. */
export function characters(node: HtmlNode | undefined): string {
  return node === undefined ? '' : onOneLine(rawCharacters(node));
}

/** The text of a part of MathML that is shown, as it stands. */
export function rawCharacters(node: HtmlNode): string {
  let out = '';
  let at = node.first;
  while (at !== null) {
    out += at.text;
    at = hidesItself(at) ? followingOutside(at, node) : following(at, node);
  }
  return out;
}

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
