import { lazy } from '../lazy.ts';
import { foldText, type Hit, PhraseScanner } from './phrase-scanner.ts';
import { PHRASES } from './phrases/phrases.generated.ts';
import { countWords } from './sentence.ts';

/** Words that a notice may add to its phrase, as in "Loading the notes of this month". */
const MAX_WORDS = 10;
const MAX_LENGTH = 120;

/** What a page says while its content is on its way, folded. */
export const LOADING_PHRASES: readonly string[] = PHRASES.loadingSaid.split('\n').map(foldText);

const scanner = lazy(() => new PhraseScanner([[1, PHRASES.loadingSaid]]));

/** Whether a text of its own says that content is on its way, and nothing else. */
export function saysLoading(text: string): boolean {
  const shown = text.trim();
  if (shown.length === 0 || shown.length > MAX_LENGTH) return false;
  const { folded, hits } = scanned(shown);
  return (
    countWords(folded) <= MAX_WORDS && hits.some(({ start, end }) => start === 0 || end >= folded.length - 3)
  );
}

/** Whether a text begins by saying that content is on its way. */
export function startsLoading(text: string): boolean {
  return scanned(text.slice(0, MAX_LENGTH)).hits.some(({ start }) => start === 0);
}

function scanned(text: string): { readonly folded: string; readonly hits: readonly Hit[] } {
  const folded = foldText(text).replace(/^[\s.…·•]{1,9}/, '');
  return { folded, hits: scanner().scan(folded) };
}
