import type { PageText } from './page-text.ts';
import { PHRASES, type PhraseLanguage } from './phrases.table.ts';

/** Scripts which one language of the table has to itself; kana before Han, because Japanese uses both. */
const SCRIPTS: readonly (readonly [PhraseLanguage, RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
];
const SAMPLE_CHARACTERS = 4000;
/** Share of letters that a script needs before it decides; Japanese text has far more kana than this. */
const SCRIPT_SHARE = 0.15;

/** The language, among those of the phrase table, that most of the page's text is in; English when none shows. */
export function detectLanguage(page: PageText): PhraseLanguage {
  const sample = sampleOf(page);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    if ((sample.match(script)?.length ?? 0) > letters * SCRIPT_SHARE) return language;
  }
  let best: PhraseLanguage = 'en';
  let bestCount = 0;
  const counts = new Map<string, number>();
  for (const word of sample.toLowerCase().match(/\p{L}+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [language, { functionWords }] of Object.entries(PHRASES)) {
    const count = functionWords.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    if (count > bestCount) [best, bestCount] = [language as PhraseLanguage, count];
  }
  return best;
}

function sampleOf(page: PageText): string {
  let sample = '';
  for (const { text } of page.sentences) {
    sample += `${text} `;
    if (sample.length > SAMPLE_CHARACTERS) break;
  }
  return sample === '' ? page.sections.map(({ heading }) => heading?.plain ?? '').join(' ') : sample;
}
