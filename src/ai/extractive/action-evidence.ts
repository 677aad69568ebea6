import { plainInline } from './inline-text.ts';
import { phrasePattern, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';
import type { PageText, Unit } from './page-text.ts';
import { isQuestion } from './select-sentences.ts';

/**
 * What speaks for a sentence telling somebody to do something; {@link ENOUGH} of it makes an action item. Set by hand on the pages
 * of tests/ai/labelled/develop.
 */
const WEIGHT = {
  /** First sentence of an item below a heading of steps or tasks. */
  step: 4,
  /** Words with which nothing but an instruction begins, or that ask wherever they stand. */
  request: 4,
  /** A verb form that instructions begin or end with, and other sentences too. */
  imperative: 3,
  /** A duty, of whomever. */
  duty: 2,
  /** Words for the readers of such pages. */
  addressee: 2,
  /** First sentence of an item of a numbered list below another heading. */
  ordered: 2,
  /** First sentence of an item. */
  item: 1,
  /** Elsewhere, the page tells its reader what to do as well. */
  instructingPage: 1,
} as const;
const ENOUGH = 4;
/** Instructions by their wording or place that make a page one that instructs: so many, and this share of its sentences. */
const FEWEST_INSTRUCTIONS = 2;
const INSTRUCTING_SHARE = 0.1;
/** How an ingredient or a part begins. */
const QUANTITY = /^(?:\d|[½¼¾⅓⅔⅛])/;
/** Share of a sentence that may be the text of links: what is more leads elsewhere. */
const MOST_LINKED = 0.5;
/** Characters after the verb of a duty in which its subject is sought, where that follows. */
const SUBJECT_CHARACTERS = 20;

/** The sentences of a page that tell somebody to do something, in its order. */
export function actionSentences(page: PageText, language: NoticeLanguage): readonly Unit[] {
  const evidence = page.sentences.map((sentence) => evidenceOf(sentence, page, language));
  const instructions = evidence.filter(({ own, mood }) => own >= ENOUGH || mood >= WEIGHT.imperative).length;
  const fewest = Math.max(FEWEST_INSTRUCTIONS, INSTRUCTING_SHARE * page.sentences.length);
  const shared = instructions >= fewest ? WEIGHT.instructingPage : 0;
  return page.sentences.filter((_, index) => {
    const { own } = evidence[index]!;
    return own + shared >= ENOUGH;
  });
}

/** Evidence of the sentence itself, and that of its wording alone. */
interface Evidence {
  readonly own: number;
  readonly mood: number;
}

const NONE: Evidence = { own: 0, mood: 0 };

function evidenceOf(sentence: Unit, page: PageText, language: NoticeLanguage): Evidence {
  if (sentence.task !== 'none' && sentence.isFirst && !QUANTITY.test(sentence.text))
    return { own: ENOUGH, mood: 0 };
  if (!mayAsk(sentence)) return NONE;
  const text = withoutAccents(withoutQuotations(plainInline(sentence.text)));
  const says = (topic: 'advert' | 'noDuty' | 'request') =>
    phrasePattern(topic, language, 'anywhere').test(text);
  if (says('advert')) return NONE;
  const isItem = sentence.origin === 'item' || sentence.origin === 'ordered_item';
  const isFree = says('noDuty');
  const mood = says('request') && !isFree ? WEIGHT.request : moodOf(text, isItem, isFree, language);
  if (!isItem || !sentence.isFirst) return { own: mood, mood };
  const heading = withoutAccents(page.sections[sentence.section]?.heading?.plain ?? '');
  const isBelow = (topic: 'stepsHeading' | 'forbiddingHeading') =>
    phrasePattern(topic, language, 'any case').test(heading);
  if (isBelow('forbiddingHeading')) return NONE;
  if (mood === 0 && QUANTITY.test(text)) return NONE;
  const place = isBelow('stepsHeading')
    ? WEIGHT.step
    : sentence.origin === 'ordered_item'
      ? WEIGHT.ordered
      : 0;
  return { own: mood + place + WEIGHT.item, mood };
}

/** Whether a sentence can ask for anything: no quotation, question, introduction, picture or link to elsewhere. */
function mayAsk({ text, origin, wordCount }: Unit): boolean {
  if (origin === 'quote' || wordCount < 2 || isQuestion(text) || /[:：][*_]*$/.test(text)) return false;
  // linear: at most 500 characters from each bracket.
  const links = [...text.matchAll(/(!?)\[([^[\]]{0,500})\]\(/g)];
  const linked = links.reduce((sum, [, , label = '']) => sum + label.length, 0);
  return !links.some(([, image]) => image === '!') && linked <= plainInline(text).length * MOST_LINKED;
}

/** How much a text reads as an instruction by its verb. `isFree`: it says that something need not be done. */
function moodOf(text: string, isItem: boolean, isFree: boolean, language: NoticeLanguage): number {
  const clauses = clausesOf(text, isItem, language);
  const begins = (topic: 'instruction' | 'imperative') =>
    clauses.some((clause) => phrasePattern(topic, language, 'start').test(clause));
  if (begins('instruction')) return WEIGHT.request;
  if (begins('imperative')) return WEIGHT.imperative;
  if (isFree) return 0;
  const duty = phrasePattern('duty', language, 'anywhere').exec(text);
  if (duty !== null) return WEIGHT.duty + (isForReaders(text, duty, language) ? WEIGHT.addressee : 0);
  return 0;
}

/** Whether readers are named where the subject of a duty stands: before it in its clause, or right after it. */
function isForReaders(text: string, { 0: duty, index }: RegExpExecArray, language: NoticeLanguage): boolean {
  const before = text
    .slice(0, index + duty.length)
    .split(/[,;:，；：]\s*/)
    .at(-1)!;
  const near = `${before}${text.slice(index + duty.length, index + duty.length + SUBJECT_CHARACTERS)}`;
  return phrasePattern('addressee', language, 'anywhere').test(near);
}

/**
 * Where an instruction may begin: the sentence, what follows words that stand before a verb, what follows a colon in an item,
 * and what follows the first comma of a sentence that a condition opens.
 */
function clausesOf(text: string, isItem: boolean, language: NoticeLanguage): readonly string[] {
  const opening = phrasePattern('opening', language, 'start');
  const condition = phrasePattern('condition', language, 'start');
  const fromLetter = (clause: string) => clause.replace(/^[^\p{L}]+/u, '');
  const withoutOpening = (clause: string) => fromLetter(clause.replace(opening, ''));
  const parts = isItem ? text.split(/[:：]\s*/).slice(0, 2) : [text];
  return parts.map(fromLetter).flatMap((part) => {
    const rest = withoutOpening(part);
    const [, later] = condition.test(rest) ? rest.split(/[,，、;；]\s*/, 2) : [];
    const starts = later === undefined ? [part, rest] : [part, rest, later];
    return [...starts, withoutOpening(starts.at(-1)!)];
  });
}

/** What somebody else says is no instruction of the page; what is named in quotation marks is short. */
function withoutQuotations(text: string): string {
  return (
    text
      // linear: at most 600 characters from each sign that opens.
      .replace(/(?:[“„«「『"]|(?<![\p{L}])‘)[^“”„«»「」『』"]{12,600}(?:[”“»」』"]|’(?!\p{L})|$)/gu, ' … ')
      .replace(/^[^“„«「『"]*[”»」』]/, ' … ')
  );
}
