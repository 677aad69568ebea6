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
export class SyllableNames {
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
