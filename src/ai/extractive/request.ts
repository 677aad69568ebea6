import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { LANGUAGES, memoised, phrasePattern, type Topic, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';
import {
  AFTER_NAME,
  BEFORE_NAME,
  COUNTED,
  LANGUAGE_NAMES,
  NAME_ENDING,
  NAMED_TEXT,
  NUMBER_WORDS,
  TEMPLATE_TOPICS,
} from './request.table.ts';

/** What a caller's prompt asks of a page, as far as selecting can follow it. */
export interface PromptRequest {
  readonly template: AiTemplateName | 'outline' | undefined;
  /** How many lines, and how many words in all (signs, where there are no blanks); undefined: as many as it takes. */
  readonly lines: number | undefined;
  readonly words: number | undefined;
  /** Whether all there is of a kind is wanted. */
  readonly wantsAll: boolean;
}

/** Fewer words than this are no sentence of a page. */
const FEWEST_WORDS = 12;

/** Reads a prompt about a page that is in `pageLanguage`; null: selecting cannot follow it. */
export function readRequest(prompt: string, pageLanguage: NoticeLanguage): PromptRequest | null {
  const folded = withoutAccents(prompt.normalize('NFKC')).toLowerCase();
  const clauses = folded
    .split(/(?<=[.!?。！？;\n])/)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}]+/u, '').trim());
  if (!clauses.every((clause) => clause === '' || canFollow(clause, pageLanguage))) return null;
  const words = countOf(folded, COUNTED.words);
  if (words !== undefined && words < FEWEST_WORDS) return null;
  const isQuestion = clauses.every((clause) => clause === '' || asks(clause));
  return {
    template: templateOf(folded, isQuestion),
    lines: countOf(folded, COUNTED.lines),
    words,
    wantsAll: placeOf('allRequest', folded) !== Infinity,
  };
}

/** Where a phrase of a topic stands in a text, in whatever language; infinite where there is none. */
function placeOf(topic: Topic, text: string): number {
  const places = LANGUAGES.map((language) => text.search(phrasePattern(topic, language, 'fold')));
  return Math.min(...places.map((place) => (place === -1 ? Infinity : place)));
}

/** A question, and not a request in the form of one. */
function asks(clause: string): boolean {
  if (withoutPoliteness(clause) !== clause) return false;
  return (
    /[?？]\s*$|吗|什么|多少|怎么|如何|哪|谁|ですか|ますか|か。?$/.test(clause) ||
    placeOf('questionWord', clause) === 0
  );
}

function withoutPoliteness(clause: string): string {
  for (const language of LANGUAGES) {
    const found = phrasePattern('politeLead', language, 'fold').exec(clause);
    if (found?.index === 0) return withoutPoliteness(clause.slice(found[0].length).replace(/^[\s,]+/, ''));
  }
  return clause;
}

function canFollow(clause: string, pageLanguage: NoticeLanguage): boolean {
  const isQuestion = asks(clause);
  const { aside, anywhere } = otherLanguage(pageLanguage);
  if ((isQuestion ? aside : anywhere).test(clause)) return false;
  if (isQuestion) return true;
  const request = withoutPoliteness(clause);
  if (placeOf('rewriting', request) !== Infinity || LANGUAGES.some((one) => formPattern(one).test(request)))
    return false;
  if (placeOf('writeVerb', request) !== 0) return true;
  return Math.min(...TEMPLATE_TOPICS.map((topic) => placeOf(topic, request))) < placeOf('form', request);
}

/** Finds that an answer is to be in another language than `page`; `aside`: behind the comma of a question. */
const otherLanguage = memoised((page: NoticeLanguage) => {
  const others = Object.entries(LANGUAGE_NAMES).filter(([tag]) => tag !== page);
  const name = `(?:${others.map(([, forms]) => withoutAccents(forms)).join('|')})`;
  const spaced = `(?<!\\p{L})${BEFORE_NAME}${name}\\p{L}*${AFTER_NAME}|${name}\\p{L}* ${NAMED_TEXT}`;
  return {
    // linear: at most 2,000 characters, and words between blanks.
    aside: new RegExp(`[,(] *${BEFORE_NAME}${name}\\p{L}*[ ?.)]*$`, 'u'),
    // linear: as before.
    anywhere: new RegExp(`${spaced}|(?:用|以|成|为|為|译)${name}|${name}${NAME_ENDING}`, 'u'),
  };
});

/** Finds a form that an answer is to have, right behind what leads to one, in Japanese before it. */
const formPattern = memoised((language: NoticeLanguage) => {
  const form = `(?:${phrasePattern('form', language, 'fold').source}|json|yaml|csv|xml|html)`;
  const lead = phrasePattern('formLead', language, 'fold').source;
  const between = language === 'zh' ? '.{0,4}' : '(?: \\S+)? ';
  // linear: at most 2,000 characters.
  return new RegExp(
    language === 'ja' ? `${form}(?:形式|風|に|で|を書|を作)` : `${lead}${between}${form}`,
    'iu',
  );
});

/** Whether a text ends with a phrase of a topic. */
const endsWith = (topic: Topic, text: string) =>
  LANGUAGES.some((language) => {
    const found = phrasePattern(topic, language, 'fold').exec(text);
    return found !== null && !/\p{L}/u.test(text.slice(found.index + found[0].length));
  });

function templateOf(text: string, isQuestion: boolean): PromptRequest['template'] {
  const says = (topic: Topic) => placeOf(topic, text) !== Infinity;
  if (says('aboutRequest')) return 'summarize';
  if (isQuestion) return endsWith('actionsRequest', text) ? 'extract-action-items' : undefined;
  if (says('actionsRequest')) return 'extract-action-items';
  if (says('questionsRequest')) return 'generate-questions';
  if (says('outlineRequest')) return 'outline';
  return says('summaryRequest') ? 'summarize' : undefined;
}

/** The number that stands before one of the words for what is counted, with a word between at most. */
function countOf(text: string, counted: string): number | undefined {
  const numbers = NUMBER_WORDS.map((words) => withoutAccents(words));
  // linear: at most 2,000 characters.
  const pattern = new RegExp(
    `(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\d])(\\d{1,3}|${numbers.join('|')})(?:[ -]?(?:个|つの|点|short|kurz\\p{L}*|einfach\\p{L}*|bullet|main|key))?[ -]?(?:${withoutAccents(counted)})`,
    'u',
  );
  const [, number] = pattern.exec(text) ?? [];
  if (number === undefined) return undefined;
  return /\d/.test(number)
    ? Number(number)
    : 1 + numbers.findIndex((words) => words.split('|').includes(number));
}
