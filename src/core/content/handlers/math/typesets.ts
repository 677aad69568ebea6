import { attr, type HtmlDocument } from '../../../html/tree.ts';

/** Scripts that turn TeX in the text of a page into formulas. */
const TYPESETTER =
  /mathjax|katex(?:(?!katex)[^/])*auto-render|auto-render(?:(?!auto-render)[^/])*\.js|asciimath/i;

/** True when the page loads a script that reads TeX from its text. */
export function typesetsText(doc: HtmlDocument): boolean {
  return doc.elements.tagged('script').some((node) => TYPESETTER.test(attr(node, 'src') ?? ''));
}
