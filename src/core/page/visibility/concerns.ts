import { isSpace } from '../../html/blank.ts';
import { unitAt } from '../../unit-at.ts';
import { LEGACY_ELEMENTS } from '../selectors/pseudo-classes.ts';
import { HASH_SEED, mix } from '../word-scan.ts';
import type { PageNames } from './page-names.ts';

const HASH = 35;
const OPEN = 40;
const CLOSE = 41;
const STAR = 42;
const COMMA = 44;
const DOT = 46;
const COLON = 58;
const OPEN_ATTRIBUTE = 91;
const BACKSLASH = 92;
const CLOSE_ATTRIBUTE = 93;

/** What a compound asks for, as bits; and what of it is on the page: the first of its identifiers, one of its classes. */
const ASKS = { id: 1, idThere: 2, class: 4, classThere: 8, noTag: 16, part: 32, odd: 64 } as const;

/**
 * Whether some element of the page may meet the selectors of a rule, which stand between two places of a sheet, now or with another
 * class: most of a framework does not concern it. Whatever is not a plain selector may.
 */
export function mayConcern(css: string, from: number, end: number, page: PageNames): boolean {
  const reader = new SelectorsFromEnd(css, from, end, page);
  while (reader.hasMore) if (reader.nextMayConcern()) return true;
  return false;
}

/** Reads selectors from the last to the first, and each from its end, where the names of its elements stand. No text is cut out. */
class SelectorsFromEnd {
  readonly #css: string;
  readonly #from: number;
  readonly #page: PageNames;
  /** Behind what is not read yet. */
  #at: number;
  /** The name that was read last: its end, and the hash of its units from there. */
  #nameEnd = 0;
  #hash = HASH_SEED;

  constructor(css: string, from: number, end: number, page: PageNames) {
    this.#css = css;
    this.#from = from;
    this.#at = end;
    this.#page = page;
  }

  get hasMore(): boolean {
    return this.#at >= this.#from;
  }

  nextMayConcern(): boolean {
    while (this.#at > this.#from && isSpace(unitAt(this.#css, this.#at - 1))) this.#at--;
    const asks = this.#compound();
    if ((asks & ASKS.odd) !== 0) return true;
    const isNamed = (asks & (ASKS.id | ASKS.class)) !== 0;
    const there = (asks & ASKS.id) !== 0 ? ASKS.idThere : ASKS.classThere;
    const isThere = (asks & ASKS.part) === 0 && (isNamed ? (asks & there) !== 0 : (asks & ASKS.noTag) === 0);
    if (isThere && isNamed) return true;
    const around = this.#around();
    if ((around & ASKS.odd) !== 0) return true;
    // Of all that a framework says of links and lines, most is of other pages.
    return isThere && (around & (ASKS.class | ASKS.classThere)) !== ASKS.class;
  }

  /** What the compound asks for that ends here. */
  #compound(): number {
    let asks = 0;
    for (;;) {
      const sign = this.#name();
      const isNamed = this.#nameEnd > this.#at;
      if (sign === DOT || sign === HASH) {
        if (!isNamed) return ASKS.odd;
        const isThere = this.#isThere(sign);
        if (sign === DOT) asks |= isThere ? ASKS.class | ASKS.classThere : ASKS.class;
        else asks = (asks & ~ASKS.idThere) | (isThere ? ASKS.id | ASKS.idThere : ASKS.id);
      } else if (sign === COLON) {
        if (!isNamed) return ASKS.odd;
        if (this.#isPart()) asks |= ASKS.part;
      } else if (sign === STAR || sign === CLOSE || sign === CLOSE_ATTRIBUTE) {
        if (isNamed || !this.#skipCondition(sign)) return ASKS.odd;
      } else if (sign !== COMMA && !isBetween(sign)) return ASKS.odd;
      else {
        const isAbsent = isNamed && !this.#page.has(this.#css.slice(this.#at, this.#nameEnd).toLowerCase());
        return isAbsent ? asks | ASKS.noTag : asks;
      }
    }
  }

  /** What the compounds ask for ahead of that, up to the comma ahead of the selector. */
  #around(): number {
    let asks = 0;
    for (;;) {
      const sign = this.#name();
      if (sign === CLOSE || sign === CLOSE_ATTRIBUTE) {
        if (!this.#skipCondition(sign)) return ASKS.odd;
      } else if (sign === DOT || sign === HASH)
        asks |= this.#isThere(sign) ? ASKS.class | ASKS.classThere : ASKS.class;
      else if (sign === COMMA || sign === STAR || sign === COLON || isBetween(sign)) this.#at--;
      else return ASKS.odd;
      if (sign === COMMA) return asks;
    }
  }

  /** Reads the name that ends here, perhaps none, and returns the sign ahead of it. */
  #name(): number {
    const css = this.#css;
    const from = this.#from;
    let at = this.#at;
    let hash = HASH_SEED;
    let sign = COMMA;
    this.#nameEnd = at;
    for (; at > from; at--) {
      sign = unitAt(css, at - 1);
      if (!isOfName(sign)) {
        const isEscaped = at - 2 >= from && unitAt(css, at - 2) === BACKSLASH && !isSpace(sign);
        if (!isEscaped) break;
        at--;
      }
      hash = mix(hash, sign);
    }
    this.#at = at;
    this.#hash = hash;
    return at > from ? sign : COMMA;
  }

  /** Whether the page has the class or identifier of the name that was read, whose sign is passed over. */
  #isThere(sign: number): boolean {
    this.#at--;
    return this.#page.hasHash(mix(this.#hash, sign));
  }

  /** Whether the name that was read is that of a part that is no element; its colons are passed over. */
  #isPart(): boolean {
    const isElement = this.#at - 2 >= this.#from && unitAt(this.#css, this.#at - 2) === COLON;
    const name = this.#css.slice(this.#at, this.#nameEnd);
    this.#at -= isElement ? 2 : 1;
    return isElement || LEGACY_ELEMENTS.has(name.toLowerCase());
  }

  /** Passes over what is asked in brackets, or of all; false where more brackets are in it. */
  #skipCondition(close: number): boolean {
    let at = this.#at - 1;
    this.#at = at;
    if (close === STAR) return true;
    const open = close === CLOSE ? OPEN : OPEN_ATTRIBUTE;
    let sign = close;
    do sign = --at < this.#from ? close : unitAt(this.#css, at);
    while (sign !== open && sign !== close);
    if (sign === close) return false;
    this.#at = at;
    if (open === OPEN_ATTRIBUTE) return true;
    const isFunction = this.#name() === COLON && this.#nameEnd > this.#at;
    this.#at--;
    return isFunction;
  }
}

/** Whether names are written with a character, but for escapes and what is not ASCII. */
function isOfName(sign: number): boolean {
  return (
    (sign > 96 && sign < 123) ||
    (sign > 47 && sign < 58) ||
    sign === 45 ||
    sign === 95 ||
    (sign > 64 && sign < 91)
  );
}

/** Whether a character parts the compounds of a selector. */
export function isBetween(sign: number): boolean {
  return isSpace(sign) || sign === 62 || sign === 43 || sign === 126;
}
