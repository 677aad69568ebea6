import { characterOf } from '../visibility/css-text.ts';

const SPACE = /\s/;
/** A character that names are written with. */
export const NAME_CHAR = /[\w\u0080-\uffff-]/;
const HEX_ESCAPE = /[\da-f]{1,6}(?:\r\n|\s)?/iy;
/** How a name begins (CSS Syntax 3, 4.3.9): browsers drop the rule of another. */
const NAME_START = /(?:--|-?(?:[a-z_\u0080-\uffff]|\\[^\n]))/iy;
const NAME = /[\w\u0080-\uffff-]+/y;

/** What is wrong with a selector; `parseSelector` turns it into a value. */
export class Unreadable extends Error {}

/** Goes through the text of a selector, by its names and strings. Those of a style sheet begin as browsers ask. */
export class SelectorScanner {
  protected readonly text: string;
  readonly #isOfSheet: boolean;
  protected at = 0;

  constructor(text: string, isOfSheet: boolean) {
    this.text = text;
    this.#isOfSheet = isOfSheet;
  }

  protected value(): string {
    const quote = this.peek();
    if (quote !== '"' && quote !== "'") return this.name();
    let value = '';
    for (this.at++; this.peek() !== quote; this.at++) {
      if (this.peek() === '') throw new Unreadable('a quoted value does not end');
      if (this.peek() === '\\') this.at++;
      value += this.peek();
    }
    this.at++;
    return value;
  }

  /** The text of a function, up to its end. */
  protected inside(): string {
    this.expect('(');
    const from = this.at;
    for (let open = 1; open > 0; this.at++) {
      if (this.peek() === '') throw this.unexpected();
      if (this.peek() === '(') open++;
      else if (this.peek() === ')') open--;
    }
    return this.text.slice(from, this.at - 1);
  }

  protected name(): string {
    let name = '';
    NAME_START.lastIndex = this.at;
    if (this.#isOfSheet && !NAME_START.test(this.text)) throw this.unexpected();
    for (;;) {
      NAME.lastIndex = this.at;
      const plain = NAME.exec(this.text)?.[0] ?? '';
      name += plain;
      this.at += plain.length;
      if (this.peek() !== '\\') break;
      name += this.#escaped();
      this.at++;
    }
    if (name === '') throw this.unexpected();
    return name;
  }

  /** What an escape stands for; its last character is the next. */
  #escaped(): string {
    HEX_ESCAPE.lastIndex = ++this.at;
    const hex = HEX_ESCAPE.exec(this.text)?.[0];
    if (hex === undefined) return this.peek();
    this.at += hex.length - 1;
    return characterOf(Number.parseInt(hex, 16));
  }

  protected skipSpace(): boolean {
    const from = this.at;
    while (SPACE.test(this.peek())) this.at++;
    return this.at > from;
  }

  protected peek(): string {
    return this.text[this.at] ?? '';
  }

  protected expect(sign: string): void {
    if (this.peek() !== sign) throw this.unexpected();
    this.at++;
  }

  protected unexpected(): Unreadable {
    const found = this.peek();
    return new Unreadable(found === '' ? 'it ends too early' : `unexpected "${found}" at ${this.at}`);
  }
}
