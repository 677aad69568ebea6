import { wordSet } from '../word-set.ts';
import { foldText } from './phrase-scanner.ts';
import type { Sentence } from './sentence.ts';

/** Words of addresses that name a kind of page, not what is on it. */
const OF_ANY_PAGE = wordSet(
  'archive archives article articles blog categories category content detail details forum html index item items list listing ' +
    'login news node page pages post posts product products shop show sign signin store thread threads topic topics view viewtopic wiki',
);
/** Letters of the shortest word that says something, and how many at its end may be another form of it. */
const [MIN_LETTERS, ENDING] = [4, 2];
/** Letters in a row of a script that addresses are not written in: there they are a transcription. */
const OTHER_SCRIPT = /[^\x00-\u024f]{3}/;

/**
 * Counts the words of a path where its page has none of them; 0 where it has one. An address that speaks of something which the page
 * does not mention is that of another page.
 */
export function wordsLacked(path: string, sentences: readonly Sentence[]): number {
  const words = new Set(
    foldText(path.replace(/[?#].*/, ''))
      .split(/[^a-z]+/)
      .filter((word) => word.length >= MIN_LETTERS && !OF_ANY_PAGE.has(word)),
  );
  const stems = Array.from(words, (word) => word.slice(0, Math.max(MIN_LETTERS, word.length - ENDING)));
  const shown = sentences.filter(({ role, region }) => role !== 'control' && region !== 'overlay');
  const isAnother = shown.every(
    ({ text }) => !OTHER_SCRIPT.test(text) && stems.every((stem) => !text.includes(stem)),
  );
  return isAnother ? words.size : 0;
}
