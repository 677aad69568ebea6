import type { HtmlNode } from '../html/tree.ts';
import { HASH_SEED, hashText, mix } from './word-scan.ts';

/**
 * Names that authors gave an element (class, id, role, microdata, test ids), as hashes. The model knows some of
 * them as signs of content or chrome; they are never compared as text.
 */

/** Most hashes kept of one element; utility-class pages carry dozens that say nothing. */
const MAX_NAMES = 24;

const ATTRIBUTE_SEED = new Map<string, number>(
  ['class', 'id', 'role', 'itemprop', 'itemtype', 'aria-label', 'data-testid', 'data-component', 'rel'].map(
    (name) => [name, hashText(name)],
  ),
);
const CLASS_SEED = ATTRIBUTE_SEED.get('class')!;

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || code > 127;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/**
 * Hashes of one attribute value: each space-separated name whole, and its parts at `-`, `_`, digits and
 * capitals. Digits are dropped, so that `post-4711` and `post-12` are one name.
 */
function namesOf(value: string, seed: number, out: number[]): void {
  const partSeed = mix(seed, 7);
  let whole = seed;
  let part = partSeed;
  let wholeLength = 0;
  let partLength = 0;
  let parts = 0;
  let previousSmall = false;
  const end = Math.min(value.length, 400);
  for (let i = 0; i <= end && out.length < MAX_NAMES; i++) {
    const code = i < end ? value.charCodeAt(i) : 32;
    const capital = isCapital(code);
    const lower = capital ? code + 32 : code;
    const letter = isLetter(lower);
    if (partLength > 0 && (!letter || (capital && previousSmall))) {
      if (partLength > 1) out.push(part);
      parts++;
      part = partSeed;
      partLength = 0;
    }
    if (letter) {
      part = mix(part, lower);
      partLength++;
    }
    previousSmall = letter && !capital;
    if (code <= 32 || code === 47) {
      if (wholeLength > 2 && parts > 1) out.push(whole);
      whole = seed;
      wholeLength = 0;
      parts = 0;
    } else if (letter || code === 45 || code === 95) {
      whole = mix(whole, lower);
      wholeLength++;
    }
  }
}

/** Reads names of elements; remembers values that repeat within one page. */
export class NameReader {
  readonly #seen = new Map<string, readonly number[]>();

  /** Hashes of all names of an element, the tag's first. */
  read(node: HtmlNode): readonly number[] {
    let found: number[] | null = null;
    for (const attribute of node.attrs) {
      const seed = ATTRIBUTE_SEED.get(attribute.name);
      if (seed === undefined || attribute.value === '') continue;
      const names = this.#names(attribute.value, seed);
      if (names.length > 0) found = found ? found.concat(names) : names.slice();
    }
    return found ?? EMPTY;
  }

  #names(value: string, seed: number): readonly number[] {
    const key = seed === CLASS_SEED ? value : `${seed} ${value}`;
    let names = this.#seen.get(key);
    if (!names) {
      const fresh: number[] = [];
      namesOf(value, seed, fresh);
      names = fresh;
      this.#seen.set(key, names);
    }
    return names;
  }
}

const EMPTY: readonly number[] = [];

/** Signature of an element among its siblings: tag and the first two class names, digits ignored. */
export function signature(node: HtmlNode): number {
  let hash = hashText(node.tag, HASH_SEED);
  for (const attribute of node.attrs) {
    if (attribute.name !== 'class') continue;
    const value = attribute.value;
    let names = 0;
    for (let i = 0; i < value.length && i < 80; i++) {
      const code = value.charCodeAt(i);
      if (code >= 48 && code <= 57) continue;
      if (code <= 32 && ++names === 2) break;
      hash = mix(hash, code);
    }
  }
  return hash;
}
