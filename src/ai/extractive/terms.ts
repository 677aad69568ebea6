import { plainInline } from './inline-text.ts';
import { functionWords, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';

/** Scripts without spaces, searched by pairs of signs. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Pairs of hiragana are grammar, and those with a particle. */
const GRAMMAR = /^\p{sc=Hiragana}+$|[はがをにでとのもへ]/u;
/** Endings of words, which a search goes without. */
const ENDING =
  /(?:ations?|ungen|ung|ingly|ings?|ies|ed|es|ern?|em|en|est|et|ами|ями|ого|его|ому|ему|ыми|ими|ая|яя|ую|ые|ие|ыи|ии|ои|еи|ом|ем|ов|ев|ах|ях|[aeinosyаеиоуыьюя])$/;
/** Letters that stay of a word without its ending. */
const SHORTEST_STEM = 3;

/** What a search compares: stems of words without accents, and pairs of signs where there are no spaces. In the order of the text. */
export function termsOf(text: string, languages: readonly NoticeLanguage[] = []): readonly string[] {
  const isGrammar = (word: string) => languages.some((language) => functionWords(language).has(word));
  const plain = withoutAccents(plainInline(text).normalize('NFKC')).toLowerCase();
  const spaced = plain.replace(UNSPACED, ' ');
  const words = spaced.match(WORD) ?? [];
  const terms = words.filter((word) => (word.length > 1 || /\d/.test(word)) && !isGrammar(word)).map(stem);
  for (const [run] of plain.matchAll(UNSPACED)) terms.push(...pairsOf(run, languages));
  return terms;
}

function pairsOf(run: string, languages: readonly NoticeLanguage[]): readonly string[] {
  const grammar = languages.flatMap((language) =>
    /^(?:zh|ja)$/.test(language) ? [...functionWords(language)] : [],
  );
  const longest = grammar.filter((word) => word.length > 1).sort((a, b) => b.length - a.length);
  const parts = longest.reduce((text, word) => text.replaceAll(word, ' '), run).split(' ');
  return parts.flatMap((part) =>
    Array.from({ length: Math.max(part.length - 1, 0) }, (_, at) => part.slice(at, at + 2)).filter(
      (pair) =>
        !GRAMMAR.test(pair) &&
        !(languages.length > 0 && grammar.includes(pair[1]!) && grammar.includes(pair[0]!)),
    ),
  );
}

function stem(word: string): string {
  if (word.length <= SHORTEST_STEM || /\d/.test(word)) return word;
  const base = word.replace(word.length === SHORTEST_STEM + 1 ? /s$/ : ENDING, '');
  return base.length < SHORTEST_STEM ? word : base;
}

/** Letters that two related stems begin with, at least. */
const SHARED_BEGINNING = 4;
/** Letters of the last part of a compound, at least. */
const COMPOUND_PART = 5;

/** Whether two stems are likely of one word: one begins with the other, or is the part of a compound. */
export function areRelated(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHARED_BEGINNING || /\d/.test(short)) return false;
  if (long.startsWith(short)) return long.length <= 2 * short.length;
  if (short.length >= COMPOUND_PART && long.length >= short.length + 3 && long.endsWith(short)) return true;
  const shared = [...short].findIndex((letter, at) => letter !== long[at]);
  return shared >= 6 && shared >= 0.75 * long.length;
}
