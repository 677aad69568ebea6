import type { Template } from './template.ts';

/** One question, one answer: for readers who want to know what the page is for before reading it. */
export const answerCoreQuestion: Template = {
  name: 'answer-core-question',
  instructions: `Find the one question that the page exists to answer, and answer it from the page.

Form of the answer:
- First line: the question in bold, as a reader would ask it.
- Then the answer in at most 120 words. The first sentence must answer the question on its own.
- Then, only if the page gives them, a bulleted list of at most three facts, figures or conditions on which the answer depends.

If the page raises a question without answering it, say so plainly and state how far it gets.`,
};
