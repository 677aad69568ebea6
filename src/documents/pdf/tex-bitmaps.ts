/** Names of glyphs by code, as a font lists them. */
type Names = readonly (string | undefined)[];

/** Ligatures of the encodings of TeX, from a code on: T1 (Cork), and OT1. */
const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const [FIRST_OF_T1, FIRST_OF_OT1] = [27, 11];
/** Dashes and quotation marks of T1, from a code on. */
const MARKS_OF_T1 = '“”„«»–—';
const FIRST_MARK_OF_T1 = 16;
/** The bullet of TS1, the companion of T1 for signs. */
const [BULLET_OF_TS1, BULLET] = [0x88, '•'];
/** Fewest small letters of a font of text; fonts of formulas and signs have other characters at these codes. */
const MIN_LETTERS = 8;

/**
 * The characters of a glyph of a bitmap font that TeX wrote, whose glyphs are named by their codes (`a28`); null for one at the code
 * of its character. Which encoding it has, nothing says: codes that only T1 has in a text tell it.
 */
export function bitmapCharacters(code: number, names: Names): string | null {
  if (names[code] !== `a${code}`) return null;
  const has = (other: number) => names[other] === `a${other}`;
  const letters = names.slice(97, 123).filter((name) => name !== undefined).length;
  if (letters < MIN_LETTERS) return code === BULLET_OF_TS1 ? BULLET : null;
  const isT1 =
    [21, 22, 27, 28, 29, 30, 31].some(has) || names.slice(192, 255).some((name) => name !== undefined);
  const mark = isT1 ? MARKS_OF_T1[code - FIRST_MARK_OF_T1] : undefined;
  return LIGATURES[code - (isT1 ? FIRST_OF_T1 : FIRST_OF_OT1)] ?? mark ?? null;
}
