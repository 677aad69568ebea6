import { FeatureColumns, ratio } from '../../select/features/feature-columns.ts';
import type { PageReading } from '../page-reading.ts';
import type { Sentence } from '../sentence.ts';
import { explains } from '../speech.ts';
import type { SaidWords } from './said-words.ts';

/** Words of a page that are read. */
const MOST_WORDS = 150;
/** Letters of the shortest word of a title that is compared. */
const SHORTEST_WORD = 3;
/** Points under a threshold from which a rule has heard nothing. */
const FARTHEST = -8;
/** Status of a failure, and the first characters of running text in which it is sought. */
const STATUS = /(?:^|\D)[45]\d\d(?:\D|$)/;
const STATUS_WITHIN = 500;

/**
 * Describes how a page is built and worded, one row, whatever its language: points of the rules over their thresholds, words that
 * stubs are made of (`kinds`: by rule), what title, headings and text have in common, how much stands in and beside the text.
 */
export function describeStub(
  page: PageReading,
  leads: readonly number[],
  words: SaidWords,
  kinds = kindsOf(page, words),
): FeatureColumns {
  const { marks, mainWords, sentences } = page;
  const main = sentences.filter(({ region, role }) => region === 'main' && role !== 'title');
  const headings = main.filter(({ role }) => role === 'heading');
  const text = main.filter(({ role }) => role === 'text');
  const titles = sentences.filter(({ role }) => role === 'title');
  const links = main.filter(({ role }) => role === 'link' || role === 'control');
  const [titled, headed, told] = [[page.title], textsOf(headings.slice(0, 1)), textsOf(text)].map(wordsOf);
  const running = textsOf(text).join(' ');
  const topics = sentences.reduce((all, one) => (one.region === 'overlay' ? all : all | one.topics), 0);
  const columns = new FeatureColumns(1);
  const add = (name: string, value: number | boolean): void => columns.addConstant(name, Number(value));
  for (const [rule, lead] of leads.entries()) add(`rule ${rule}`, Math.max(FARTHEST, lead));
  add('surest rule', Math.max(FARTHEST, ...leads));
  add('topics', countBits(topics));
  add('explains', explains(page));
  add('words of one rule', 256 * Math.max(...kinds));
  add('words said', 256 * words.meanOf(textsOf([...titles, ...headings, ...text]), MOST_WORDS));
  add('words said in text', 256 * words.meanOf(textsOf(text), MOST_WORDS));
  add('words said in links', 256 * words.meanOf(textsOf(links), MOST_WORDS));
  add('title as heading', shareOf(titled!, headed!));
  add('title is heading', headings[0]?.text === page.title);
  add('title in text', titled!.size === 0 ? -1 : ratio(countShared(titled!, told!), titled!.size));
  add('headings', ratio(countWords(headings), 1 + mainWords));
  add('heading words', countWords(headings));
  add('words', mainWords);
  add('sentences', text.length);
  add('longest sentence', Math.max(0, ...text.map(({ words }) => words)));
  add('kept', ratio(mainWords, 1 + countWords(sentences.filter(({ role }) => role !== 'title'))));
  add('links', page.links);
  add('pictures', page.pictures);
  add('gates', marks.gates);
  add('captchas', marks.captchas);
  add('passwords', marks.passwords);
  add('fields', marks.textFields);
  add('noindex', marks.noindex);
  add('numbers', ratio(running.match(/\d+/g)?.length ?? 0, 1 + countWords(text)));
  add('exclamations', running.split('!').length - 1);
  add('status in text', STATUS.test(running.slice(0, STATUS_WITHIN)));
  return columns;
}

/** How much the words of a page, those beside its text apart, are those of each kind. */
export function kindsOf({ sentences }: PageReading, words: SaidWords): Float64Array {
  const read = sentences.filter(
    ({ role, region }) => region === 'main' || (role === 'heading' && region !== 'overlay'),
  );
  return words.kindsOf(textsOf(read), MOST_WORDS);
}

function textsOf(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ text }) => text);
}

function countWords(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { words }) => sum + words, 0);
}

function wordsOf(texts: readonly string[]): Set<string> {
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return new Set(words.filter(({ length }) => length >= SHORTEST_WORD));
}

function countShared(few: ReadonlySet<string>, many: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return shared;
}

/** Share of the words of the shorter one that both have, in 1/256; -1 where one is empty. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const fewer = Math.min(one.size, other.size);
  return fewer === 0 ? -1 : ratio(countShared(one, other), fewer);
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
