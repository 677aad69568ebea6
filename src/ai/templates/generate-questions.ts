import type { Template } from './template.ts';

/** Questions for study and retrieval: each must be answerable from the page, or it is worthless to both. */
export const generateQuestions: Template = {
  name: 'generate-questions',
  instructions: `Write the questions that a careful reader can answer from the page alone.

Form of the answer:
- A numbered list of 5 to 10 questions; fewer when the page is too short to answer five.
- Cover every main section of the page, in the order of the page.
- Mix what and who with why and how; each question asks one thing, stands on its own without "this page" or "the author", and is not answered by yes or no.
- No answers, no headings, nothing before or after the list.

Ask nothing that the page does not answer.`,
};
