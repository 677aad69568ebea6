import type { HtmlNode } from '../../html/tree.ts';

/** What readers see of an element, as it says itself: `HtmlNode.visibility`, which `judgeVisibility` writes; 0: it is shown. It hides itself, for good. */
export const HIDDEN = 1;
/** It hides itself, and there is evidence that it comes to be seen (`Evidence`). */
export const DISCLOSED = 2;
/** It is shown although what is around it is not: `visibility` is inherited until a part says otherwise. */
export const VISIBLE = 3;

/** The attribute in which the browser of a rendered page told that it does not paint an element (`rendering/in-page/`). */
export const UNPAINTED = 'data-pagemark-unpainted';

/** Whether an element hides itself, whether or not it comes to be seen. */
export function hidesItself({ visibility }: HtmlNode): boolean {
  return visibility === HIDDEN || visibility === DISCLOSED;
}

/** Whether an element holds MathML and nothing else: hidden, it is for screen readers, beside a picture of the formula (MediaWiki). */
export function isFormulaAlone({ first }: HtmlNode): boolean {
  return first !== null && first.tag === 'math' && first.next === null;
}
