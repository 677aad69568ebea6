import type { PageText, Sentence } from './page-text.ts';

/** How much each sentence says of what the page is about. */
export interface Scores {
  /** 0 and more; by `Sentence.order`. */
  readonly of: (sentence: Sentence) => number;
  /** What a word adds; 0 for words that are nearly everywhere. By folded word. */
  readonly weightOf: (word: string) => number;
}

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
export function scoreSentences(page: PageText, wanted: ReadonlySet<string> = new Set()): Scores {
  const usedBy = new Map<string, number>();
  for (const { words } of page.sentences)
    for (const word of words) usedBy.set(word, (usedBy.get(word) ?? 0) + 1);
  const total = Math.max(page.sentences.length, 2);
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
  return { of: (sentence) => scores[sentence.order] ?? 0, weightOf };
}

/** Whether a sentence can stand alone: enough words, prose, not an introduction to what follows. */
export function standsAlone(sentence: Sentence): boolean {
  const { text, wordCount } = sentence;
  if (wordCount < FEWEST_WORDS || /[:：]\**$/.test(text)) return false;
  return !/^!?\[[^\]]*\]\([^)]*\)[.!]?$/.test(text) && !/^\[\^/.test(text);
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
