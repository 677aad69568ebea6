import { describe, expect, it } from 'vitest';
import { parseMathml } from './math.ts';
import { mathmlToLatex } from './mathml.ts';

function latex(mathml: string): string {
  return mathmlToLatex(parseMathml(`<math>${mathml}</math>`)!);
}

describe('mathmlToLatex', () => {
  it.each([
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
    ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '\\binom{n}{k}'],
    ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}'],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', '\\bar{x}'],
    ['<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>', '\\lim_{n \\to \\infty}'],
    ['<mi mathvariant="double-struck">R</mi>', '\\mathbb{R}'],
    ['<mi>ℝ</mi><mi>𝒜</mi>', '\\mathbb{R}\\mathcal{A}'],
    ['<mi>α</mi><mi>x</mi>', '\\alpha x'],
    ['<mfenced><mi>a</mi><mi>b</mi></mfenced>', '\\left(a,b\\right)'],
    ['<mtext>50%</mtext>', '\\text{50\\%}'],
    ['<mi>argmax</mi>', '\\operatorname{argmax}'],
    [
      '<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><none/><mn>14</mn></mmultiscripts>',
      '{}^{14}C_{6}',
    ],
    [
      '<mrow><mo>{</mo><mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable></mrow>',
      '\\begin{cases}a \\\\ b\\end{cases}',
    ],
    ['<semantics><mi>x</mi><annotation-xml><ci>y</ci></annotation-xml></semantics>', 'x'],
  ])('writes %s', (mathml, expected) => {
    expect(latex(mathml)).toBe(expected);
  });

  it('survives 5,000 levels', () => {
    expect(latex(`${'<msqrt>'.repeat(5000)}<mi>z</mi>`)).toContain('z');
  });
});
