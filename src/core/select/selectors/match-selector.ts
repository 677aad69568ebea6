import { isSpace } from '../../html/blank.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import type { AttributeOperator, ComplexSelector, SimpleSelector } from './selector.ts';

/**
 * Marks the elements that match any selector of a list, for each list (1 by node index). One pass over the nodes for all
 * lists: each element carries as bits which prefixes of a selector it, its ancestors and its earlier siblings complete,
 * so that no selector can make matching backtrack. Memory beyond the marks is of the depth of the page.
 */
export function matchSelectors(
  doc: HtmlDocument,
  lists: readonly (readonly ComplexSelector[])[],
): readonly Uint8Array[] {
  const matched = lists.map(() => new Uint8Array(doc.nodes.length));
  if (lists.every((list) => list.length === 0)) return matched;
  const places = placesOf(doc);
  const matchers: Matcher[] = [];
  const ranges = lists.map((list) => compile(list, places, matchers));
  const open: HtmlNode[] = [];
  for (const node of doc.nodes) {
    if (node.kind !== ELEMENT) continue;
    while (open.length > 0 && open[open.length - 1]!.end <= node.index) open.pop();
    doc.budget.spend(matchers.length, 'matching selectors');
    for (const matcher of matchers) matcher.enter(node, open.length);
    ranges.forEach((selectors, list) => {
      if (selectors.some((matcher) => matcher.matches)) matched[list]![node.index] = 1;
    });
    open.push(node);
  }
  return matched;
}

/** Adds a matcher for each selector of a list, those inside its functions first, and returns those of the list. */
function compile(list: readonly ComplexSelector[], places: Places, matchers: Matcher[]): Matcher[] {
  return list.map((selector) => {
    const tests = selector.map(({ simple }) => simple.map((one) => testOf(one, places, matchers)));
    const matcher = new Matcher(selector, tests);
    matchers.push(matcher);
    return matcher;
  });
}

/** One complex selector on its way through the elements of a page in document order. */
class Matcher {
  /** Whether the element entered last matches. */
  matches = false;
  readonly #selector: ComplexSelector;
  readonly #tests: readonly (readonly Test[])[];
  readonly #last: number;
  /** By depth: prefixes that the element open there completes, that it or its ancestors do, that its earlier siblings do. */
  readonly #own: number[] = [];
  readonly #above: number[] = [];
  readonly #before: number[] = [];

  constructor(selector: ComplexSelector, tests: readonly (readonly Test[])[]) {
    this.#selector = selector;
    this.#tests = tests;
    this.#last = 1 << (selector.length - 1);
  }

  /** Enters an element at a depth; the elements above it, and the one before it at this depth, were entered already. */
  enter(node: HtmlNode, depth: number): void {
    const isFirst = depth === 0 || this.#own.length <= depth;
    const previous = isFirst ? 0 : this.#own[depth]!;
    const before = isFirst ? 0 : this.#before[depth]! | previous;
    const parent = depth === 0 ? 0 : this.#own[depth - 1]!;
    const above = depth === 0 ? 0 : this.#above[depth - 1]! | parent;
    const reached = { ' ': above, '>': parent, '+': previous, '~': before };
    let bits = 0;
    for (let k = 0; k < this.#selector.length; k++) {
      if (k > 0 && (reached[this.#selector[k]!.combinator] & (1 << (k - 1))) === 0) continue;
      if (this.#tests[k]!.every((test) => test(node))) bits |= 1 << k;
    }
    // What was open deeper belongs to the element before.
    this.#own.length = this.#above.length = this.#before.length = depth;
    this.#own.push(bits);
    this.#above.push(above);
    this.#before.push(before);
    this.matches = (bits & this.#last) !== 0;
  }
}

/** Places of elements among their siblings, by node index; 1-based, 0 for text. */
interface Places {
  readonly fromStart: Int32Array;
  readonly fromEnd: Int32Array;
}

function placesOf(doc: HtmlDocument): Places {
  const n = doc.nodes.length;
  const places = { fromStart: new Int32Array(n), fromEnd: new Int32Array(n) };
  for (const parent of doc.nodes) {
    let place = 0;
    for (let child = parent.first; child; child = child.next) {
      if (child.kind === ELEMENT) places.fromStart[child.index] = ++place;
    }
    for (let child = parent.first; child; child = child.next) {
      if (child.kind === ELEMENT) places.fromEnd[child.index] = place + 1 - places.fromStart[child.index]!;
    }
  }
  places.fromStart[0] = 1;
  places.fromEnd[0] = 1;
  return places;
}

type Test = (node: HtmlNode) => boolean;

function testOf(simple: SimpleSelector, places: Places, matchers: Matcher[]): Test {
  switch (simple.kind) {
    case 'tag':
      return simple.name === '*' ? () => true : (node) => node.tag.toLowerCase() === simple.name;
    case 'attribute':
      return attributeTest(simple.name, simple.operator, simple.value, simple.ignoreCase);
    case 'root':
      return (node) => node.parent === null;
    case 'empty':
      return (node) => node.first === null;
    case 'nth': {
      const place = simple.fromEnd ? places.fromEnd : places.fromStart;
      return (node) => isNth(place[node.index]!, simple.step, simple.offset);
    }
    case 'any': {
      const inner = compile(simple.selectors, places, matchers);
      return () => inner.some((matcher) => matcher.matches) !== simple.negated;
    }
  }
}

/** Whether `place` is `step · n + offset` for a whole n ≥ 0 (Selectors 4, section 13.3.1). */
function isNth(place: number, step: number, offset: number): boolean {
  const rest = place - offset;
  return step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0;
}

function attributeTest(name: string, operator: AttributeOperator, wanted: string, ignoreCase: boolean): Test {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const value = fold(wanted);
  return (node) => {
    const found = attr(node, name);
    return found !== null && ATTRIBUTE_RULES[operator](fold(found), value);
  };
}

const ATTRIBUTE_RULES: Readonly<Record<AttributeOperator, (found: string, value: string) => boolean>> = {
  '': () => true,
  '=': (found, value) => found === value,
  '~=': (found, value) => value !== '' && hasWord(found, value),
  '|=': (found, value) => found === value || found.startsWith(`${value}-`),
  '^=': (found, value) => value !== '' && found.startsWith(value),
  '$=': (found, value) => value !== '' && found.endsWith(value),
  '*=': (found, value) => value !== '' && found.includes(value),
};

/** Whether a word stands in a list of words parted by white space. */
function hasWord(list: string, word: string): boolean {
  for (let at = list.indexOf(word); at >= 0; at = list.indexOf(word, at + word.length)) {
    const end = at + word.length;
    const starts = at === 0 || isSpace(list.charCodeAt(at - 1));
    if (starts && (end === list.length || isSpace(list.charCodeAt(end)))) return true;
  }
  return false;
}
