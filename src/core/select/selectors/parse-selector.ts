import {
  type AttributeOperator,
  type Combinator,
  type ComplexSelector,
  type Compound,
  MAX_COMPOUNDS,
  MAX_NESTING,
  type SelectorProblem,
  type SimpleSelector,
} from './selector.ts';

const SPACE = /\s/;
const NAME_CHAR = /[\w\u0080-\uffff-]/;
const OPERATORS: readonly AttributeOperator[] = ['~=', '|=', '^=', '$=', '*=', '='];
const NTH = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/;

/** The pseudo-classes that are read, as a message names them. */
const PSEUDO_CLASSES =
  ':not, :is, :where, :root, :empty, :first-child, :last-child, :only-child, :nth-child and :nth-last-child';

/** Thrown inside this file only; `parseSelector` turns it into a value. */
class Unreadable extends Error {}

class SelectorParser {
  readonly #text: string;
  #at = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** A list up to the end, or up to `)` inside a function. */
  list(): ComplexSelector[] {
    const list = [this.#complex()];
    while (this.#peek() === ',') {
      this.#at++;
      list.push(this.#complex());
    }
    if (this.#nesting === 0 && this.#at < this.#text.length) throw this.#unexpected();
    return list;
  }

  #complex(): ComplexSelector {
    this.#skipSpace();
    const compounds: Compound[] = [{ combinator: ' ', simple: this.#compound() }];
    for (;;) {
      const combinator = this.#combinator();
      if (!combinator) return compounds;
      if (compounds.length === MAX_COMPOUNDS) throw new Unreadable(`more than ${MAX_COMPOUNDS} combinators`);
      compounds.push({ combinator, simple: this.#compound() });
    }
  }

  #combinator(): Combinator | null {
    const spaced = this.#skipSpace();
    const sign = this.#peek();
    if (sign === '>' || sign === '+' || sign === '~') {
      this.#at++;
      this.#skipSpace();
      return sign;
    }
    return spaced && sign !== '' && sign !== ',' && sign !== ')' ? ' ' : null;
  }

  #compound(): SimpleSelector[] {
    const simple: SimpleSelector[] = [];
    const start = this.#at;
    for (;;) {
      const sign = this.#peek();
      if (sign === '*' && this.#at === start) {
        this.#at++;
        simple.push({ kind: 'tag', name: '*' });
      } else if (sign === '.' || sign === '#') {
        this.#at++;
        const [name, operator] = sign === '.' ? (['class', '~='] as const) : (['id', '='] as const);
        simple.push({ kind: 'attribute', name, operator, value: this.#name(), ignoreCase: false });
      } else if (sign === '[') simple.push(this.#attribute());
      else if (sign === ':') simple.push(...this.#pseudo());
      else if (NAME_CHAR.test(sign) && this.#at === start) {
        simple.push({ kind: 'tag', name: this.#name().toLowerCase() });
      } else if (this.#at === start) throw this.#unexpected();
      else return simple;
    }
  }

  #attribute(): SimpleSelector {
    this.#at++;
    this.#skipSpace();
    const name = this.#name().toLowerCase();
    this.#skipSpace();
    const operator = OPERATORS.find((sign) => this.#text.startsWith(sign, this.#at)) ?? '';
    this.#at += operator.length;
    let value = '';
    let flag = '';
    if (operator !== '') {
      this.#skipSpace();
      value = this.#value();
      this.#skipSpace();
      flag = /[is]/i.exec(this.#peek())?.[0] ?? '';
      this.#at += flag.length;
    }
    this.#skipSpace();
    this.#expect(']');
    return { kind: 'attribute', name, operator, value, ignoreCase: flag.toLowerCase() === 'i' };
  }

  #value(): string {
    const quote = this.#peek();
    if (quote !== '"' && quote !== "'") return this.#name();
    let value = '';
    for (this.#at++; this.#peek() !== quote; this.#at++) {
      if (this.#peek() === '') throw new Unreadable('a quoted value does not end');
      if (this.#peek() === '\\') this.#at++;
      value += this.#peek();
    }
    this.#at++;
    return value;
  }

  #pseudo(): SimpleSelector[] {
    this.#at++;
    const name = this.#name().toLowerCase();
    if (name === 'root' || name === 'empty') return [{ kind: name }];
    if (name === 'first-child') return [nth(false)];
    if (name === 'last-child') return [nth(true)];
    if (name === 'only-child') return [nth(false), nth(true)];
    if (name === 'not' || name === 'is' || name === 'where')
      return [{ kind: 'any', negated: name === 'not', selectors: this.#nested() }];
    if (name === 'nth-child' || name === 'nth-last-child')
      return [{ kind: 'nth', ...this.#formula(), fromEnd: name === 'nth-last-child' }];
    throw new Unreadable(`":${name}" is none of ${PSEUDO_CLASSES}`);
  }

  #nested(): ComplexSelector[] {
    this.#expect('(');
    if (++this.#nesting > MAX_NESTING) throw new Unreadable(`nested deeper than ${MAX_NESTING}`);
    const list = this.list();
    this.#nesting--;
    this.#expect(')');
    return list;
  }

  #formula(): { step: number; offset: number } {
    this.#expect('(');
    const close = this.#text.indexOf(')', this.#at);
    const inner = this.#text.slice(this.#at, close < 0 ? this.#at : close);
    const formula = inner.trim().toLowerCase();
    this.#at = close + 1;
    if (formula === 'odd') return { step: 2, offset: 1 };
    if (formula === 'even') return { step: 2, offset: 0 };
    if (/^[+-]?\d+$/.test(formula)) return { step: 0, offset: Number(formula) };
    const parts = NTH.exec(formula);
    if (!parts || close < 0) throw new Unreadable(`"${formula}" is not of the form An+B`);
    const step = parts[1] === '' || parts[1] === '+' ? 1 : parts[1] === '-' ? -1 : Number(parts[1]);
    return { step, offset: parts[3] ? Number(`${parts[2]}${parts[3]}`) : 0 };
  }

  #name(): string {
    let name = '';
    for (let sign = this.#peek(); sign === '\\' || NAME_CHAR.test(sign); sign = this.#peek()) {
      name += sign === '\\' ? (this.#text[++this.#at] ?? '') : sign;
      this.#at++;
    }
    if (name === '') throw this.#unexpected();
    return name;
  }

  #skipSpace(): boolean {
    const from = this.#at;
    while (SPACE.test(this.#peek())) this.#at++;
    return this.#at > from;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #expect(sign: string): void {
    if (this.#peek() !== sign) throw this.#unexpected();
    this.#at++;
  }

  #unexpected(): Unreadable {
    const found = this.#peek();
    return new Unreadable(found === '' ? 'it ends too early' : `unexpected "${found}" at ${this.#at}`);
  }
}

const nth = (fromEnd: boolean): SimpleSelector => ({ kind: 'nth', step: 0, offset: 1, fromEnd });

/** Reads a selector list. A text that is not one gives the problem, never a throw. */
export function parseSelector(text: string): readonly ComplexSelector[] | SelectorProblem {
  try {
    return new SelectorParser(text.trim()).list();
  } catch (thrown) {
    if (thrown instanceof Unreadable)
      return { problem: `Correct the selector "${text}": ${thrown.message}.` };
    throw thrown;
  }
}
