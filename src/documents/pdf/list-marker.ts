/** The sign at the start of a list item. */
export interface Marker {
  readonly ordered: boolean;
  /** Number of an ordered item; letters and Roman numerals count from one. */
  readonly number: number;
  /** How the number is written: items of one list are alike. */
  readonly form: string;
  /** Characters of the sign and the blank after it. */
  readonly length: number;
  /** A capital letter with a stop, as names begin with. */
  readonly mayBeInitial?: boolean;
}

const BULLET =
  /^(?:[•‣◦▪▫●○■□◆◇⁃∙·➢➤❖✓✔\u2043\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d]|[-–—*](?=\s)|[o](?=\s{1,3}\p{Lu}))\s*/u;
const NUMBER = /^\(?(\d{1,3})[.)]\s+(?=\S)/;
const ROMAN = /^\(?(i{1,3}|iv|vi{1,3}|ix|xi{1,3})[.)]\s+(?=\S)/i;
const LETTER = /^\(?([a-z])[.)]\s+(?=\S)/i;
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii'.split(' ');

/** The marker that a line of text starts with; null when it is no list item. */
export function markerOf(text: string): Marker | null {
  const bullet = BULLET.exec(text);
  if (bullet !== null && bullet[0].length < text.length)
    return { ordered: false, number: 0, form: '•', length: bullet[0].length };
  const ordered = NUMBER.exec(text) ?? ROMAN.exec(text) ?? LETTER.exec(text);
  if (ordered === null) return null;
  const sign = ordered[1]!;
  const item = { ordered: true, length: ordered[0].length };
  if (/\d/.test(sign)) return { ...item, number: Number(sign), form: '1' };
  const lower = sign.toLowerCase();
  const mayBeInitial = /^\p{Lu}\./u.test(text);
  if (ROMAN.test(text)) return { ...item, number: ROMANS.indexOf(lower) + 1, form: 'i', mayBeInitial };
  return { ...item, number: lower.charCodeAt(0) - 96, form: sign === lower ? 'a' : 'A', mayBeInitial };
}
