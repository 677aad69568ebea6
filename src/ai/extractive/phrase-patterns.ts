import { foldText } from '../../core/outcome/phrase-scanner.ts';
import { PHRASES } from './phrases/phrases.generated.ts';
import type { PhraseLanguage } from './phrases.table.ts';

type Topic = keyof typeof PHRASES;

/** Scripts that set no spaces between words, where a phrase may begin and end within a run of letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const NEVER = /(?!)/u;
const compiled = new Map<string, RegExp>();

/**
 * Finds the phrases of a topic in a folded text (`foldText`): whole words, `*` standing for letters, unless a phrase with `!`
 * matches at the same place. `at` says where: anywhere, or at the start. The pattern is linear: its alternatives are words.
 */
export function phrasePattern(topic: Topic, language: PhraseLanguage, at: 'anywhere' | 'start'): RegExp {
  const key = `${topic} ${language} ${at}`;
  const known = compiled.get(key) ?? compile(topic, language, at);
  compiled.set(key, known);
  return known;
}

function compile(topic: Topic, language: PhraseLanguage, at: 'anywhere' | 'start'): RegExp {
  const phrases = (PHRASES[topic] as Partial<Record<PhraseLanguage, string>>)[language];
  if (phrases === undefined) return NEVER;
  const lines = phrases.split('\n').map(foldText);
  const excluded = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = lines.filter((line) => !line.startsWith('!'));
  const [before, after] = UNSPACED.test(phrases) ? ['', ''] : ["(?<![\\p{L}'])", '(?!\\p{L})'];
  const not = excluded.length === 0 ? '' : `(?!${eitherOf(excluded)}${after})`;
  return new RegExp(`${at === 'start' ? '^' : before}${not}${eitherOf(wanted)}${after}`, 'u');
}

/** One of the phrases, the longest first. */
function eitherOf(phrases: readonly string[]): string {
  const sources = [...phrases].sort((a, b) => b.length - a.length);
  return `(?:${sources.map((phrase) => phrase.replace(/[.?()]/g, '\\$&').replaceAll('*', '\\p{L}+')).join('|')})`;
}
