import { foldText } from '../../core/outcome/phrase-scanner.ts';
import { plainInline } from './inline-text.ts';
import type { PageText, Section, Sentence } from './page-text.ts';
import { phrasePattern } from './phrase-patterns.ts';
import type { PhraseLanguage } from './phrases.table.ts';
import { isQuestion } from './templates/answers.ts';

/** What speaks for a sentence telling somebody to do something; {@link ENOUGH} of it makes an action item. */
const WEIGHT = {
  /** First sentence of an item below a heading of steps or tasks. */
  step: 4,
  /** Words with which nothing but an instruction begins, or that ask wherever they stand. */
  request: 4,
  /** A verb form that instructions begin with and that other sentences may begin with too. */
  imperative: 3,
  /** An infinitive at the start. */
  infinitive: 2,
  /** A duty, of whomever. */
  duty: 2,
  /** Words for the readers of such pages. */
  addressee: 2,
  ordered: 2,
  item: 1,
  /** Elsewhere, the page tells its reader what to do as well. */
  instructingPage: 1,
} as const;
const ENOUGH = 4;
/** Sentences that are instructions by themselves, from which on a page is one that instructs. */
const FEWEST_INSTRUCTIONS = 2;
/** Clauses of a sentence that are looked at, at most. */
const MOST_CLAUSES = 4;

/** The sentences of a page that tell somebody to do something, in its order. */
export function actionSentences(page: PageText, language: PhraseLanguage): readonly Sentence[] {
  const evidence = page.sentences.map((sentence) => evidenceOf(sentence, page, language));
  const instructions = evidence.filter(({ own, mood }) => own >= ENOUGH || mood >= WEIGHT.imperative);
  const shared = instructions.length >= FEWEST_INSTRUCTIONS ? WEIGHT.instructingPage : 0;
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

function evidenceOf(sentence: Sentence, page: PageText, language: PhraseLanguage): Evidence {
  if (sentence.task !== 'none') return sentence.isFirst ? { own: ENOUGH, mood: 0 } : NONE;
  if (sentence.origin === 'quote' || sentence.wordCount < 2 || isQuestion(sentence.text)) return NONE;
  if (/[:：][*_]*$/.test(sentence.text)) return NONE;
  const text = foldText(withoutQuotations(plainInline(sentence.text)));
  if (phrasePattern('noDuty', language, 'anywhere').test(text)) return NONE;
  const isItem = sentence.origin === 'item' || sentence.origin === 'ordered_item';
  const headings = headingsOf(page, sentence.section);
  if (isItem && headings.some((heading) => phrasePattern('forbiddingHeading', language, 'anywhere').test(heading)))
    return NONE;
  const mood = moodOf(text, language);
  const isStep =
    isItem && sentence.isFirst && headings.some((heading) => phrasePattern('stepsHeading', language, 'anywhere').test(heading));
  const place =
    (isStep ? WEIGHT.step : 0) +
    (isItem && sentence.isFirst ? WEIGHT.item : 0) +
    (sentence.origin === 'ordered_item' && sentence.isFirst ? WEIGHT.ordered : 0);
  return { own: mood + place, mood };
}

function moodOf(text: string, language: PhraseLanguage): number {
  if (phrasePattern('request', language, 'anywhere').test(text)) return WEIGHT.request;
  const clauses = clausesOf(text, language);
  const begins = (topic: 'instruction' | 'imperative' | 'infinitive') =>
    clauses.some((clause) => phrasePattern(topic, language, 'start').test(clause));
  const form = begins('instruction')
    ? WEIGHT.request
    : begins('imperative')
      ? WEIGHT.imperative
      : begins('infinitive')
        ? WEIGHT.infinitive
        : 0;
  const duty = phrasePattern('duty', language, 'anywhere').test(text) ? WEIGHT.duty : 0;
  if (form === 0 && duty === 0) return 0;
  return Math.max(form, duty) + (phrasePattern('addressee', language, 'anywhere').test(text) ? WEIGHT.addressee : 0);
}

/**
 * Where an instruction may begin: the sentence, what follows words that open it, what follows a colon, and, where such a word
 * opens a clause, what follows its commas.
 */
function clausesOf(text: string, language: PhraseLanguage): readonly string[] {
  const opening = phrasePattern('opening', language, 'start');
  const parts = text.split(/[:：]\s*/);
  return parts.slice(0, MOST_CLAUSES).flatMap((part) => {
    const start = part.replace(/^[^\p{L}]+/u, '');
    let rest = start;
    for (let count = 0; count < 2; count++) rest = rest.replace(opening, '').replace(/^[^\p{L}]+/u, '');
    const later = rest === start ? [] : rest.split(/[,，、;；]\s*/).slice(1, MOST_CLAUSES);
    return [start, rest, ...later.flatMap((clause) => [clause, clause.replace(opening, '').trimStart()])];
  });
}

/** What somebody else says is no instruction of the page. Names and labels in quotation marks have fewer words. */
function withoutQuotations(text: string): string {
  // linear: at most 600 characters from each sign that opens.
  return text.replace(/[“„«「『"][^“”„«»「」『』"]{12,600}[”“»」』"]/g, ' … ');
}

/** Folded headings of a section, its own first, and those around it; the title of the page is none of these. */
function headingsOf({ sections }: PageText, section: number): readonly string[] {
  const headings: string[] = [];
  let depth = 7;
  for (let index = section; index >= 0 && depth > 1; index--) {
    const heading: Section['heading'] = sections[index]!.heading;
    if (heading === undefined || heading.depth >= depth) continue;
    if (heading.depth === 1 && index !== section) break;
    headings.push(foldText(heading.plain));
    depth = heading.depth;
  }
  return headings;
}
