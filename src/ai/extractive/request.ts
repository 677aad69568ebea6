import type { NoticeLanguage } from './notices.table.ts';
import * as asked from './request.table.ts';
import { LANGUAGES, memoised, phrasePattern, type Topic, termsOf, withoutAccents } from './words.ts';

/** What a request asks for. */
export type Request = ReturnType<typeof readRequest>;

/**
 * What a prompt in a `language` asks of a page that is in `pageLanguage`: a template in other words, how many lines or parts (`lines`) of what (`counted`),
 * all there is of a kind, or what not (`excludes`); `rest`: the terms of all else that it says.
 */
export function readRequest(prompt: string, pageLanguage: NoticeLanguage, language: NoticeLanguage) {
  const text = withoutAccents(prompt.normalize('NFKC')).toLowerCase();
  const clauses = text
    .split(/(?<=[.!?。！？;:：\n])/)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}]+/u, ''));
  const telling = clauses.filter((clause) => asks(clause) || restOf(clause, pageLanguage).length > 0);
  const [, template] = asked.TEMPLATE_TOPICS.find(([topic]) => text.search(inAnyLanguage(topic)) >= 0) ?? [];
  const [, number, counted = '-'] = asked.COUNTED.exec(text) ?? [];
  return {
    template,
    lines: number === undefined ? undefined : numberOf(number),
    counted,
    wantsAll: text.search(inAnyLanguage('allRequest')) >= 0,
    excludes: phrasePattern('exclusion', language).test(text),
    // A prompt without words asks, and gets no answer.
    isQuestion: telling.every(asks) && (telling.length > 0 || !/\p{L}/u.test(text)),
    rest: restOf(text, pageLanguage),
  };
}

/** Finds the phrases of a topic in a text, in whatever language. */
const inAnyLanguage = memoised(
  // linear: at most 2,000 characters.
  (topic: Topic) => new RegExp(LANGUAGES.map((one) => phrasePattern(topic, one).source).join('|'), 'gi'),
);

/** A question, and not a request in the form of one. */
const asks = (clause: string): boolean =>
  clause.search(inAnyLanguage('politeLead')) !== 0 &&
  (asked.ASKING.test(clause) || clause.search(inAnyLanguage('questionWord')) === 0);

/** The terms of a text but for what requests say: a template, a number of lines, and “in English” of a page in it. */
function restOf(text: string, pageLanguage: NoticeLanguage): readonly string[] {
  const topics = [...asked.TEMPLATE_TOPICS.map(([topic]) => topic), 'requestWord', 'politeLead'] as const;
  const said = [asked.OWN_LANGUAGE[pageLanguage] ?? /$/, ...topics.map(inAnyLanguage)];
  const rest = [asked.NUMBERS, ...said, asked.NUMBERS].reduce(
    (left, pattern) => left.replace(pattern, ' ').replace(/ +/g, ' '),
    text,
  );
  return termsOf(rest, LANGUAGES);
}

const numberOf = (number: string): number =>
  Number(number) || 1 + asked.NUMBER_WORDS.findIndex((words) => words.split('|').includes(number));
