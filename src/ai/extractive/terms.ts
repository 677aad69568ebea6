import { plainInline } from './inline-text.ts';
import { functionWords, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';

/** Scripts without spaces, searched by pairs of signs. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+/gu;
/** Pairs of hiragana are grammar, and those with a particle. */
const GRAMMAR = /^\p{sc=Hiragana}+$|[はがをにでとのもへ]/u;
/** Endings of words, which a search goes without. */
const ENDING =
  /(?:ations?|ungen|ung|ings?|ies|ed|es|ern?|em|en|est|et|ами|ями|ого|его|ому|ему|ыми|ими|ая|яя|ую|ые|ие|ыи|ии|ои|еи|ом|ем|ов|ев|ах|ях|[aeinosyаеиоуыьюя])$/;
/** Letters that stay of a word without its ending, and longer beginnings that two forms of one word share. */
const SHORTEST_STEM = 3;
const SHARED_BEGINNING = 4;
/** Letters of the last part of a compound, at least. */
const COMPOUND_PART = 5;

/**
 * What a search compares, in the order of the text: stems of words without accents, and pairs of signs where there are no spaces.
 * Of `languages`, function words are left out.
 */
export function termsOf(text: string, languages: readonly NoticeLanguage[] = []): readonly string[] {
  const grammar = languages.flatMap((language) => [...functionWords(language)]);
  const isGrammar = new Set(grammar);
  const plain = withoutAccents(plainInline(text).normalize('NFKC')).toLowerCase();
  const words = plain.replace(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => (word.length > 1 || /\d/.test(word)) && !isGrammar.has(word));
  const asking = grammar.filter((word) => word.length > 1).sort((a, b) => b.length - a.length);
  const runs = (plain.match(UNSPACED) ?? []).flatMap((run) =>
    asking.reduce((rest, word) => rest.replaceAll(word, ' '), run).split(' '),
  );
  const pairs = runs.flatMap((run) => [...run].slice(1).map((_, at) => run.slice(at, at + 2)));
  return [...telling.map(stem), ...pairs.filter((pair) => !GRAMMAR.test(pair))];
}

function stem(word: string): string {
  if (word.length <= SHORTEST_STEM || /\d/.test(word)) return word;
  const base = word.replace(word.length === SHORTEST_STEM + 1 ? /s$/ : ENDING, '');
  return base.length < SHORTEST_STEM ? word : base;
}

/** Whether two stems are likely of one word: one begins with the other, or is the last part of a compound. */
export function areRelated(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHARED_BEGINNING || /\d/.test(short)) return false;
  if (long.startsWith(short)) return long.length <= 2 * short.length;
  if (short.length >= COMPOUND_PART && long.length >= short.length + 3) return long.endsWith(short);
  return (
    long.length >= 7 &&
    long.slice(0, Math.ceil(0.75 * long.length)) === short.slice(0, Math.ceil(0.75 * long.length))
  );
}
