import type { Range } from './attention.ts';
import { ESCAPED, isTextRole } from './inline-token.ts';

/**
 * The text of a run that needs a backslash because it could be the fence of code (`` ` ``) or of a formula (`$`): a later run of
 * its length can close it. Both take whatever lies between, so runs inside other syntax count. A single dollar is one by
 * Pandoc's rule (`tex_math_dollars`): a blank follows no opening one and precedes no closing one, a digit follows no closing
 * one. `roles`: what each character of `raw` is.
 */
export function codeEscapes(raw: string, roles: Uint8Array, char: string): Range[] {
  const escapes: Range[] = [];
  const later = new Set<number>();
  // From the last run to the first: an escaped run leaves single characters behind that could close an earlier one.
  for (let end = raw.lastIndexOf(char) + 1, start = end; end > 0; ) {
    start = end - 1;
    while (start > 0 && raw[start - 1] === char) start--;
    const length = end - start;
    const texts = roles.subarray(start, end).filter(isTextRole).length;
    const isMixed = texts > 0 && texts < length;
    const isSingle = char === '$' && length === 1;
    const opens = !isSingle || /\S/.test(raw.charAt(end));
    const closes = !isSingle || (/\S/.test(raw.charAt(start - 1)) && !/\d/.test(raw.charAt(end)));
    if (texts > 0 && (isMixed || (opens && later.has(length)) || roles[end - 1]! >= ESCAPED)) {
      escapes.push([start, end]);
      later.add(1);
      // The last escaped character and a fence right after it look like one longer run to an earlier opener.
      if (isMixed) later.add(length - texts).add(length - texts + 1);
    } else if (closes) later.add(length);
    end = start === 0 ? 0 : raw.lastIndexOf(char, start - 1) + 1;
  }
  return escapes;
}
