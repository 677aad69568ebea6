import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, isFinished, isQuestion, type Page, type Unit } from './page.ts';
import { memoised, phrasePattern, type Topic, withoutAccents } from './words.ts';

/** A line that is a link and nothing else. */
const LINK = /^\[[^\]]*\]\([^)]*\)$/;

/** The sentences of a page that tell somebody to do something: by their words, or as items below a heading of steps. */
export function actionsOf(
  { sentences, units }: Page,
  language: NoticeLanguage,
  onlySteps = false,
): readonly Unit[] {
  const has = (topic: Topic, text: string) => phrasePattern(topic, language).test(text);
  const begins = (topic: Topic, text: string) => text.search(phrasePattern(topic, language)) === 0;
  const instructs = ({ plain }: Unit) => {
    const text = withoutAccents(plain);
    // An instruction begins the sentence, or follows the comma of a condition.
    const starts = text.split(/[,，、;；]\s*/, 2).map((clause) => clause.replace(/^[^\p{L}]+/u, ''));
    if (starts.some((start) => begins('instruction', start) || begins('imperative', start))) return true;
    return !has('noDuty', text) && (has('request', text) || (has('duty', text) && has('addressee', text)));
  };
  const isOfSteps = memoised((name) => has('stepsHeading', withoutAccents(name)));
  const isStep = ({ section, label }: Unit) =>
    [section.heading, label].some((one) => one && isOfSteps(one.plain));
  const instructions = new Set(sentences.filter(instructs));
  const told = new Set([...instructions].map(({ group }) => group));
  const actions = sentences.filter((unit) => {
    const { text, task, isFirst, origin, terms, order } = unit;
    if (task !== 'none' && isFirst) return true;
    // An item may name the code that does it.
    const isOpen = endsOpen(text) && units[order + 1]?.origin !== 'code';
    const isBare = terms.length < 2 && !instructions.has(unit);
    if (isBare || isQuestion(text) || LINK.test(text) || isOpen) return false;
    // What stands beside an instruction below a heading of steps is one of them, whatever its verb.
    const isTold = isFinished(text) && told.has(unit.group);
    if (isStep(unit) && (origin.endsWith('item') ? isFirst : isTold)) return true;
    return instructions.has(unit);
  });
  const steps = onlySteps ? actions.filter(isStep) : [];
  return steps.length > 1 ? steps : actions;
}
