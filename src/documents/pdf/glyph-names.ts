/** Parts of a name that tell a character by themselves: a letter of ASCII, numbers of UTF-16, a number of Unicode. */
const PART = /^(?:([A-Za-z])|uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/;
const LAST_CHARACTER = 0x10ffff;
/** Bytes of the longest name of the format (ISO 32000-1, Annex C). */
const MAX_NAME_BYTES = 127;

/**
 * The characters that the name of a glyph tells without a list of names, or null (Adobe Glyph List Specification 1.7, 2: a dot and
 * what follows name a form, low lines part the characters of a ligature).
 */
export function charactersOfName(name: string): string | null {
  if (name.length > MAX_NAME_BYTES) return null;
  const [base = ''] = name.split('.', 1);
  const parts = base.split('_').map(charactersOfPart);
  return parts.includes(null) ? null : parts.join('');
}

function charactersOfPart(part: string): string | null {
  const found = PART.exec(part);
  if (found === null) return null;
  const [, letter, utf16, number] = found;
  if (letter !== undefined) return letter;
  const codes = (utf16?.match(/.{4}/g) ?? [number!]).map((digits) => Number.parseInt(digits, 16));
  return codes.every(isCharacter) ? String.fromCodePoint(...codes) : null;
}

/** Half a character is none. */
function isCharacter(code: number): boolean {
  return code <= LAST_CHARACTER && !(code >= 0xd800 && code <= 0xdfff);
}
