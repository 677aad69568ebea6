import { PHRASES } from '../phrases.table.ts';
import { pickSentences } from '../pick-sentences.ts';
import type { ExtractiveTemplate } from '../selection-context.ts';
import { wordsOf } from '../words.ts';

const MOST_SENTENCES = 8;
const ANSWER_CHARACTERS = 2000;
/** A word of the prompt that more sentences than this share have is no mark of relevance. */
const COMMON_SHARE = 0.5;

/**
 * The honest form of a free prompt: a search. The sentences that share the prompt's telling words, heaviest first
 * choice, in the order of the page; when none does, one sentence says so.
 */
export function answerPrompt(prompt: string): ExtractiveTemplate {
  return ({ page, scores, phrases }) => {
    const wanted = promptWords(prompt);
    const isCommon = (word: string) => {
      const limit = Math.max(3, page.sentences.length * COMMON_SHARE);
      return page.sentences.filter(({ words }) => words.has(word)).length > limit;
    };
    const telling = [...wanted].filter((word) => !isCommon(word));
    const relevance = (words: ReadonlySet<string>) =>
      telling.reduce((sum, word) => sum + (words.has(word) ? 1 + scores.weightOf(word) : 0), 0);
    const matching = page.sentences.filter(({ words }) => relevance(words) > 0);
    const picked = pickSentences(
      matching,
      { of: (sentence) => relevance(sentence.words) * 10 + scores.of(sentence), weightOf: scores.weightOf },
      { count: MOST_SENTENCES, characters: ANSWER_CHARACTERS },
    );
    const found = picked.length > 0 ? picked : matching.slice(0, 1);
    if (found.length === 0) return [phrases.noMatch];
    return [found.map(({ text }) => `- ${text}`).join('\n')];
  };
}

/** The words of a prompt without the function words of every language of the phrase table. */
export function promptWords(prompt: string): ReadonlySet<string> {
  return new Set(wordsOf(prompt).filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word)));
}

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(PHRASES).flatMap(({ functionWords }): readonly string[] => functionWords),
);
