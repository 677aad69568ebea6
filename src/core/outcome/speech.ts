import type { PageReading } from './page-reading.ts';
import { type Hit, TOPIC } from './phrase-scanner.ts';
import type { Region, Sentence } from './sentence.ts';

/** The topics of one kind of page: what it says itself, and what stands beside. */
interface Lexicon {
  /** Topics that a page of the kind says. */
  readonly said: number;
  /** Topics that stand beside. */
  readonly beside: number;
  /** Two topics that say it together in one sentence: a thing, and what has become of it. */
  readonly pair?: readonly [thing: number, state: number];
  /** Where it may be said; anywhere unless given. */
  readonly regions?: readonly Region[];
}

/** How much a page says of one kind. */
export interface Speech {
  readonly title: boolean;
  readonly heading: boolean;
  /** Sentences that say it and little else. */
  readonly sentences: number;
  /** Sentences that name it among other things. */
  readonly mentions: number;
  /** Different phrases beside it, in sentences, links and controls. */
  readonly beside: number;
  /** Words of main text that neither say it nor stand beside; those of links count a quarter. */
  readonly otherWords: number;
}

/** Share of the characters of a title or heading, and of a sentence, that phrases must cover to be what it says. */
const HEADING_SHARE = 0.6;
const SENTENCE_SHARE = 0.4;
/** Words of a sentence, and of a title or heading, within which the two words of a pair belong together. */
const PAIR_SENTENCE_WORDS = 18;
const PAIR_HEADING_WORDS = 13;

const ALL_REGIONS: readonly Region[] = ['main', 'outside', 'overlay'];
/** Where a page speaks for itself. */
export const OWN_REGIONS: readonly Region[] = ['main', 'outside'];

/** Reads what a page says in the words of a lexicon. */
export function speechOf(page: PageReading, lexicon: Lexicon): Speech {
  const none = { title: false, heading: false, sentences: 0, mentions: 0, beside: 0 };
  const speech = { ...none, otherWords: page.unreadWords };
  const regions = lexicon.regions ?? ALL_REGIONS;
  const beside = new Set<string>();
  for (const sentence of page.sentences) {
    if (!regions.includes(sentence.region)) continue;
    const { says, share } = judge(sentence, lexicon, beside);
    if (sentence.role === 'title') speech.title ||= says && share >= HEADING_SHARE;
    else if (sentence.role === 'heading') {
      if (says && share >= HEADING_SHARE) speech.heading = true;
      else if (says && share >= SENTENCE_SHARE) speech.sentences++;
    } else if (says && sentence.role === 'text') {
      if (share >= SENTENCE_SHARE) speech.sentences++;
      else speech.mentions++;
    } else if (says && sentence.role === 'link' && share >= HEADING_SHARE) speech.mentions++;
    speech.otherWords += otherWords(sentence, says, share);
  }
  speech.beside = beside.size;
  return speech;
}

function otherWords({ region, role, words }: Sentence, says: boolean, share: number): number {
  if (region !== 'main' || role === 'title' || role === 'control' || role === 'credit') return 0;
  if (says && share >= SENTENCE_SHARE) return 0;
  return words * (1 - share) * (role === 'link' ? 0.25 : 1);
}

/** Whether a sentence says it, and the share of its characters that phrases cover; adds phrases beside to `beside`. */
function judge(sentence: Sentence, lexicon: Lexicon, beside: Set<string>): { says: boolean; share: number } {
  const { said, pair } = lexicon;
  let topics = 0;
  let covered = 0;
  let reached = 0;
  for (const hit of sentence.hits) {
    if (hit.quoted && (hit.topic & lexicon.beside) === 0) continue;
    topics |= hit.topic;
    if ((hit.topic & (said | lexicon.beside)) === 0) continue;
    if ((hit.topic & lexicon.beside) !== 0) beside.add(sentence.text.slice(hit.start, hit.end));
    if (hit.end > reached) covered += hit.end - Math.max(hit.start, reached);
    reached = Math.max(reached, hit.end);
  }
  const share = sentence.text === '' ? 0 : covered / sentence.text.length;
  const isExplained = (topics & TOPIC.explanation) !== 0 && countExplanations(sentence.hits) > 0;
  if (isExplained && (sentence.role === 'title' || sentence.role === 'heading'))
    return { says: false, share };
  if (isExplained || pair === undefined || (topics & pair[0]) === 0 || (topics & pair[1]) === 0)
    return { says: (topics & said) !== 0, share };
  return { says: true, share: Math.max(share, pairShare(sentence)) };
}

/** What a pair counts for: in a short heading the whole, in a short sentence enough, in a long one nothing. */
function pairShare({ role, words }: Sentence): number {
  if (role === 'title' || role === 'heading') return words <= PAIR_HEADING_WORDS ? HEADING_SHARE : 0;
  return words <= PAIR_SENTENCE_WORDS ? SENTENCE_SHARE : 0;
}

/** Whether a sentence has a phrase of one of some topics. */
export function hasTopic({ hits }: Sentence, topic: number): boolean {
  return hits.some((hit) => (hit.topic & topic) !== 0);
}

/** Whether a page says it and next to nothing else. */
export function saysNothingElse({ title, heading, sentences, otherWords }: Speech): boolean {
  return otherWords <= 4 && (sentences > 0 || heading || title);
}

/** How many controls and links of some regions are labelled with phrases of some topics. */
export function labelled(page: PageReading, topic: number, regions: readonly Region[] = ALL_REGIONS): number {
  let count = 0;
  for (const { role, region, hits, text } of page.sentences) {
    if ((role !== 'control' && role !== 'link') || !regions.includes(region)) continue;
    if (hits.some((hit) => (hit.topic & topic) !== 0 && (hit.end - hit.start) * 4 >= text.length)) count++;
  }
  return count;
}

/** Whether a page shows code, numbered steps or a table: it tells how something is done, or holds data. */
export function instructs({ marks, sentences }: PageReading): boolean {
  return marks.tables > 0 || marks.orderedLists > 0 || sentences.some(({ role }) => role === 'code');
}

/** Phrases that explain and are no part of a longer one: "choose how to continue" asks for consent. */
function countExplanations(hits: readonly Hit[]): number {
  let count = 0;
  let reached = 0;
  for (const { topic, end } of hits)
    if (topic !== TOPIC.explanation) reached = Math.max(reached, end);
    else if (end >= reached) count++;
  return count;
}

/** Whether the title or a heading of a page promises an explanation, or its text speaks twice as one. */
export function explains({ sentences }: PageReading): boolean {
  let inText = 0;
  for (const { role, hits, region } of sentences) {
    if (region === 'overlay' || role === 'code') continue;
    const found = countExplanations(hits);
    if (found > 0 && (role === 'title' || role === 'heading')) return true;
    if (role === 'text') inText += found;
  }
  return inText > 1;
}
