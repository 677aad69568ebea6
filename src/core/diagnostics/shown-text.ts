import { onOneLine } from '../html/blank.ts';
import { withoutInvisible } from '../invisible-characters.ts';

/** Characters of a text that tell its place. */
export const PLACE_CHARS = 40;

/** A text as diagnostics tell it: white space collapsed, without what shows nothing. */
export function shownText(text: string): string {
  return onOneLine(withoutInvisible(text, 'code'));
}

/** The first characters of a text; of a pair of surrogates never half, nor a blank last. */
export function beginningOf(text: string): string {
  return text.slice(0, PLACE_CHARS).replace(/(?:[\uD800-\uDBFF]|\s)$/, '');
}

/** The last characters of a text; of a pair of surrogates never half, nor a blank first. */
export function endOf(text: string): string {
  return text.slice(-PLACE_CHARS).replace(/^(?:[\uDC00-\uDFFF]|\s)/, '');
}
