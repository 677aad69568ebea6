import { attr, type HtmlDocument, type HtmlNode } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import type { Builder } from '../../builder.ts';

/** Scripts that turn TeX in the text of a page into formulas. */
const TYPESETTER =
  /mathjax|katex(?:(?!katex)[^/])*auto-render|auto-render(?:(?!auto-render)[^/])*\.js|asciimath/i;
/** What tells them to read single dollars, without blanks and quotation marks: `inlineMath:[[$,$]]`, `left:$,right:$`. */
const DOLLARS = /inlineMath:[^$]{0,60}\$,\$[,\]]|left:\$,/;
/** Characters of a script that are looked at. */
const MAX_SCRIPT = 20_000;

/** Which TeX in the text of a page a script turns into formulas: none, that of the default delimiters, in dollars as well. */
export type Typesetting = 'none' | 'default' | 'dollars';

export function typesettingOf(doc: HtmlDocument): Typesetting {
  const scripts = doc.elements.tagged('script');
  if (!scripts.some((node) => TYPESETTER.test(attr(node, 'src') ?? ''))) return 'none';
  return scripts.some(asksForDollars) ? 'dollars' : 'default';
}

function asksForDollars({ first }: HtmlNode): boolean {
  return first !== null && DOLLARS.test(first.text.slice(0, MAX_SCRIPT).replace(/[\s"']/g, ''));
}

/**
 * A part of the page in which TeX is text, within such a part one where it is not, or one that alone is typeset on pages whose
 * settings stand in a file of their own (arXiv).
 */
export function handleTypesetting(node: HtmlNode, b: Builder): null {
  const outside = b.typesetting;
  if (b.at.roles.has(ROLE.notTypeset)) b.typesetting = 'none';
  else if (b.pageTypesetting === 'none' || !b.roles.has(node, ROLE.chosenTypeset))
    b.typesetting = b.pageTypesetting;
  else b.typesetting = 'dollars';
  b.onExit(node, () => {
    b.typesetting = outside;
  });
  return null;
}
