import { partsOfValue } from './css-text.ts';

/** Pixels of a unit (CSS Values 4, 6), in a window of 1,280 by 800 pixels and letters of 16. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  lh: 19,
  rlh: 19,
  vw: 12.8,
  vh: 8,
  vi: 12.8,
  vb: 8,
  vmin: 8,
  vmax: 12.8,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  in: 96,
  pt: 4 / 3,
  pc: 16,
  deg: 1,
  turn: 360,
  rad: 180 / Math.PI,
  grad: 0.9,
  '': 1,
};
/** Window and letters that lengths are of. */
export const WINDOW = { width: 1280, height: 800 };

// linear: a number, a name or a sign.
const TOKEN = /\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)|([a-z-]+)?(\()|([-+*/,)]))/y;

/**
 * The pixels, degrees or number of a value, with `calc()` and its kin; null for what is none. `percentOf`: what 100 % are, if that
 * is known; `emOf`: the size of letters.
 */
export function numberOf(value: string, percentOf: number | null = null, emOf = 16): number | null {
  const reader = new NumberReader(value, percentOf, emOf);
  const number = reader.term();
  return number === null || !reader.isAtEnd ? null : number;
}

class NumberReader {
  readonly #text: string;
  readonly #percentOf: number | null;
  readonly #emOf: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, percentOf: number | null, emOf: number) {
    this.#text = text.trim();
    this.#percentOf = percentOf;
    this.#emOf = emOf;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  #next(): RegExpExecArray | null {
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.#text);
    if (token !== null) this.#at = TOKEN.lastIndex;
    return token;
  }

  /** A number, or a function of numbers. */
  term(): number | null {
    const token = this.#next();
    if (token === null) return null;
    const [, number, unit = '', name = '', opens, sign] = token;
    if (number !== undefined) {
      if (unit === '%') return this.#percentOf === null ? null : (Number(number) * this.#percentOf) / 100;
      const size = unit === 'em' || unit === 'ex' ? (PIXELS[unit]! / 16) * this.#emOf : PIXELS[unit];
      return size === undefined ? null : Number(number) * size;
    }
    if (opens === undefined || sign !== undefined || ++this.#depth > 20) return null;
    const numbers = this.#list();
    if (numbers === null) return null;
    if (name === '' || name === 'calc' || name === '-webkit-calc')
      return numbers.length === 1 ? numbers[0]! : null;
    if (name === 'min') return Math.min(...numbers);
    if (name === 'max') return Math.max(...numbers);
    if (name === 'clamp' && numbers.length === 3)
      return Math.max(numbers[0]!, Math.min(numbers[1]!, numbers[2]!));
    return null;
  }

  /** Sums that commas part, up to the bracket that closes. */
  #list(): number[] | null {
    const sums: number[] = [];
    for (let [sum, factor, sign] = [0, 1, 1]; ; ) {
      const next = this.term();
      if (next === null) return null;
      factor *= next;
      for (;;) {
        const operator = this.#next()?.[5];
        if (operator === '*' || operator === '/') {
          const by = this.term();
          if (by === null || (operator === '/' && by === 0)) return null;
          factor = operator === '*' ? factor * by : factor / by;
          continue;
        }
        sum += sign * factor;
        factor = 1;
        if (operator === '+' || operator === '-') sign = operator === '+' ? 1 : -1;
        else if (operator === ',' || operator === ')') {
          sums.push(sum);
          if (operator === ')') return sums;
          [sum, sign] = [0, 1];
        } else return null;
        break;
      }
    }
  }
}

/** Name and arguments of the functions of a value, in order: `translate(1px, 2px) scale(0)`. */
export function functionsOf(value: string): { readonly name: string; readonly args: readonly string[] }[] {
  return partsOfValue(value, ' ').flatMap((part) => {
    const open = part.indexOf('(');
    if (open < 0 || !part.endsWith(')')) return [];
    const inside = part.slice(open + 1, -1);
    return [{ name: part.slice(0, open), args: partsOfValue(inside, inside.includes(',') ? ',' : ' ') }];
  });
}
