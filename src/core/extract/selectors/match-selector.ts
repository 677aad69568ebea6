import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import type { AttributeOperator, ComplexSelector, SimpleSelector } from './selector.ts';

/** Places of elements among their siblings, by node index; 1-based, 0 for text. */
interface Places {
  readonly fromStart: Int32Array;
  readonly fromEnd: Int32Array;
}

/**
 * Marks the elements that match any of the selectors (1 by node index). One pass over the nodes per complex
 * selector, from left to right: each element carries as bits which prefixes of the selector it, its ancestors
 * and its earlier siblings complete, so that no selector can make matching backtrack.
 */
export function matchSelectors(doc: HtmlDocument, selectors: readonly ComplexSelector[]): Uint8Array {
  return matchAny(doc, selectors, placesOf(doc));
}

function matchAny(doc: HtmlDocument, selectors: readonly ComplexSelector[], places: Places): Uint8Array {
  const matched = new Uint8Array(doc.nodes.length);
  for (const selector of selectors) matchOne(doc, selector, places, matched);
  return matched;
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

function matchOne(doc: HtmlDocument, selector: ComplexSelector, places: Places, matched: Uint8Array): void {
  const n = doc.nodes.length;
  const own = new Int32Array(n);
  const above = new Int32Array(n);
  const before = new Int32Array(n);
  const last = 1 << (selector.length - 1);
  const tests = selector.map((compound) => compound.simple.map((simple) => testOf(doc, simple, places)));
  for (let i = 0; i < n; i++) {
    const node = doc.nodes[i]!;
    if (node.kind !== ELEMENT) continue;
    const parent = node.parent;
    if (parent) above[i] = above[parent.index]! | own[parent.index]!;
    const previous = previousElement(node);
    if (previous) before[i] = before[previous.index]! | own[previous.index]!;
    let bits = 0;
    for (let k = 0; k < selector.length; k++) {
      const reached = reachedBy(selector[k]!.combinator, i, parent, previous, own, above, before);
      if ((k === 0 || (reached & (1 << (k - 1))) !== 0) && tests[k]!.every((test) => test(node)))
        bits |= 1 << k;
    }
    own[i] = bits;
    if ((bits & last) !== 0) matched[i] = 1;
  }
}

function reachedBy(
  combinator: string,
  i: number,
  parent: HtmlNode | null,
  previous: HtmlNode | null,
  own: Int32Array,
  above: Int32Array,
  before: Int32Array,
): number {
  if (combinator === ' ') return above[i]!;
  if (combinator === '~') return before[i]!;
  const from = combinator === '>' ? parent : previous;
  return from ? own[from.index]! : 0;
}

function previousElement(node: HtmlNode): HtmlNode | null {
  let previous = node.prev;
  while (previous && previous.kind !== ELEMENT) previous = previous.prev;
  return previous;
}

type Test = (node: HtmlNode) => boolean;

function testOf(doc: HtmlDocument, simple: SimpleSelector, places: Places): Test {
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
      const inner = matchAny(doc, simple.selectors, places);
      return (node) => (inner[node.index] === 1) !== simple.negated;
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
  const holds = attributeRule(operator, value);
  return (node) => {
    const found = attr(node, name);
    return found !== null && holds(fold(found));
  };
}

function attributeRule(operator: AttributeOperator, value: string): (found: string) => boolean {
  switch (operator) {
    case '':
      return () => true;
    case '=':
      return (found) => found === value;
    case '~=':
      return (found) => value !== '' && found.split(/\s+/).includes(value);
    case '|=':
      return (found) => found === value || found.startsWith(`${value}-`);
    case '^=':
      return (found) => value !== '' && found.startsWith(value);
    case '$=':
      return (found) => value !== '' && found.endsWith(value);
    case '*=':
      return (found) => value !== '' && found.includes(value);
  }
}
