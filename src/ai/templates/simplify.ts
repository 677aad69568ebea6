import type { Template } from './template.ts';

/** Plain-language rewriting, which keeps facts and structure and changes only the wording. */
export const simplify: Template = {
  name: 'simplify',
  instructions: `Rewrite the page in plain language for a reader of twelve years who does not know the subject.

Form of the answer:
- Keep the order and the headings of the page, reworded where they are hard to understand.
- Short sentences with one idea each; the active voice; common words. Explain a technical term in a few words where it first occurs.
- Leave code, commands, formulas and tables as they are; add one sentence that says what each is for.
- Not longer than the page.

Keep every fact, figure, condition and warning: simpler must not mean different.`,
};
