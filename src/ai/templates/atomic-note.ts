import type { Template } from './template.ts';

/** A Zettelkasten note: one idea, understandable without its source. */
export const atomicNote: Template = {
  name: 'atomic-note',
  instructions: `Write one atomic note: the single most valuable idea of the page, so that it is understood without the page.

Form of the answer:
- A first-level heading which states the idea as a full claim, not as a topic.
- One paragraph of 60 to 150 words which explains the idea and why it holds, in your own words.
- One line which begins with "Evidence:" and gives the strongest support that the page offers.
- One line which begins with "Limits:" if the page names conditions under which the idea does not hold; otherwise no such line.

One idea only. Do not mention the page, the author or this note. The words "Evidence:" and "Limits:" are to be in the language of the page too.`,
};
