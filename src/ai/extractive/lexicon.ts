import { FOLDED_MARKS } from '../../core/outcome/phrase-scanner.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { PHRASES } from './phrases/phrases.generated.ts';

export type Topic = keyof typeof PHRASES;
export const LANGUAGES = Object.keys(NOTICES) as readonly NoticeLanguage[];

/** Scripts that set no spaces between words, where a phrase may begin and end within a run of letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const HAN = '\\u3400-\\u9fff';
/** Letters of scripts with spaces (Latin to Greek Extended): a range, because `\p{L}` takes 20 ms to compile where it stands. */
const LETTER = 'A-Za-z\\u00aa-\\u1fff';

/** What is made once for each key. */
export function memoised<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key)!;
  };
}

/** The phrases of a topic in a language, as they stand in its file; none where the file has none. */
function phrasesOf(topic: Topic, language: NoticeLanguage): readonly string[] {
  const phrases = (PHRASES[topic] as Partial<Record<NoticeLanguage, string>>)[language];
  return phrases === undefined ? [] : phrases.split('\n');
}

const compiled = memoised((key: `${Topic} ${NoticeLanguage} ${'anywhere' | 'start' | 'fold'}`) => {
  const [topic, language, place] = key.split(' ') as [Topic, NoticeLanguage, string];
  const lines = phrasesOf(topic, language).map(withoutAccents);
  const isUnspaced = lines.some((line) => UNSPACED.test(line));
  const star = isUnspaced ? HAN : LETTER;
  const [before, after] = isUnspaced ? ['', ''] : [`(?<![${LETTER}'-])`, `(?![${LETTER}])`];
  const either = (phrases: readonly string[]) =>
    `(?:${[...phrases]
      .sort((a, b) => b.length - a.length)
      .map((phrase) => sourceOf(phrase, star))
      .join('|')})`;
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = lines.filter((line) => !line.startsWith('!'));
  const not = excluded.length === 0 ? '' : `(?!${either(excluded)}${after})`;
  const source = wanted.length === 0 ? '(?!)' : `${not}${either(wanted)}${after}`;
  // linear: its alternatives are words, and `*` runs over the letters of one.
  return new RegExp(`${place === 'start' ? '^' : before}${source}`, place === 'fold' ? 'i' : '');
});

/**
 * Finds the phrases of a topic in a text without accents ({@link withoutAccents}), at its start or anywhere: whole words, unless
 * one with `!` is there. `*` stands for letters, at the end
 * for none too. The first letter may be large where the phrase has a small one; `fold`: all may.
 */
export function phrasePattern(topic: Topic, language: NoticeLanguage, place: 'anywhere' | 'start' | 'fold') {
  return compiled(`${topic} ${language} ${place}`);
}

function sourceOf(phrase: string, star: string): string {
  const [first = ''] = phrase;
  const start = first === first.toUpperCase() ? first : `[${first}${first.toUpperCase()}]`;
  const source = `${start}${phrase.slice(1)}`.replace(/[.?()]/g, '\\$&').replaceAll('*', `[${star}]+`);
  return source.replace(/\]\+$/, ']*');
}

/** A text as phrases are compared, but for its case: straight apostrophes, no accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(FOLDED_MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'");
}

/** What pages are asked in a language: a name that is the same in all, the question (empty where it is none), words for it. */
export const conceptsOf = memoised((language: NoticeLanguage) =>
  phrasesOf('concept', language).map((row) => {
    const [name = '', question = '', words = ''] = row.split(/ =(?: |$)/);
    return { name, question, words: words.split('; ') };
  }),
);

/** The question that a heading of a known kind answers, with what else it says in the place of `*`; undefined for other headings. */
export function headingQuestion(heading: string, language: NoticeLanguage): string | undefined {
  const said = heading.replace(/(?<![\s.:：…])[\s.:：…]+$/, '');
  const folded = withoutAccents(said).toLowerCase();
  for (const { question, words } of conceptsOf(language)) {
    for (const [before = '', after] of words.map((kind) => withoutAccents(kind).toLowerCase().split('*'))) {
      const rest = said.slice(before.length, said.length - (after?.length ?? 0));
      const hasRest = rest.trim() !== '' && folded.startsWith(before) && folded.endsWith(after ?? '');
      if (question !== '' && (after === undefined ? folded === before : hasRest))
        return question.replace('*', () => rest);
    }
  }
  return undefined;
}

/** Scripts which one language has to itself; kana before Han, because Japanese uses both. */
const SCRIPTS = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
] as const;
/** Share of letters that a script needs before it decides; Japanese text has far more kana than this. */
const SCRIPT_SHARE = 0.15;
/** Share of words that are function words of a language, from which on a text is in it; texts have some 40 %. */
const FUNCTION_WORD_SHARE = 0.1;

/** The language that most of a text is in, and how surely: function words more than of the next one. Null: none shows. */
export function languageOf(
  text: string,
): { readonly language: NoticeLanguage; readonly lead: number } | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([, signs]) => (text.match(signs)?.length ?? 0) > letters * SCRIPT_SHARE);
  if (script !== undefined) return { language: script[0], lead: letters };
  const words =
    withoutAccents(text)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [first, second] = LANGUAGES.map((language) => {
    const known = functionWords(language);
    return { language, count: words.filter((word) => known.has(word)).length };
  }).sort((a, b) => b.count - a.count);
  if (first!.count <= words.length * FUNCTION_WORD_SHARE) return null;
  return { language: first!.language, lead: first!.count - second!.count };
}

/** Function words of a language, without accents. */
export const functionWords = memoised(
  (language: NoticeLanguage): ReadonlySet<string> =>
    new Set(phrasesOf('functionWord', language).map(withoutAccents)),
);
