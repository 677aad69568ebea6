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
function namesOf(value: string, seed: number): readonly number[] {
  const out: number[] = [];
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
  return out;
}

/** Reads names of elements; remembers those of each class of the page. */
export class NameReader {
  readonly #classes: (readonly number[] | undefined)[] = [];

  /** Hashes of all names of an element whose class has this number on its page. */
  read({ attrs }: HtmlNode, classNumber: number): readonly number[] {
    let found = EMPTY;
    for (let k = 0; k < attrs.length; k++) {
      const { name, value } = attrs[k]!;
      const seed = ATTRIBUTE_SEED.get(name);
      if (seed === undefined || value === '') continue;
      const names = seed === CLASS_SEED ? this.#namesOfClass(classNumber, value) : namesOf(value, seed);
      if (names.length > 0) found = found.length > 0 ? found.concat(names) : names;
    }
    return found;
  }

  #namesOfClass(number: number, value: string): readonly number[] {
    this.#classes[number] ??= namesOf(value, CLASS_SEED);
    return this.#classes[number];
  }
}

const EMPTY: readonly number[] = [];

/** Signature of an element among its siblings: its tag and the first two names of its class attribute, digits ignored. */
export function signature(tag: string, classes: string): number {
  let hash = hashText(tag, HASH_SEED);
  let names = 0;
  for (let i = 0; i < classes.length && i < 80; i++) {
    const code = classes.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code <= 32 && ++names === 2) break;
    hash = mix(hash, code);
  }
  return hash;
}
