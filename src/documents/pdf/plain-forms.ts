/**
 * Characters that stand for the look of another one: ligatures and presentation forms of Latin, Armenian, Hebrew and Arabic
 * letters, vertical forms of marks, and Kangxi radicals where the ideograph is meant (Unicode 16, 23.8 and 18.2). Fonts
 * have one glyph for both, and PDF writers tell the first character that they find for a glyph.
 */
const FORMS =
  /[\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufd3d\ufd40-\ufdcf\ufdf0-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc]+/gu;

/**
 * A text in the letters that its forms stand for (NFKC of these characters alone). Superscripts, fractions, circled
 * numbers, full-width signs, units and letters of formulas mean something by their form: they stay.
 */
export function plainForms(text: string): string {
  return text.replace(FORMS, (forms) => forms.normalize('NFKC'));
}
