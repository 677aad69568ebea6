import { math } from 'micromark-extension-math';

/** What is between single dollars without a blank at either end. */
const FORMULA = /^\$\S(?:[\s\S]*\S)?\$$/;

/**
 * Formulas for micromark, those in single dollars by Pandoc's rule (extension `tex_math_dollars`): a blank follows no opening
 * dollar and precedes no closing one, a digit follows no closing one. Longer fences are read as remark-math reads them.
 */
export function dollarMath() {
  const extension = math();
  const construct = extension.text[36];
  function tokenize(effects, ok, nok) {
    const start = this.now();
    const end = (code) => {
      const source = this.sliceSerialize({ start, end: this.now() });
      const isPrice = !source.startsWith('$$') && (!FORMULA.test(source) || (code >= 48 && code <= 57));
      return isPrice ? nok(code) : ok(code);
    };
    return construct.tokenize.call(this, effects, end, nok);
  }
  return { ...extension, text: { 36: { ...construct, tokenize } } };
}
