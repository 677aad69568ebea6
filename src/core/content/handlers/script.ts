import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { addMath } from './math/add-math.ts';
import { isMathScript, scriptFormula } from './math/math.ts';

/** Scripts are not content, but those of MathJax 2 which hold a formula. */
export function handleScript(node: HtmlNode, b: Builder): boolean {
  if (isMathScript(node)) addMath(b, scriptFormula(node, b));
  return false;
}
