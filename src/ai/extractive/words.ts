import { FOLDED_MARKS } from '../../core/outcome/phrase-scanner.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { PHRASES } from './phrases/phrases.generated.ts';
import { ENDING, SCRIPTS } from './words.table.ts';

export type Topic = keyof typeof PHRASES;
export const LANGUAGES = Object.keys(NOTICES) as readonly NoticeLanguage[];

/** Languages that set no spaces between words, and letters of those that do: ranges, because `\p{L}` takes 20 ms to compile. */
const UNSPACED: readonly NoticeLanguage[] = ['zh', 'ja', 'ko'];
const LETTER = '[A-Za-z\\u00aa-\\u1fff]';

/** What is made once for each key. */
export function memoised<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => known.get(key) ?? known.set(key, make(key)).get(key)!;
}

/** A text as phrases are compared, but for its case: straight apostrophes, no accents. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(FOLDED_MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'");

/** The phrases of a topic in a language, as they stand in its file; none where the file has none. */
const phrasesOf = (topic: Topic, language: NoticeLanguage): readonly string[] =>
  (PHRASES[topic] as Partial<Record<NoticeLanguage, string>>)[language]?.split('\n') ?? [];

const compiled = memoised((key: `${Topic} ${NoticeLanguage}`) => {
  const [topic, language] = key.split(' ') as [Topic, NoticeLanguage];
  const lines = phrasesOf(topic, language).map(withoutAccents);
  const [before, after] = UNSPACED.includes(language) ? ['', ''] : [`(?<!${LETTER}|['-])`, `(?!${LETTER})`];
  const either = (phrases: readonly string[]) =>
    `(?:${
      phrases
        .join('|')
        .replace(/[.?()]/g, '\\$&')
        .replaceAll('*', `${LETTER}*`) || '(?!)'
    })`;
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const found = either(lines.filter((line) => !line.startsWith('!')));
  // linear: its alternatives are words, and `*` runs over the letters of one.
  return new RegExp(`${before}(?!${either(excluded)}${after})${found}${after}`, 'i');
});

/**
 * Finds the phrases of a topic in a text without accents ({@link withoutAccents}), in capitals or not: whole words, unless one with
 * `!` is there. `*` stands for letters, or none.
 */
export const phrasePattern = (topic: Topic, language: NoticeLanguage) => compiled(`${topic} ${language}`);

/** What pages are asked: a name that is the same in all languages, the question (empty where it is none), words for it, and their terms. */
export const conceptsOf = memoised((language: NoticeLanguage) =>
  phrasesOf('concept', language).map((row) => {
    const [name = '', question = '', said = ''] = row.split(/ =(?: |$)/);
    const words = said.split('; ');
    const terms = words.map((word) => termsOf(word)).filter(({ length }) => length === 1);
    return { name, question, words, terms: terms.flat() };
  }),
);

/** Function words of a language, without accents. */
const functionWords = memoised(
  (language: NoticeLanguage) => new Set(phrasesOf('functionWord', language).map(withoutAccents)),
);

/** Share of letters of a script, and of function words of a language, from which on a text is in it; texts have some 40 % of these. */
const [SCRIPT_SHARE, FUNCTION_WORD_SHARE] = [0.15, 0.1];

/** The language that most of a text is in, by words of two letters and more; undefined: none shows. */
export function languageOf(text: string): NoticeLanguage | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([, signs]) => (text.match(signs)?.length ?? 0) > letters * SCRIPT_SHARE);
  if (script !== undefined) return script[0];
  const words = withoutAccents(text.toLowerCase()).match(/\p{L}{2,}/gu) ?? [];
  const counts = LANGUAGES.map((one) => words.filter((word) => functionWords(one).has(word)).length);
  const most = Math.max(...counts);
  return most > words.length * FUNCTION_WORD_SHARE ? LANGUAGES[counts.indexOf(most)] : undefined;
}

/** Letters that stay of a word without its ending; and that two forms of one word share. */
const [SHORTEST_STEM, SHARED_LETTERS] = [3, 5];

/**
 * What a search compares, in the order of a plain text: stems of words without accents, and pairs of Han signs, but for those with a
 * particle. Of `languages`, function words are left out.
 */
export function termsOf(text: string, languages: readonly NoticeLanguage[] = []): readonly string[] {
  const grammar = new Set(languages.flatMap((language) => [...functionWords(language)]));
  const plain = withoutAccents(text.normalize('NFKC')).toLowerCase();
  const words =
    plain.replace(/[\p{sc=Han}々\p{sc=Hiragana}]+/gu, ' ').match(/[\p{L}\p{N}ー]+(?:[.,⁄]\d+)*/gu) ?? [];
  const telling = words.filter((word) => (word.length > 1 || /\d/.test(word)) && !grammar.has(word));
  const asking = [...grammar].filter((word) => word.length > 1 && word > '\u3000');
  const signs = asking
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ' '), plain)
    .match(/[\p{sc=Han}々]+/gu);
  const pairs = (signs ?? []).flatMap((run) =>
    run.length === 1 ? run : [...run].slice(1).map((_, at) => run.slice(at, at + 2)),
  );
  return [...telling.map(stem), ...pairs.filter((pair) => !/[的了是在和与及]/.test(pair))];
}

function stem(word: string): string {
  if (/\d/.test(word)) return word.replace(/[.,]00?$/, '');
  const base = word.replace(ENDING, '');
  return base.length < SHORTEST_STEM ? word : base;
}

/** Whether a text has a term, or one that is likely of the same word: which begins with it, or it with that. */
export const hasTerm = (terms: readonly string[], wanted: string): boolean =>
  terms.some((term) => {
    const [short, long] = term.length <= wanted.length ? [term, wanted] : [wanted, term];
    const isOfWord = short.length >= SHARED_LETTERS && !/\d/.test(short) && long.length <= 2 * short.length;
    return term === wanted || (isOfWord && long.startsWith(short));
  });
