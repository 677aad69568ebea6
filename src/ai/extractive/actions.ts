import { plainInline } from './inline-text.ts';
import { phrasePattern, type Topic, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, type Page, type Unit } from './page.ts';
import { type ExtractiveTemplate, isQuestion } from './selection.ts';

/**
 * What speaks for a sentence telling somebody to do something; {@link ENOUGH} of it makes an action item. Set by hand on the pages
 * of tests/ai/labelled/develop.
 */
const WEIGHT = {
  /** First sentence of an item below a heading of steps or tasks; of a numbered one below another; of any. */
  step: 4,
  ordered: 2,
  item: 1,
  /** Words with which nothing but an instruction begins, or that ask wherever they stand. */
  request: 4,
  /** A verb form that instructions begin with, and other sentences too. */
  imperative: 3,
  /** A duty, of whomever; and words for the readers of such pages beside it. */
  duty: 2,
  addressee: 2,
} as const;
const ENOUGH = 4;
/** Instructions by wording or place that make a page one that instructs, which adds 1: so many, and this share of its sentences. */
const FEWEST_INSTRUCTIONS = 2;
const INSTRUCTING_SHARE = 0.1;
/** How an ingredient or a part begins. */
const QUANTITY = /^(?:\d|[½¼¾⅓⅔⅛])/;
const MOST_ITEMS = 100;

/** What the page tells somebody to do, whole sentences as they stand; when there is nothing, one sentence says so. */
export const extractActionItems: ExtractiveTemplate = ({ page, language, notices, lines = MOST_ITEMS }) => {
  const unique = [...new Map(actionSentences(page, language).map((item) => [item.text, item])).values()];
  if (unique.length === 0) return [notices.noActionItems];
  const items = unique.slice(0, lines).map(({ task, text }) => `- [${task === 'done' ? 'x' : ' '}] ${text}`);
  return [items.join('\n')];
};

/** The sentences of a page that tell somebody to do something, in its order. */
export function actionSentences({ sentences, sections }: Page, language: NoticeLanguage): readonly Unit[] {
  const evidence = sentences.map((sentence) => {
    const heading = withoutAccents(sections[sentence.section]!.heading?.plain ?? '');
    return evidenceOf(sentence, heading, (topic, text, place) =>
      phrasePattern(topic, language, place).test(text),
    );
  });
  const instructions = evidence.filter(({ all, mood }) => all >= ENOUGH || mood >= WEIGHT.imperative).length;
  const instructs = instructions >= Math.max(FEWEST_INSTRUCTIONS, INSTRUCTING_SHARE * sentences.length);
  return sentences.filter((_, index) => evidence[index]!.all + (instructs ? 1 : 0) >= ENOUGH);
}

type Has = (topic: Topic, text: string, place: 'anywhere' | 'start' | 'fold') => boolean;
const NONE = { all: 0, mood: 0 };

/** Evidence of a sentence, and that of its wording alone. */
function evidenceOf(
  sentence: Unit,
  heading: string,
  has: Has,
): { readonly all: number; readonly mood: number } {
  const { task, isFirst, origin, terms } = sentence;
  const text = withoutAccents(withoutQuotations(plainInline(sentence.text)));
  if (task !== 'none' && isFirst && !QUANTITY.test(text)) return { all: ENOUGH, mood: 0 };
  if (
    origin === 'quote' ||
    terms.length < 2 ||
    isQuestion(text) ||
    endsOpen(text) ||
    isMostlyLink(sentence.text)
  )
    return NONE;
  if (has('advert', text, 'anywhere')) return NONE;
  const isItem = origin.endsWith('item') && isFirst;
  const mood = moodOf(text, isItem, has);
  if (!isItem) return { all: mood, mood };
  if (has('forbiddingHeading', heading, 'fold') || (mood === 0 && QUANTITY.test(text))) return NONE;
  const place = origin === 'ordered_item' ? WEIGHT.ordered : 0;
  return { all: mood + WEIGHT.item + (has('stepsHeading', heading, 'fold') ? WEIGHT.step : place), mood };
}

/** Whether a sentence leads elsewhere, or shows a picture. */
function isMostlyLink(text: string): boolean {
  // linear: at most 500 characters from each bracket.
  const labels = [...text.matchAll(/(!?)\[([^[\]]{0,500})\]\(/g)];
  const linked = labels.reduce((sum, [, , label = '']) => sum + label.length, 0);
  return labels.some(([, image]) => image === '!') || linked > plainInline(text).length / 2;
}

/** How much a text reads as an instruction by its verb. */
function moodOf(text: string, isItem: boolean, has: Has): number {
  // Whatever somebody need not do cancels request and duty.
  const isFree = has('noDuty', text, 'anywhere');
  if (!isFree && has('request', text, 'anywhere')) return WEIGHT.request;
  // An instruction may begin the sentence, follow words that stand before a verb, or the comma of a condition, or an item's colon.
  const parts = isItem ? text.split(/[:：]\s*/).slice(0, 2) : [text];
  const starts = parts.flatMap((part) => {
    const [, ...later] = has('condition', part, 'start') ? part.split(/[,，、;；]\s*/) : [];
    return [part, ...later.slice(0, 1)].map((clause) => clause.replace(/^[^\p{L}]+/u, ''));
  });
  if (starts.some((start) => has('instruction', start, 'start'))) return WEIGHT.request;
  if (starts.some((start) => has('imperative', start, 'start'))) return WEIGHT.imperative;
  if (isFree || !has('duty', text, 'anywhere')) return 0;
  return WEIGHT.duty + (has('addressee', text, 'anywhere') ? WEIGHT.addressee : 0);
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
