import type { NoticeLanguage } from './notices.table.ts';
import * as asked from './request.table.ts';
import { LANGUAGES, memoised, phrasePattern, type Topic, withoutAccents } from './words.ts';

/** Fewer words than this are no sentence of a page. */
const FEWEST_WORDS = 12;

/**
 * What a prompt asks of a page that is in `pageLanguage`: a template in other words, how many lines, whether all there is of a kind;
 * null: selecting cannot follow it.
 */
export function readRequest(prompt: string, pageLanguage: NoticeLanguage) {
  const text = withoutAccents(prompt.normalize('NFKC')).toLowerCase();
  const clauses = text
    .split(/(?<=[.!?。！？;:：\n])/)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}]+/u, '').trim())
    .filter((clause) => clause !== '');
  const canFollow = clauses.every((clause) => canFollowClause(clause, pageLanguage));
  if (!canFollow || (countOf(text, asked.COUNTED_WORDS) ?? FEWEST_WORDS) < FEWEST_WORDS) return null;
  const [topic, template] = asked.TEMPLATE_TOPICS.find(([one]) => says(one, text)) ?? [];
  const isQuestion = clauses.every(asks);
  // What a question is for ends it: "what are the next steps?"
  const isMeant = topic === 'aboutRequest' || !isQuestion || actionsAtEnd().test(text);
  return {
    template: isMeant ? template : undefined,
    lines: countOf(text, asked.COUNTED_LINES),
    count: countOf(text, asked.COUNTED_PARTS),
    wantsAll: says('allRequest', text),
    isQuestion,
    rest: topic === undefined ? text : text.replace(inAnyLanguage(topic), ''),
  };
}

/** What a request asks for. */
export type Request = NonNullable<ReturnType<typeof readRequest>>;

/** Finds the phrases of a topic in a text, in whatever language. */
const inAnyLanguage = memoised(
  // linear: at most 2,000 characters.
  (topic: Topic) => new RegExp(LANGUAGES.map((one) => phrasePattern(topic, one).source).join('|'), 'i'),
);
const says = (topic: Topic, text: string) => inAnyLanguage(topic).test(text);
// linear: as before.
const actionsAtEnd = () => new RegExp(`(?:${inAnyLanguage('actionsRequest').source})\\P{L}*$`, 'iu');

/** Where a phrase of a topic stands in a text; infinite where there is none. */
function placeOf(topic: Topic, text: string): number {
  const place = text.search(inAnyLanguage(topic));
  return place === -1 ? Infinity : place;
}

/** A question, and not a request in the form of one. */
const asks = (clause: string): boolean =>
  withoutPoliteness(clause) === clause &&
  (asked.ASKING.test(clause) || placeOf('questionWord', clause) === 0);

function withoutPoliteness(clause: string): string {
  if (placeOf('politeLead', clause) !== 0) return clause;
  return withoutPoliteness(clause.replace(inAnyLanguage('politeLead'), '').replace(/^[\s,]+/, ''));
}

function canFollowClause(clause: string, pageLanguage: NoticeLanguage): boolean {
  const others = asked.LANGUAGE_REQUESTS.filter(({ tag }) => tag !== pageLanguage);
  if (asks(clause)) return !others.some(({ aside }) => aside.test(clause));
  const request = withoutPoliteness(clause);
  const isWritten = says('rewriting', request) || LANGUAGES.some((one) => formPattern(one).test(request));
  if (isWritten || others.some(({ anywhere }) => anywhere.test(clause))) return false;
  if (placeOf('writeVerb', request) !== 0) return true;
  return (
    Math.min(...asked.TEMPLATE_TOPICS.map(([topic]) => placeOf(topic, request))) < placeOf('form', request)
  );
}

/** Finds a form that an answer is to have: what a request names first, or what is right behind a lead, in Japanese before it. */
const formPattern = memoised((language: NoticeLanguage) => {
  const format = 'json|yaml|csv|xml|html';
  const form = `(?:${phrasePattern('form', language).source}|${format})`;
  const lead = `(?:${phrasePattern('formLead', language).source}${language === 'zh' ? '.{0,4}' : '(?: \\S+)? '}|^(?:an?|eine?n?|une?|una|uma|een) )`;
  // linear: at most 2,000 characters.
  return new RegExp(
    `^(?:${format})\\P{L}*$|${language === 'ja' ? `${form}(?:形式|風|に|で|を書|を作)` : `${lead}${form}`}`,
    'iu',
  );
});

/** The number of what a text counts. */
function countOf(text: string, counted: RegExp): number | undefined {
  const [, found] = counted.exec(text) ?? [];
  if (found === undefined) return undefined;
  return Number(found) || 1 + asked.NUMBER_WORDS.findIndex((words) => words.split('|').includes(found));
}
