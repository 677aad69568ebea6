import type { Sentence } from './page-text.ts';
import type { Scores } from './score-sentences.ts';

/**
 * The best sentences of a set, in the order of the page: at most `count`, at most `characters` in all (each counted
 * with the two characters of its bullet and its line end), none that mostly repeats one already taken.
 */
export function pickSentences(
  candidates: readonly Sentence[],
  scores: Scores,
  limits: { readonly count: number; readonly characters: number; readonly taken?: readonly Sentence[] },
): readonly Sentence[] {
  const taken = [...(limits.taken ?? [])];
  const picked: Sentence[] = [];
  let left = limits.characters;
  const byScore = candidates
    .filter((candidate) => !taken.includes(candidate))
    .sort((a, b) => scores.of(b) - scores.of(a) || a.order - b.order);
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
