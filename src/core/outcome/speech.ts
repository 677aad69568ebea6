import type { PageReading } from './page-reading.ts';
import { type Hit, TOPIC } from './phrase-scanner.ts';
import { isHead, isMainText, type Region, type Sentence } from './sentence.ts';

/** The topics of one kind of page: what it says itself, and what stands beside. */
export interface Lexicon {
  /** Topics that a page of the kind says. */
  readonly said: number;
  /** Topics that stand beside. */
  readonly beside: number;
  /** Two topics that say it together in one sentence: a thing, and what has become of it. */
  readonly pair?: readonly [thing: number, state: number];
  /** Where it may be said; anywhere unless given. */
  readonly regions?: readonly Region[];
  /** What stands beside counts where it is no part of what is said. */
  readonly apart?: boolean;
}

/** How much a page says of one kind. */
export interface Speech {
  readonly title: boolean;
  readonly heading: boolean;
  /** Sentences that say it and little else. */
  readonly sentences: number;
  /** Sentences that name it among other things. */
  readonly mentions: number;
  /** Sentences of text that quote it: they speak about such a page. */
  readonly quoted: number;
  /** Sentences of text that have any of its phrases. */
  readonly takenUp: number;
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

export const ALL_REGIONS: readonly Region[] = ['main', 'outside', 'overlay'];
/** Where a page speaks for itself. */
export const OWN_REGIONS: readonly Region[] = ['main', 'outside'];

/** Reads what a page says in the words of a lexicon. */
export function speechOf(page: PageReading, lexicon: Lexicon): Speech {
  const none = { title: false, heading: false, sentences: 0, mentions: 0, quoted: 0, takenUp: 0, beside: 0 };
  const speech = { ...none, otherWords: page.unreadWords };
  const regions = lexicon.regions ?? ALL_REGIONS;
  const beside = new Set<string>();
  const titled = page.sentences.filter((one) => one.role === 'title' && saysState(one, lexicon));
  let repeated = false;
  const topics = lexicon.said | lexicon.beside | (lexicon.pair?.[0] ?? 0);
  for (const sentence of page.sentences) {
    if (!regions.includes(sentence.region)) continue;
    if ((sentence.topics & topics) === 0) {
      speech.otherWords += otherWords(sentence, false, 0);
      continue;
    }
    const { says, share } = judge(sentence, lexicon, beside);
    if (sentence.role === 'text') {
      speech.takenUp++;
      if (!says && quotesTopic(sentence, lexicon.said)) speech.quoted++;
    }
    if (says) repeated ||= repeatsTitle(sentence, titled);
    if (sentence.role === 'title') speech.title ||= says && share >= HEADING_SHARE;
    else if (speech.title && isTitle(sentence, page)) speech.heading = true;
    else if (sentence.role === 'heading') {
      if (says && share >= HEADING_SHARE) speech.heading = true;
      else if (says && share >= SENTENCE_SHARE) speech.sentences++;
    } else if (says && sentence.role === 'text') {
      if (share >= SENTENCE_SHARE) speech.sentences++;
      else speech.mentions++;
    } else if (says && sentence.role === 'link' && share >= HEADING_SHARE) speech.mentions++;
    speech.otherWords += otherWords(sentence, says, share);
  }
  speech.title ||= repeated;
  speech.beside = beside.size;
  return speech;
}

/** Whether a line of text is what the title is, as headings drawn as text are. */
function isTitle({ role, text }: Sentence, { title }: PageReading): boolean {
  return role === 'text' && text.length >= MIN_TITLE && title.startsWith(text);
}

/** Characters of the shortest line that is the title again, not a word that both have. */
const MIN_TITLE = 12;

/** Whether a title is half of a pair, what has become of something unnamed ("Under construction"). */
function saysState({ hits, text }: Sentence, { pair }: Lexicon): boolean {
  return hits.some(
    ({ topic, start, end }) => topic === pair?.[1] && end - start >= text.length * HEADING_SHARE,
  );
}

/** Whether a sentence has the whole of such a title. */
function repeatsTitle({ role, text }: Sentence, titles: readonly Sentence[]): boolean {
  return (
    role !== 'title' && titles.some((title) => title.text.length >= MIN_TITLE && text.includes(title.text))
  );
}

function otherWords(sentence: Sentence, says: boolean, share: number): number {
  if (!isMainText(sentence) || (says && share >= SENTENCE_SHARE)) return 0;
  return sentence.words * (1 - share) * (sentence.role === 'link' ? 0.25 : 1);
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
    if ((hit.topic & lexicon.beside) !== 0 && !(lexicon.apart && isWithin(hit, said, sentence.hits)))
      beside.add(sentence.text.slice(hit.start, hit.end));
    if (hit.end > reached) covered += hit.end - Math.max(hit.start, reached);
    reached = Math.max(reached, hit.end);
  }
  const share = Math.min(1, covered / Math.max(1, sentence.length));
  const isExplained = (topics & TOPIC.explanation) !== 0 && countExplanations(sentence.hits) > 0;
  if (isExplained && isHead(sentence)) return { says: false, share };
  if (isExplained || pair === undefined || (topics & pair[0]) === 0 || (topics & pair[1]) === 0)
    return { says: (topics & said) !== 0, share };
  return { says: true, share: Math.max(share, pairShare(sentence)) };
}

/** Whether a hit is a part of a longer one of some topics. */
function isWithin({ start, end }: Hit, topics: number, hits: readonly Hit[]): boolean {
  return hits.some(
    (other) =>
      (other.topic & topics) !== 0 &&
      other.start <= start &&
      other.end >= end &&
      other.end - other.start > end - start,
  );
}

/** What a pair counts for: in a short heading the whole, in a short sentence enough, in a long one nothing. */
function pairShare(sentence: Sentence): number {
  if (isHead(sentence)) return sentence.words <= PAIR_HEADING_WORDS ? HEADING_SHARE : 0;
  return sentence.words <= PAIR_SENTENCE_WORDS ? SENTENCE_SHARE : 0;
}

/** Whether a sentence has a phrase of one of some topics. */
export function hasTopic({ topics }: Sentence, topic: number): boolean {
  return (topics & topic) !== 0;
}

/** Whether the title or a heading of a page has a phrase of one of some topics. */
export function isHeaded({ sentences }: PageReading, topic: number): boolean {
  return sentences.some((one) => isHead(one) && hasTopic(one, topic));
}

function quotesTopic({ hits }: Sentence, topic: number): boolean {
  return hits.some((hit) => hit.quoted && (hit.topic & topic) !== 0);
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
  for (const sentence of sentences) {
    if (sentence.region === 'overlay' || sentence.role === 'code') continue;
    const found = countExplanations(sentence.hits);
    if (found > 0 && isHead(sentence)) return true;
    if (sentence.role === 'text') inText += found;
  }
  return inText > 1;
}

/** What walls and dead ends say by themselves. */
const SAID = TOPIC.humanCheck | TOPIC.loginAsk | TOPIC.missingWhole | TOPIC.errorSaid;

/** Whether the text of a page quotes what a wall or a dead end says. */
export function quotes({ sentences }: PageReading): boolean {
  return sentences.some((sentence) => sentence.role === 'text' && quotesTopic(sentence, SAID));
}
