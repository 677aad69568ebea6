import { FOLDED_MARKS } from '../../core/outcome/phrase-scanner.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { PHRASES } from './phrases/phrases.generated.ts';

type Topic = keyof typeof PHRASES;

/** Scripts that set no spaces between words, where a phrase may begin and end within a run of letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const NEVER = /(?!)/;
const HAN = '\\u3400-\\u9fff';
/** Letters of scripts with spaces (Latin to Greek Extended): a range, because `\p{L}` takes 20 ms to compile where it stands. */
const LETTER = 'A-Za-z\\u00aa-\\u1fff';
const compiled = new Map<string, RegExp>();

/** Where a phrase is sought: in a text, at its start, or anywhere in letters of any size. */
type Place = 'anywhere' | 'start' | 'any case';

/**
 * Finds the phrases of a topic in a text without accents ({@link withoutAccents}): whole words, unless one with `!` is there.
 * `*` stands for letters. The first letter may be large where the phrase has a small one, but not the other way round.
 */
export function phrasePattern(topic: Topic, language: NoticeLanguage, place: Place): RegExp {
  const key = `${topic} ${language} ${place}`;
  const known = compiled.get(key) ?? compile(phrasesOf(topic, language), place);
  compiled.set(key, known);
  return known;
}

/** The phrases of a topic in a language, one a line as they stand in its file; none where the file has none. */
export function phrasesOf(topic: Topic, language: NoticeLanguage): readonly string[] {
  const phrases = (PHRASES[topic] as Partial<Record<NoticeLanguage, string>>)[language];
  return phrases === undefined ? [] : phrases.split('\n');
}

/** A text as phrases are compared, but for its case: straight apostrophes, no accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(FOLDED_MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'");
}

function compile(phrases: readonly string[], place: Place): RegExp {
  if (phrases.length === 0) return NEVER;
  const lines = phrases.map(withoutAccents);
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = lines.filter((line) => !line.startsWith('!'));
  const isUnspaced = phrases.some((phrase) => UNSPACED.test(phrase));
  const star = isUnspaced ? HAN : LETTER;
  const [before, after] = isUnspaced ? ['', ''] : [`(?<![${LETTER}'-])`, `(?![${LETTER}])`];
  const not = excluded.length === 0 ? '' : `(?!${eitherOf(excluded, star)}${after})`;
  const source = `${place === 'start' ? '^' : before}${not}${eitherOf(wanted, star)}${after}`;
  // linear: its alternatives are words, and `*` runs over the letters of one.
  return new RegExp(source, place === 'any case' ? 'i' : '');
}

/** One of the phrases, the longest first. */
function eitherOf(phrases: readonly string[], star: string): string {
  const sources = [...phrases].sort((a, b) => b.length - a.length);
  return `(?:${sources.map((phrase) => sourceOf(phrase, star)).join('|')})`;
}

function sourceOf(phrase: string, star: string): string {
  const [first = ''] = phrase;
  const start = first === first.toUpperCase() ? first : `[${first}${first.toUpperCase()}]`;
  return `${start}${phrase.slice(first.length)}`.replace(/[.?()]/g, '\\$&').replaceAll('*', `[${star}]+`);
}

/** What pages are asked: a name that is the same in all languages, the question (empty where it is none), words for it. */
export interface Concept {
  readonly name: string;
  readonly question: string;
  readonly words: readonly string[];
}

export function conceptsOf(language: NoticeLanguage): readonly Concept[] {
  return phrasesOf('concept', language).map((row) => {
    const [name = '', question = '', words = ''] = row.split(/ =(?: |$)/);
    return { name, question, words: words.split('; ') };
  });
}

/**
 * The question that a heading of a known kind answers, with what else the heading says in the place of `*`; undefined for
 * headings of no such kind.
 */
export function headingQuestion(heading: string, language: NoticeLanguage): string | undefined {
  const said = heading.replace(/(?<![\s.:：…])[\s.:：…]+$/, '');
  const folded = withoutAccents(said).toLowerCase();
  for (const { question, words } of conceptsOf(language)) {
    if (question === '') continue;
    for (const kind of words) {
      const [before = '', after] = withoutAccents(kind).toLowerCase().split('*');
      const rest = said.slice(before.length, said.length - (after?.length ?? 0));
      const isKind =
        after === undefined
          ? folded === before
          : rest.trim() !== '' && folded.startsWith(before) && folded.endsWith(after);
      if (isKind) return question.replace('*', () => rest);
    }
  }
  return undefined;
}

/** Scripts which one language has to itself; kana before Han, because Japanese uses both. */
const SCRIPTS: readonly (readonly [NoticeLanguage, RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
];
/** Share of letters that a script needs before it decides; Japanese text has far more kana than this. */
const SCRIPT_SHARE = 0.15;
const LATIN = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const;
/** Share of words that are function words of a language, from which on a text is in it; texts have some 40 %. */
const FUNCTION_WORD_SHARE = 0.1;

/** The language that most of a text is in, and how surely, in function words more than of the next one; null: none shows. */
export function languageOf(
  text: string,
): { readonly language: NoticeLanguage; readonly lead: number } | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS)
    if ((text.match(script)?.length ?? 0) > letters * SCRIPT_SHARE) return { language, lead: 99 };
  const words =
    withoutAccents(text)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const ranked = LATIN.map((language) => ({
    language,
    count: words.filter((word) => functionWords(language).has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const [first, second] = ranked;
  if (first!.count <= words.length * FUNCTION_WORD_SHARE) return null;
  return { language: first!.language, lead: first!.count - second!.count };
}

const wordSets = new Map<NoticeLanguage, ReadonlySet<string>>();

/** Function words of a language, without accents. */
export function functionWords(language: NoticeLanguage): ReadonlySet<string> {
  const known = wordSets.get(language) ?? new Set(phrasesOf('functionWord', language).map(withoutAccents));
  wordSets.set(language, known);
  return known;
}
