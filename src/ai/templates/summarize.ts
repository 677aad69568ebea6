import type { Template } from './template.ts';

/** The default task. */
export const summarize: Template = {
  name: 'summarize',
  instructions: `Summarise the page for a reader who will not read it.

Form of the answer:
- One opening sentence with the main point of the page.
- Then a bulleted list: one bullet for each main section or argument, in the order of the page, each at most two sentences.
- At most one fifth of the length of the page, and never more than 400 words.

Keep names, figures, dates, units and conditions exactly as the page has them. Keep the page's own degree of certainty. Add no opinion, no advice and nothing from outside the page.`,
};
