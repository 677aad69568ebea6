import { FOLDED_MARKS } from '../../core/outcome/phrase-scanner.ts';
import { PHRASES } from './phrases/phrases.generated.ts';
import type { PhraseLanguage } from './phrases.table.ts';

type Topic = keyof typeof PHRASES;

/** Scripts that set no spaces between words, where a phrase may begin and end within a run of letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const NEVER = /(?!)/;
const HAN = '\\u3400-\\u9fff';
/** Letters of scripts with spaces (Latin to Greek Extended): a range, because `\p{L}` takes 20 ms to compile where it stands. */
const LETTER = 'A-Za-z\\u00aa-\\u1fff';
const compiled = new Map<string, RegExp>();

/** Where a phrase is sought: in a text, at its start or its end, or in a heading, whose letters may all be large. */
type Place = 'anywhere' | 'start' | 'end' | 'heading';

/**
 * Finds the phrases of a topic in a text without accents ({@link withoutAccents}): whole words, unless one with `!` is there.
 * `*` stands for letters, at the end for small ones, because German nouns are none. The first letter may be large where the
 * phrase has a small one, but not the other way round.
 */
export function phrasePattern(topic: Topic, language: PhraseLanguage, place: Place): RegExp {
  const key = `${topic} ${language} ${place}`;
  const known = compiled.get(key) ?? compile(topic, language, place);
  compiled.set(key, known);
  return known;
}

/** A text as phrases are compared, but for its case: straight apostrophes, no accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(FOLDED_MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'");
}

function compile(topic: Topic, language: PhraseLanguage, place: Place): RegExp {
  const phrases = (PHRASES[topic] as Partial<Record<PhraseLanguage, string>>)[language];
  if (phrases === undefined) return NEVER;
  const lines = withoutAccents(phrases).split('\n');
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = lines.filter((line) => !line.startsWith('!'));
  const star = place === 'end' ? 'a-zß' : UNSPACED.test(phrases) ? HAN : LETTER;
  const [before, after] = UNSPACED.test(phrases) ? ['', ''] : [`(?<![${LETTER}'-])`, `(?![${LETTER}])`];
  const not = excluded.length === 0 ? '' : `(?!${eitherOf(excluded, star)}${after})`;
  const source = `${place === 'start' ? '^' : before}${not}${eitherOf(wanted, star)}${place === 'end' ? '$' : after}`;
  // linear: its alternatives are words, and `*` runs over the letters of one.
  return new RegExp(source, place === 'heading' ? 'i' : '');
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

/**
 * The question that a heading of a known kind answers, with what else the heading says in the place of `*`; undefined for
 * headings of no such kind.
 */
export function headingQuestion(heading: string, language: PhraseLanguage): string | undefined {
  const rows = (PHRASES.headingQuestion as Partial<Record<PhraseLanguage, string>>)[language] ?? '';
  const said = heading.replace(/(?<![\s.:：…])[\s.:：…]+$/, '');
  const folded = withoutAccents(said).toLowerCase();
  for (const row of rows.split('\n')) {
    const [question = '', kinds = ''] = row.split(' = ');
    for (const kind of kinds.split('; ')) {
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
