import {
  ALIASES,
  anyOf,
  ELEMENTS,
  LEGACY_ELEMENTS,
  nth,
  numbersOf,
  partsOf,
  STATES,
  TO_LEFT,
} from './pseudo-classes.ts';
import { NAME_CHAR, SelectorScanner, Unreadable } from './scan-selector.ts';
import {
  type AttributeOperator,
  type Combinator,
  type ComplexSelector,
  type Compound,
  MAX_COMPOUNDS,
  MAX_NESTING,
  MAX_NESTING_IN_SHEETS,
  type SimpleSelector,
} from './selector.ts';

const OPERATORS: readonly AttributeOperator[] = ['~=', '|=', '^=', '$=', '*=', '='];
/** The pseudo-classes that are read, as a message names them. */
const PSEUDO_CLASSES =
  ':not, :is, :where, :root, :empty, :first-child, :last-child, :only-child, :nth-child and :nth-last-child';

/** Reads the selectors of callers, and those of style sheets. Throws `Unreadable`. */
export class SelectorParser extends SelectorScanner {
  /** Of a style sheet: the selectors of the rule around, for `&`; null for selectors of callers. */
  readonly #around: readonly ComplexSelector[] | null;
  #nesting = 0;

  constructor(text: string, around: readonly ComplexSelector[] | null) {
    super(text, around !== null);
    this.#around = around;
  }

