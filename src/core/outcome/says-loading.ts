import { foldText, PhraseScanner } from './phrase-scanner.ts';
import { PHRASES } from './phrases/phrases.generated.ts';
import { countWords } from './sentence.ts';

/** Words that a notice may add to its phrase, as in "Loading the notes of this month". */
const MAX_WORDS = 10;
const MAX_LENGTH = 120;

/** What a page says while its content is on its way, folded. */
export const LOADING_PHRASES: readonly string[] = PHRASES.loadingSaid.split('\n').map(foldText);

let scanner: PhraseScanner | undefined;

/** Whether a text of its own says that content is on its way, and nothing else. */
export function saysLoading(text: string): boolean {
  const shown = text.trim();
  if (shown.length === 0 || shown.length > MAX_LENGTH) return false;
  const folded = foldText(shown).replace(/^[\s.…·•]{1,9}/, '');
  if (countWords(folded) > MAX_WORDS) return false;
  scanner ??= new PhraseScanner([[1, PHRASES.loadingSaid]]);
  return scanner.scan(folded).some(({ start, end }) => start === 0 || end >= folded.length - 3);
}
