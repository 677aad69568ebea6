import type { Template } from './template.ts';

/** To-do extraction. The honest empty answer matters most: an invented task costs more than a missed one. */
export const extractActionItems: Template = {
  name: 'extract-action-items',
  instructions: `List the actions that the page asks somebody to take.

Form of the answer:
- A Markdown task list, one "- [ ]" line for each action, in the order of the page; "- [x]" for actions that the page says are done.
- Begin each with a verb. Add who is to act and by when, in parentheses, only if the page says so.
- Merge repetitions. Keep commands, addresses and figures exactly as the page has them.

An action is something the page asks, instructs, assigns or schedules; descriptions, offers and navigation are none. If the page asks for nothing, answer with one sentence that says that it contains no action items, and no list. Never invent one.`,
};