  /** A list up to the end, or up to `)` inside a function. */
  list(areRelative = false): ComplexSelector[] {
    const list = [this.#complex(areRelative)];
    while (this.peek() === ',') {
      this.at++;
      list.push(this.#complex(areRelative));
    }
    if (this.#nesting === 0 && this.at < this.text.length) throw this.unexpected();
    return list;
  }

  /** `isRelative`: it may begin with a combinator, as what `:has()` holds. */
  #complex(isRelative = false): ComplexSelector {
    this.skipSpace();
    const lead = isRelative ? this.#combinator() : null;
    const compounds: Compound[] = [{ combinator: lead ?? ' ', simple: this.#compound() }];
    for (;;) {
      const combinator = this.#combinator();
      if (!combinator) return compounds;
      if (compounds.length === MAX_COMPOUNDS) throw new Unreadable(`more than ${MAX_COMPOUNDS} combinators`);
      compounds.push({ combinator, simple: this.#compound() });
    }
  }

  #combinator(): Combinator | null {
    const spaced = this.skipSpace();
    const sign = this.peek();
    if (sign === '>' || sign === '+' || sign === '~') {
      this.at++;
      this.skipSpace();
      return sign;
    }
    return spaced && sign !== '' && sign !== ',' && sign !== ')' ? ' ' : null;
  }

  #compound(): SimpleSelector[] {
    const simple: SimpleSelector[] = [];
    const start = this.at;
    for (;;) {
      const sign = this.peek();
      if (sign === '&' && this.#around !== null) {
        this.at++;
        simple.push(this.#around.length === 0 ? { kind: 'root' } : anyOf(this.#around));
      } else if (sign === '*' && this.at === start) {
        this.at++;
        simple.push({ kind: 'tag', name: '*' });
      } else if (sign === '.' || sign === '#') {
        this.at++;
        const [name, operator] = sign === '.' ? (['class', '~='] as const) : (['id', '='] as const);
        simple.push({ kind: 'attribute', name, operator, value: this.name(), ignoreCase: false });
      } else if (sign === '[') simple.push(this.#attribute());
      else if (sign === ':') simple.push(...this.#pseudo());
      else if (NAME_CHAR.test(sign) && this.at === start) {
        simple.push({ kind: 'tag', name: this.name().toLowerCase() });
      } else if (this.at === start) throw this.unexpected();
      else return simple;
    }
  }

  #attribute(): SimpleSelector {
    this.at++;
    this.skipSpace();
    const name = this.name().toLowerCase();
    this.skipSpace();
    const operator = OPERATORS.find((sign) => this.text.startsWith(sign, this.at)) ?? '';
    this.at += operator.length;
    let value = '';
    let flag = '';
    if (operator !== '') {
      this.skipSpace();
      value = this.value();
      this.skipSpace();
      flag = /[is]/i.exec(this.peek())?.[0] ?? '';
      this.at += flag.length;
    }
    this.skipSpace();
    this.expect(']');
    return { kind: 'attribute', name, operator, value, ignoreCase: flag.toLowerCase() === 'i' };
  }

  #pseudo(): readonly SimpleSelector[] {
    this.at++;
    const isElement = this.#around !== null && this.peek() === ':';
    if (isElement) this.at++;
    const name = this.name().toLowerCase();
    if (this.#around !== null) {
      const own =
        isElement || LEGACY_ELEMENTS.has(name) ? this.#pseudoElement(name) : this.#sheetPseudo(name);
      if (own !== null) return own;
    }
    if (name === 'root' || name === 'empty') return [{ kind: name }];
    if (name === 'first-child') return [nth(false)];
    if (name === 'last-child') return [nth(true)];
    if (name === 'only-child') return [nth(false), nth(true)];
    if (name === 'not' || name === 'is' || name === 'where')
      return [{ kind: 'any', negated: name === 'not', weighs: name !== 'where', selectors: this.#nested() }];
    if (name === 'nth-child' || name === 'nth-last-child')
      return [{ kind: 'nth', fromEnd: name === 'nth-last-child', ofType: false, ...this.#formula() }];
    throw new Unreadable(`":${name}" is none of ${PSEUDO_CLASSES}`);
  }

  /** What style sheets may ask besides; null for what callers may ask as well. */
  #sheetPseudo(name: string): readonly SimpleSelector[] | null {
    if (name === 'is' || name === 'where' || name === '-webkit-any' || name === 'matches')
      return [{ ...anyOf(this.#forgiving()), weighs: name !== 'where' }];
    if (name === 'has') return [{ kind: 'has', selectors: this.#nested(true) }];
    if (name === 'first-of-type') return [nth(false, true)];
    if (name === 'last-of-type') return [nth(true, true)];
    if (name === 'only-of-type') return [nth(false, true), nth(true, true)];
    if (name === 'nth-of-type' || name === 'nth-last-of-type')
      return [{ kind: 'nth', fromEnd: name === 'nth-last-of-type', ofType: true, ...this.#formula() }];
    if (name === 'lang') {
      const written = this.inside().toLowerCase();
      return [{ kind: 'lang', range: written.replace(/["'\s]/g, '') }];
    }
    if (name === 'scope') return [{ kind: 'root' }];
    if (name === 'dir') {
      const isToLeft = /rtl/i.test(this.inside());
      return [anyOf(new SelectorParser(isToLeft ? TO_LEFT : `:not(${TO_LEFT})`, []).list())];
    }
    const alias = ALIASES.get(name);
    if (alias !== undefined) return [anyOf(new SelectorParser(alias, []).list())];
    if (!STATES.has(name) && !name.startsWith('-webkit-')) return null;
    if (this.peek() === '(') this.inside();
    return [{ kind: 'state' }];
  }

  /** A rule of a part that no element is. Browsers drop the whole rule of one that they do not know. */
  #pseudoElement(name: string): readonly SimpleSelector[] {
    if (!ELEMENTS.test(name)) throw new Unreadable(`"::${name}" is no part of an element`);
    if (this.peek() === '(') this.inside();
    return [{ kind: 'part' }];
  }

  /** The selectors of a list that can be read (Selectors 4, 4.2). */
  #forgiving(): ComplexSelector[] {
    if (++this.#nesting > MAX_NESTING_IN_SHEETS) throw new Unreadable('nested too deep');
    const from = this.at;
    const inside = this.inside();
    const end = this.at;
    const readable: ComplexSelector[] = [];
    for (const [start, text] of partsOf(inside)) {
      this.at = from + 1 + start;
      try {
        const one = this.#complex();
        if (this.at === from + 1 + start + text.length) readable.push(one);
      } catch (thrown) {
        if (!(thrown instanceof Unreadable)) throw thrown;
      }
    }
    this.at = end;
    this.#nesting--;
    return readable;
  }

  #nested(areRelative = false): ComplexSelector[] {
    this.expect('(');
    const most = this.#around === null ? MAX_NESTING : MAX_NESTING_IN_SHEETS;
    if (++this.#nesting > most) throw new Unreadable(`nested deeper than ${most}`);
    const list = this.list(areRelative);
    this.#nesting--;
    this.expect(')');
    return list;
  }

  #formula(): { step: number; offset: number; of?: readonly ComplexSelector[] } {
    this.expect('(');
    const close = this.text.indexOf(')', this.at);
    const inner = this.text.slice(this.at, close < 0 ? this.at : close);
    const of = this.#around === null ? -1 : inner.search(/\sof\s/i);
    const formula = (of < 0 ? inner : inner.slice(0, of)).trim().toLowerCase();
    if (of >= 0) {
      this.at += of + 4;
      this.#nesting++;
      const list = this.list();
      this.#nesting--;
      this.expect(')');
      return { ...numbersOf(formula), of: list };
    }
    this.at = close + 1;
    if (close < 0) throw this.unexpected();
    return numbersOf(formula);
  }
}
