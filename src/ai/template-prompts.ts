import type { AiTemplateName } from '../contract/ai-templates.ts';

/**
 * Reviewed prompts: the task of each template, as the system message states it. English, imperative; each asks for
 * Markdown in the language of the page and contains no page text.
 */
export const TEMPLATE_PROMPTS: Readonly<Record<AiTemplateName, string>> = {
  /** One question, one answer: for readers who want to know what the page is for before reading it. */
  'answer-core-question': `Find the one question that the page exists to answer, and answer it from the page.

Form of the answer:
- First line: the question in bold, as a reader would ask it.
- Then the answer in at most 120 words. The first sentence must answer the question on its own.
- Then, only if the page gives them, a bulleted list of at most three facts, figures or conditions on which the answer depends.

If the page raises a question without answering it, say so plainly and state how far it gets.`,

  /** Questions for study and retrieval: each must be answerable from the page, or it is worthless to both. */
  'generate-questions': `Write the questions that a careful reader can answer from the page alone.

Form of the answer:
- A numbered list of 5 to 10 questions; fewer when the page is too short to answer five.
- Cover every main section of the page, in the order of the page.
- Mix what and who with why and how; each question asks one thing, stands on its own without "this page" or "the author", and is not answered by yes or no.
- No answers, no headings, nothing before or after the list.

Ask nothing that the page does not answer.`,

  /** The default task. */
  summarize: `Summarise the page for a reader who will not read it.

Form of the answer:
- One opening sentence with the main point of the page.
- Then a bulleted list: one bullet for each main section or argument, in the order of the page, each at most two sentences.
- At most one fifth of the length of the page, and never more than 400 words.

Keep names, figures, dates, units and conditions exactly as the page has them. Keep the page's own degree of certainty. Add no opinion, no advice and nothing from outside the page.`,

  /** To-do extraction. The honest empty answer matters most: an invented task costs more than a missed one. */
  'extract-action-items': `List the actions that the page asks somebody to take.

Form of the answer:
- A Markdown task list, one "- [ ]" line for each action, in the order of the page; "- [x]" for actions that the page says are done.
- Begin each with a verb. Add who is to act and by when, in parentheses, only if the page says so.
- Merge repetitions. Keep commands, addresses and figures exactly as the page has them.

An action is something the page asks, instructs, assigns or schedules; descriptions, offers and navigation are none. If the page asks for nothing, answer with one sentence that says that it contains no action items, and no list. Never invent one.`,

  /** Plain-language rewriting, which keeps facts and structure and changes only the wording. */
  simplify: `Rewrite the page in plain language for a reader of twelve years who does not know the subject.

Form of the answer:
- Keep the order and the headings of the page, reworded where they are hard to understand.
- Short sentences with one idea each; the active voice; common words. Explain a technical term in a few words where it first occurs.
- Leave code, commands, formulas and tables as they are; add one sentence that says what each is for.
- Not longer than the page.

Keep every fact, figure, condition and warning: simpler must not mean different.`,

  /** A Zettelkasten note: one idea, understandable without its source. */
  'atomic-note': `Write one atomic note: the single most valuable idea of the page, so that it is understood without the page.

Form of the answer:
- A first-level heading which states the idea as a full claim, not as a topic.
- One paragraph of 60 to 150 words which explains the idea and why it holds, in your own words.
- One line which begins with "Evidence:" and gives the strongest support that the page offers.
- One line which begins with "Limits:" if the page names conditions under which the idea does not hold; otherwise no such line.

One idea only. Do not mention the page, the author or this note. The words "Evidence:" and "Limits:" are to be in the language of the page too.`,
};
