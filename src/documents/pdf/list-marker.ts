/** The sign at the start of a list item. */
export interface Marker {
  readonly ordered: boolean;
  /** Number of an ordered item; letters and Roman numerals count from one. */
  readonly number: number;
  /** How the number is written: items of one list are alike. */
  readonly form: string;
  /** Characters of the sign and the blank after it. */
  readonly length: number;
}

const BULLET =
  /^(?:[•‣◦▪▫●○■□◆◇⁃∙·➢➤❖✓✔\u2043\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d]|[-–—*](?=\s)|[o](?=\s{1,3}\p{Lu}))\s*/u;
const NUMBER = /^\(?(\d{1,3})[.)]\s+(?=\S)/;
const LETTER = /^\(?([a-z])[.)]\s+(?=\S)/i;
const ROMAN = /^\(?(i{1,3}|iv|vi{0,3}|ix|xi{0,3})[.)]\s+(?=\S)/i;
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii'.split(' ');

/** The marker that a line of text starts with; null when it is no list item. */
export function markerOf(text: string): Marker | null {
  const bullet = BULLET.exec(text);
  if (bullet !== null && bullet[0].length < text.length)
    return { ordered: false, number: 0, form: '•', length: bullet[0].length };
  const number = NUMBER.exec(text);
  if (number !== null)
    return { ordered: true, number: Number(number[1]), form: '1', length: number[0].length };
  const roman = ROMAN.exec(text);
  if (roman !== null && (roman[1]!.length > 1 || /^i$/i.test(roman[1]!)))
    return {
      ordered: true,
      number: ROMANS.indexOf(roman[1]!.toLowerCase()) + 1,
      form: 'i',
      length: roman[0].length,
    };
  const letter = LETTER.exec(text);
  if (letter === null) return null;
  return {
    ordered: true,
    number: letter[1]!.toLowerCase().charCodeAt(0) - 96,
    form: /[a-z]/.test(letter[1]!) ? 'a' : 'A',
    length: letter[0].length,
  };
}
