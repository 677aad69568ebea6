import type { HtmlNode } from '../../html/tree.ts';
import { hashText, mix } from '../../page/word-scan.ts';
import { int32s } from '../../zeroed.ts';

/**
 * Names that authors gave an element (class, id, role, microdata, test ids), as hashes. The model knows some of
 * them as signs of content or chrome; they are never compared as text.
 */

/** Most hashes kept of one attribute, and characters that are read; utility-class pages carry dozens that say nothing. */
const MAX_NAMES = 24;
const MAX_CHARS = 400;

const ATTRIBUTE_SEED = new Map<string, number>(
  ['id', 'role', 'itemprop', 'itemtype', 'aria-label', 'data-testid', 'data-component', 'rel'].map((name) => [
    name,
    hashText(name),
  ]),
);
const CLASS_SEED = hashText('class');

/**
 * Hashes of one attribute value, a range of a text: each space-separated name whole, and its parts at `-`, `_`, digits and
 * capitals. Digits are dropped, so that `post-4711` and `post-12` are one name.
 */
function namesOf(text: string, from: number, to: number, seed: number): readonly number[] {
  const out: number[] = [];
  const partSeed = mix(seed, 7);
  let whole = seed;
  let part = partSeed;
  let [wholeLength, partLength, parts] = [0, 0, 0];
  let previousSmall = false;
  const end = Math.min(to, from + MAX_CHARS);
  for (let i = from; i <= end && out.length < MAX_NAMES; i++) {
    const code = i < end ? text.charCodeAt(i) : 32;
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
  /** All class attributes in one piece: a character of a string that is a part of the page takes three times as long. */
  readonly #text: string;
  /** Where each begins in it, and where the last one ends. */
  readonly #starts: Int32Array;
  /** By class attribute: the number of its set; -1 while it is not read. */
  readonly #setOfClass: Int32Array;

  /** `classes`: the class attributes of the page, by number. */
  constructor(classes: readonly string[]) {
    this.#text = classes.join('');
    this.#starts = int32s(classes.length + 1);
    this.#setOfClass = int32s(classes.length).fill(-1);
    classes.forEach(({ length }, number) => {
      this.#starts[number + 1] = this.#starts[number]! + length;
    });
  }

  /** The set of all names of an element whose class has this number on its page, -1 for none. */
  read({ attrs }: HtmlNode, classNumber: number): number {
    let set = classNumber < 0 ? UNNAMED : this.#readClass(classNumber);
    if (classNumber >= 0 && attrs.length === 1) return set;
    for (let k = 0; k < attrs.length; k++) {
      const { name, value } = attrs[k]!;
      const seed = ATTRIBUTE_SEED.get(name);
      if (seed !== undefined) set = this.#with(set, namesOf(value, 0, value.length, seed));
    }
    return set;
  }

  #readClass(number: number): number {
    if (this.#setOfClass[number] === -1) {
      const [from, to] = [this.#starts[number]!, this.#starts[number + 1]!];
      this.#setOfClass[number] = this.#with(UNNAMED, namesOf(this.#text, from, to, CLASS_SEED));
    }
    return this.#setOfClass[number]!;
  }

  /** The set of the names of one and some more. */
  #with(set: number, names: readonly number[]): number {
    if (names.length === 0) return set;
    return this.sets.push(set === UNNAMED ? names : this.sets[set]!.concat(names)) - 1;
  }
}
