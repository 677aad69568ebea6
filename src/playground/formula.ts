import { h } from './dom.ts';
import { FormulaParser } from './formula-parser.ts';

/** A longer formula is shown as it is written. In characters. */
const FORMULA_MAX_CHARACTERS = 4000;

/**
 * A formula as the browser sets it: LaTeX as MathML. One with a command that is not known is shown as its LaTeX. Its source
 * stays in `data-tex`.
 */
export function formula(tex: string, isBlock: boolean): HTMLElement {
  const source = tex.trim();
  const holder = h(isBlock ? 'div' : 'span', { class: 'math', 'data-tex': source });
  const math = source.length > FORMULA_MAX_CHARACTERS ? null : new FormulaParser(source).parse(isBlock);
  if (math === null) holder.append(h('code', {}, source));
  else holder.append(math);
  if (isBlock) holder.tabIndex = 0;
  return holder;
}
