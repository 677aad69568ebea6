import { LetterStatistics } from './letter-statistics.ts';
import { bitmapCharacters } from './tex-bitmaps.ts';

/** Parts of a name that tell a character by themselves: a letter of ASCII, numbers of UTF-16, a number of Unicode. */
const PART = /^(?:([A-Za-z])|uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/;
const LAST_CHARACTER = 0x10ffff;
/** Bytes of the longest name of the format (ISO 32000-1, Annex C). */
const MAX_NAME_BYTES = 127;

/**
 * The characters that the name of a glyph tells without a list of names, or null (Adobe Glyph List Specification 1.7, 2: a dot and
 * what follows name a form, low lines part the characters of a ligature).
 */
function charactersOfName(name: string): string | null {
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

/** What PDF.js tells of a font between its halves, with `fontExtraProperties`: the map is the one that it reads text with. */
export interface SentFont {
  readonly composite?: boolean;
  readonly type?: string;
  readonly isSymbolicFont?: boolean;
  /** Names of glyphs that the file gives by code. */
  readonly differences?: readonly (string | undefined)[];
  readonly toUnicode?: UnicodeMap;
  /** Advances by glyph, which a code of two bytes mostly is. */
  readonly widths?: Readonly<Record<number, number>>;
}

/** Characters by code: of an own map, or of a stand-in for none, where every code is its own character. */
interface UnicodeMap {
  get(code: number): string | undefined;
  readonly firstChar?: number;
  readonly length?: number;
}

/** Share of a document's glyphs without a character past which its text is not in the file. */
const MAX_LOST = 0.05;
/** Share of its words past which it is not, either: where a word is long, as between the blanks of Thai, it takes few glyphs. */
const MAX_LOST_WORDS = 0.1;
/** Fewer lost words than this are no share of anything. */
const FEWEST_LOST_WORDS = 5;
/** Stands for a glyph without a character (Unicode 16, 23.8). */
const REPLACEMENT = '\ufffd';
/** Stands for a glyph that has no character of its own, as the second one of a syllable: a noncharacter, to be left out. */
const SILENT_GLYPH = '\ufdd0';
/** The font that PDF.js puts in the place of one which it does not find. */
const MISSING_FONT = 'g_font_error';

/**
 * Tells how much of the text of a PDF is not in the file, because its fonts do not say which characters their glyphs are
 * (ISO 32000-2, 9.10.2). PDF.js then takes the code of a glyph for the character.
 */
export class TextLoss {
  readonly #syllables = new SyllableNames();
  /** Fonts that PDF.js cannot read: they draw nothing and give no text. */
  readonly #broken = new Set([MISSING_FONT]);
  /** Fonts of codes of their own, without a map. */
  readonly #unmapped = new Set<string>();
  /** Fonts whose codes may be of their own: no name and no map says that they are letters. */
  readonly #doubtful = new Set<string>();
  readonly #unmappedText = new LetterStatistics();
  readonly #doubtfulText = new LetterStatistics();
  readonly #text = new LetterStatistics();
  #replaced = 0;
  #words = 0;
  #lostWords = 0;
  #shown = 0;
  #shownBroken = 0;

  /** Takes in a font before text is read with it; glyphs that its own map leaves out become U+FFFD instead of their codes. */
  addFont(
    name: string,
    { composite, type, isSymbolicFont, differences = [], toUnicode, widths = {} }: SentFont,
  ): void {
    if (toUnicode === undefined) return;
    if (composite === true) {
      if (toUnicode.firstChar !== undefined) this.#unmapped.add(name);
      else {
        const get = withReplacement(toUnicode);
        toUnicode.get = (code) => this.#syllables.nameOf(get(code) ?? '', widths[code] ?? 0) || undefined;
      }
      return;
    }
    toUnicode.get = withNames(toUnicode, differences);
    const names = Object.keys(differences).map(Number);
    const isNameless = names.length > 0 && names.every((code) => toUnicode.get(code) === undefined);
    const isOfOwnCodes = names.length === 0 && type === 'TrueType' && isSymbolicFont === true;
    if (isNameless || (isOfOwnCodes && isAscii(toUnicode))) this.#doubtful.add(name);
  }

  /** Text as PDF.js gives it, in the characters that the fonts tell. */
  textOf(read: string): string {
    return this.#syllables.textOf(read.replaceAll(SILENT_GLYPH, ''));
  }

  addBrokenFont(name: string): void {
    this.#broken.add(name);
  }

  /** Counts an operator that shows text in a font. */
  addShown(font: string): void {
    this.#shown++;
    if (this.#broken.has(font)) this.#shownBroken++;
  }

  /** Counts text that was read in a font. */
  addText(font: string, text: string): void {
    this.#text.add(text);
    if (this.#unmapped.has(font)) this.#unmappedText.add(text);
    else if (this.#doubtful.has(font)) this.#doubtfulText.add(text);
    else this.#replaced += text.split(REPLACEMENT).length - 1;
  }

  /** Counts the words of text that was read, and those with a glyph that is lost; a drawing by itself is no word. */
  addWords(text: string): void {
    for (const word of text.split(/\s+/)) {
      if (!/\p{L}/u.test(word)) continue;
      this.#words++;
      if (word.includes(REPLACEMENT)) this.#lostWords++;
    }
  }

  /** Too much of the document's text is not in the file. */
  get isTooMuch(): boolean {
    const [unmapped, doubtful] = [this.#unmappedText, this.#doubtfulText];
    let lost = this.#replaced;
    // No map: nothing says that the codes are letters, unless they read so.
    if (!(unmapped.isEnough && unmapped.readsAsWords)) lost += unmapped.signs;
    // Codes that mostly are those of letters: nothing says that they are not, unless they read so.
    if (doubtful.isEnough && !doubtful.isOfDigits && !doubtful.readsAsWords) lost += doubtful.signs;
    const read = this.#text.signs / Math.max(1, this.#shown - this.#shownBroken);
    const unread = this.#shownBroken * Math.max(1, read);
    const areWordsLost =
      this.#lostWords >= FEWEST_LOST_WORDS && this.#lostWords > MAX_LOST_WORDS * this.#words;
    return areWordsLost || lost + unread > MAX_LOST * (this.#text.signs + unread);
  }
}

/** What writers put into a map for a glyph whose character they do not know; a tab or the end of a line may be a blank. */
const UNKNOWN = /^[\0-\x08\x0e-\x1f\x7f-\x9f]+$/;

/** `get` of a map, which gives U+FFFD for a code whose character it does not tell; codes up to the blank stay blanks. */
function withReplacement(map: UnicodeMap): UnicodeMap['get'] {
  const get = map.get.bind(map);
  return (code) => {
    const text = get(code);
    if (text === undefined) return code > 0x20 ? REPLACEMENT : undefined;
    if (text === '') return SILENT_GLYPH;
    return UNKNOWN.test(text) ? REPLACEMENT : text.slice(0, MAX_GLYPH_CHARACTERS);
  };
}

/** Characters of one glyph: the longest ligatures are phrases of Arabic of 18. A file of a few KB could say megabytes. */
const MAX_GLYPH_CHARACTERS = 64;

/** `get` of a map, which takes a code that the map leaves out for what the name of its glyph tells. */
function withNames(map: UnicodeMap, names: readonly (string | undefined)[]): UnicodeMap['get'] {
  const get = map.get.bind(map);
  return (code) =>
    (get(code) ?? charactersOfName(names[code] ?? '') ?? bitmapCharacters(code, names) ?? undefined)?.slice(
      0,
      MAX_GLYPH_CHARACTERS,
    );
}

/** True for a map that has every printable character of ASCII at its own code: the one that is taken where none is given. */
function isAscii(map: UnicodeMap): boolean {
  for (let code = 0x21; code < 0x7f; code++) if (map.get(code) !== String.fromCharCode(code)) return false;
  return true;
}

/** A mark of a script that does not run to the left: of those, PDF.js has to see the marks to put text in order. */
const MARK = /(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Inherited}])\p{Mn}/u;
/** Names are private-use characters of plane 16, which no font is known to map to. */
const FIRST_NAME = 0x100000;
const NAMES = 0xfffd;
const NAME = /[\u{100000}-\u{10fffd}]/gu;

/**
 * Names that stand for the texts of glyphs while PDF.js reads: it gives every glyph whose text has a nonspacing mark no
 * advance, syllables of Indic scripts included, and all that is drawn after one in the same string is misplaced.
 */
class SyllableNames {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  /** The name of a glyph's text, or the text where it needs none; `advance` is the glyph's width, in any unit. */
  nameOf(text: string, advance: number): string {
    if (!(advance > 0) || !MARK.test(text)) return text;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === NAMES) return known ?? text;
    const name = String.fromCodePoint(FIRST_NAME + this.#names.size);
    this.#names.set(text, name);
    this.#texts.set(name, text);
    return name;
  }

  /** A text with names as the texts that they stand for. */
  textOf(read: string): string {
    return this.#texts.size === 0 ? read : read.replace(NAME, (name) => this.#texts.get(name) ?? name);
  }
}
