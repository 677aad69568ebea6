import type { AiTemplateName } from '../../contract/ai-templates.ts';
import type { NoticeLanguage } from './notices.table.ts';
import {
  ASKING,
  COUNTED_LINES,
  COUNTED_WORDS,
  LANGUAGE_REQUESTS,
  NUMBER_WORDS,
  TEMPLATE_TOPICS,
} from './request.table.ts';
import { LANGUAGES, memoised, phrasePattern, type Topic, withoutAccents } from './words.ts';

/** What a caller's prompt asks of a page: a template in other words, how many lines, whether all there is of a kind. */
interface PromptRequest {
  readonly template: AiTemplateName | 'outline' | undefined;
  readonly lines: number | undefined;
  readonly wantsAll: boolean;
}

/** Fewer words than this are no sentence of a page. */
const FEWEST_WORDS = 12;

/** Reads a prompt about a page that is in `pageLanguage`; null: selecting cannot follow it. */
export function readRequest(prompt: string, pageLanguage: NoticeLanguage): PromptRequest | null {
  const text = withoutAccents(prompt.normalize('NFKC')).toLowerCase();
  const clauses = text
    .split(/(?<=[.!?。！？;:：\n])/)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}]+/u, '').trim())
    .filter((clause) => clause !== '');
  const canFollow = clauses.every((clause) => canFollowClause(clause, pageLanguage));
  if (!canFollow || (countOf(text, COUNTED_WORDS) ?? FEWEST_WORDS) < FEWEST_WORDS) return null;
  return {
    template: templateOf(text, clauses.every(asks)),
    lines: countOf(text, COUNTED_LINES),
    wantsAll: says('allRequest', text),
  };
}

/** Where a phrase of a topic stands in a text, in whatever language; infinite where there is none. */
function placeOf(topic: Topic, text: string): number {
  const places = LANGUAGES.map((language) => text.search(phrasePattern(topic, language)));
  return Math.min(...places.map((place) => (place === -1 ? Infinity : place)));
}
const says = (topic: Topic, text: string) => placeOf(topic, text) !== Infinity;

/** A question, and not a request in the form of one. */
const asks = (clause: string): boolean =>
  withoutPoliteness(clause) === clause && (ASKING.test(clause) || placeOf('questionWord', clause) === 0);

function withoutPoliteness(clause: string): string {
  for (const language of LANGUAGES) {
    const [found] = phrasePattern('politeLead', language, 'start').exec(clause) ?? [];
    if (found !== undefined) return withoutPoliteness(clause.slice(found.length).replace(/^[\s,]+/, ''));
  }
  return clause;
}

function canFollowClause(clause: string, pageLanguage: NoticeLanguage): boolean {
  const others = LANGUAGE_REQUESTS.filter(({ tag }) => tag !== pageLanguage);
  if (asks(clause)) return !others.some(({ aside }) => aside.test(clause));
  const request = withoutPoliteness(clause);
  const isWritten = says('rewriting', request) || LANGUAGES.some((one) => formPattern(one).test(request));
  if (isWritten || others.some(({ anywhere }) => anywhere.test(clause))) return false;
  if (placeOf('writeVerb', request) !== 0) return true;
  return Math.min(...TEMPLATE_TOPICS.map((topic) => placeOf(topic, request))) < placeOf('form', request);
}

/** Finds a form that an answer is to have, right behind what leads to one, in Japanese before it. */
const formPattern = memoised((language: NoticeLanguage) => {
  const form = `(?:${phrasePattern('form', language).source}|json|yaml|csv|xml|html)`;
  const lead = `${phrasePattern('formLead', language).source}${language === 'zh' ? '.{0,4}' : '(?: \\S+)? '}`;
  // linear: at most 2,000 characters.
  return new RegExp(language === 'ja' ? `${form}(?:形式|風|に|で|を書|を作)` : `${lead}${form}`, 'iu');
});

function templateOf(text: string, isQuestion: boolean): PromptRequest['template'] {
  if (says('aboutRequest', text)) return 'summarize';
  const isLast = (language: NoticeLanguage) => {
    const found = phrasePattern('actionsRequest', language).exec(text);
    return found !== null && !/\p{L}/u.test(text.slice(found.index + found[0].length));
  };
  if (isQuestion) return LANGUAGES.some(isLast) ? 'extract-action-items' : undefined;
  if (says('actionsRequest', text)) return 'extract-action-items';
  if (says('questionsRequest', text)) return 'generate-questions';
  if (says('outlineRequest', text)) return 'outline';
  return says('summaryRequest', text) ? 'summarize' : undefined;
}

/** The number of what a text counts. */
function countOf(text: string, counted: RegExp): number | undefined {
  const [, found] = counted.exec(text) ?? [];
  if (found === undefined) return undefined;
  return Number(found) || 1 + NUMBER_WORDS.findIndex((words) => words.split('|').includes(found));
}
