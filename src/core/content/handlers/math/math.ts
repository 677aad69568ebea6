import type { HtmlNode } from '../../../html/tree.ts';
import type { Builder } from '../../builder.ts';

/** `<math>`. */
export function handleMathElement(_node: HtmlNode, _b: Builder): boolean {
  return true;
}
