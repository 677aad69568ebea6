const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
/** Latin, Greek, Cyrillic and the like, where a word is a run of letters: hundreds of times faster than segmenting. */
const ALPHABETIC =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Common}\p{sc=Inherited}]*$/u;
const RUN = /[\p{L}\p{M}\p{N}]+(?:['’\-_][\p{L}\p{M}\p{N}]+)*/gu;
// linear: at most a thousand characters from each sign that opens.
const TARGETS = /\]\([^)]{0,1000}\)|<[^<>\s][^<>]{0,500}>|https?:\/\/\S+/g;
/** ICU's iterator takes time quadratic in the length of its text. */
const WINDOW_CHARACTERS = 500;

/** The words of a piece of inline Markdown, lower-cased and NFKC-normalised, addresses left out, in order. */
export function wordsOf(text: string): readonly string[] {
  return surfaceWordsOf(text).map(foldWord);
}

/** The same words as they are written. */
export function surfaceWordsOf(text: string): readonly string[] {
  const prose = text.replace(TARGETS, ' ');
  if (ALPHABETIC.test(prose)) return prose.match(RUN) ?? [];
  const words: string[] = [];
  for (let at = 0; at < prose.length; at += WINDOW_CHARACTERS) {
    for (const { segment, isWordLike } of segmenter.segment(prose.slice(at, at + WINDOW_CHARACTERS))) {
      if (isWordLike) words.push(segment);
    }
  }
  return words;
}

/** The form in which two words count as the same. */
export function foldWord(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}
