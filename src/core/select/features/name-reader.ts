import { attr, type HtmlDocument } from '../../html/tree.ts';
import { hashText, mix } from '../../page/word-scan.ts';
import { unitAt } from '../../unit-at.ts';
import { int32s } from '../../zeroed.ts';

/**
 * Names that authors gave an element (class, id, role, microdata, test ids), as hashes. The model knows some of
 * them as signs of content or chrome; they are never compared as text.
 */

/** Most hashes kept of one attribute, and characters that are read; utility-class pages carry dozens that say nothing. */
const MAX_NAMES = 24;
const MAX_CHARS = 400;

/** Attributes with names, besides the class. */
const ATTRIBUTES = [
  'id',
  'role',
  'itemprop',
  'itemtype',
  'aria-label',
  'rel',
  'data-testid',
  'data-component',
] as const;
const CLASS_SEED = hashText('class');

/**
 * Hashes of one attribute value: each space-separated name whole, and its parts at `-`, `_`, digits and
 * capitals. Digits are dropped, so that `post-4711` and `post-12` are one name.
 */
function namesOf(text: string, seed: number): readonly number[] {
  const out: number[] = [];
  const partSeed = mix(seed, 7);
  let whole = seed;
  let part = partSeed;
  let [wholeLength, partLength, parts] = [0, 0, 0];
  let previousSmall = false;
  const end = Math.min(text.length, MAX_CHARS);
  for (let i = 0; i <= end && out.length < MAX_NAMES; i++) {
    const code = i < end ? unitAt(text, i) : 32;
    if (code >= 97 && code <= 122) {
      part = mix(part, code);
      whole = mix(whole, code);
      partLength++;
      wholeLength++;
      previousSmall = true;
      continue;
    }
    const capital = code >= 65 && code <= 90;
    const letter = capital || code > 127;
    const lower = capital ? code + 32 : code;
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

/** The set of an element without names. */
const UNNAMED = 0;

/** Reads names of the elements of a page, each class attribute once. */
export class NameReader {
  /** The sets of names that elements have, by number. */
  readonly sets: (readonly number[])[] = [[]];
  readonly #doc: HtmlDocument;
  /** By class attribute: the number of its set; -1 while it is not read. */
  readonly #setOfClass: Int32Array;

  constructor(doc: HtmlDocument) {
    this.#doc = doc;
    this.#setOfClass = int32s(doc.elements.classes.length).fill(-1);
  }

  /** The set of the names in the class attribute of this number on the page, -1 for none. */
  readClass(number: number): number {
    if (number < 0) return UNNAMED;
    if (this.#setOfClass[number] === -1) {
      const names = namesOf(this.#doc.elements.classes[number]!.value, CLASS_SEED);
      this.#setOfClass[number] = this.#with(UNNAMED, names);
    }
    return this.#setOfClass[number]!;
  }

  /** Adds the names in other attributes to the sets of their elements, by node; those of which the set is -1 are passed over. */
  addOthers(setOf: Int32Array): void {
    for (const name of ATTRIBUTES) {
      const seed = hashText(name);
      for (const node of this.#doc.elements.having(name)) {
        const set = setOf[node.index]!;
        if (set >= 0) setOf[node.index] = this.#with(set, namesOf(attr(node, name)!, seed));
      }
    }
  }

  /** The set of the names of one and some more. */
  #with(set: number, names: readonly number[]): number {
    if (names.length === 0) return set;
    return this.sets.push(set === UNNAMED ? names : this.sets[set]!.concat(names)) - 1;
  }
}
