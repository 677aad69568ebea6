import { plainInline } from './inline-text.ts';
import type { PageText, Sentence } from './page-text.ts';
import { phrasePattern, withoutAccents } from './phrase-patterns.ts';
import type { PhraseLanguage, Phrases } from './phrases.table.ts';

/** What every extractive template is given. */
export interface SelectionContext {
  readonly page: PageText;
  readonly scores: Scores;
  readonly language: PhraseLanguage;
  readonly phrases: Phrases;
}

/** Selects; returns Markdown blocks, at least one, to be joined by blank lines. */
export type ExtractiveTemplate = (context: SelectionContext) => readonly string[];

/** How much each sentence says of what the page is about. */
export type Scores = ReturnType<typeof scoreSentences>;

/** Shortest sentence that can stand alone, in words; one-word items and labels say nothing out of place. */
const FEWEST_WORDS = 4;
/** From here on, a sentence says too many things at once, in words. */
const MANY_WORDS = 45;

/**
 * Scores by centrality: a word counts by how many sentences use it (what the page keeps coming back to) against how
 * common it is among them (function words of any language are in most). A sentence is the sum of its distinct words
 * over the root of its length, raised where authors put their point: first on the page, first in a section, in the
 * words of title and heading. Each of the `wanted` words (a caller's prompt) raises the sentences that have it.
 */
export function scoreSentences(page: PageText, wanted: ReadonlySet<string> = new Set()) {
  const usedBy = new Map<string, number>();
  for (const { words } of page.sentences)
    for (const word of words) usedBy.set(word, (usedBy.get(word) ?? 0) + 1);
  const total = Math.max(page.sentences.length, 2);
  /** What a word adds; 0 for words that are nearly everywhere. By folded word. */
  const weightOf = (word: string): number => {
    const count = usedBy.get(word) ?? 0;
    if (count === 0 || /^\d+$/.test(word)) return 0;
    return Math.log2(1 + count) * Math.log((total + 1) / count);
  };
  const headingWords = page.sections.map(
    ({ heading }) => new Set((heading?.plain ?? '').toLowerCase().split(/\s+/)),
  );
  const scores = page.sentences.map((sentence) => {
    let sum = 0;
    let asked = 1;
    for (const word of sentence.words) {
      if (wanted.has(word)) asked += 2;
      sum += weightOf(word) * (headingWords[sentence.section]!.has(word) ? 1.5 : 1);
    }
    return (
      (sum / Math.sqrt(Math.max(sentence.wordCount, 8))) *
      asked *
      placeFactor(sentence, page) *
      shapeFactor(sentence)
    );
  });
  return { of: (sentence: Sentence): number => scores[sentence.order] ?? 0, weightOf };
}

/** Whether a sentence can stand alone: enough words, prose, not an introduction to what follows. */
export function standsAlone(sentence: Sentence): boolean {
  const { text, wordCount } = sentence;
  if (wordCount < FEWEST_WORDS || /[:：]\**$/.test(text)) return false;
  return !/^!?\[[^\]]*\]\([^)]*\)[.!]?$/.test(text) && !/^\[\^/.test(text);
}

/** Whether a sentence begins with a word that refers to the one before it: a pronoun, or “however”. */
export function refersBack(sentence: Sentence, language: PhraseLanguage): boolean {
  const text = withoutAccents(plainInline(sentence.text)).replace(/^[^\p{L}]+/u, '');
  return phrasePattern('referring', language, 'start').test(text);
}

function placeFactor(sentence: Sentence, page: PageText): number {
  const isFirstOfSection = page.sections[sentence.section]?.sentences[0] === sentence;
  return (sentence.order < 3 ? 1.25 : 1) * (isFirstOfSection ? 1.25 : 1) * (sentence.isFirst ? 1.05 : 1);
}

function shapeFactor({ text, wordCount, origin }: Sentence): number {
  const isQuestion = /[?？؟]["”»)*_]*$/.test(text);
  const isFinished = /$(?<=[.!?。！？؟।…]["”»’')\]*_]*(?:\[\^[^\]]+\])*)/.test(text);
  return (
    (isQuestion ? 0.5 : 1) *
    (isFinished ? 1 : 0.75) *
    (wordCount > MANY_WORDS ? 0.6 : 1) *
    (origin === 'quote' ? 0.8 : 1) *
    (/!\[/.test(text) ? 0.4 : 1)
  );
}

/**
 * The best sentences of a set, in the order of the page: at most `count`, at most `characters` in all (each counted
 * with the two characters of its bullet and its line end), none that mostly repeats one already taken.
 */
export function pickSentences(
  candidates: readonly Sentence[],
  scoreOf: Scores['of'],
  limits: { readonly count: number; readonly characters: number; readonly taken?: readonly Sentence[] },
): readonly Sentence[] {
  const taken = [...(limits.taken ?? [])];
  const picked: Sentence[] = [];
  let left = limits.characters;
  const byScore = candidates
    .filter((candidate) => !taken.includes(candidate))
    .sort((a, b) => scoreOf(b) - scoreOf(a) || a.order - b.order);
  for (const candidate of byScore) {
    if (picked.length >= limits.count) break;
    if (lineLength(candidate) > left || taken.some((other) => overlap(candidate, other) > 0.6)) continue;
    picked.push(candidate);
    taken.push(candidate);
    left -= lineLength(candidate);
  }
  return picked.sort((a, b) => a.order - b.order);
}

/** Characters of a sentence as a bulleted line. */
export function lineLength({ text }: Sentence): number {
  return text.length + 3;
}

/** Share of the shorter one's words that the other has too, 0 to 1. */
export function overlap(a: Sentence, b: Sentence): number {
  const [small, large] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size;
}
