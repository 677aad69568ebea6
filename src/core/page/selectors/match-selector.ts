import { addTo } from '../../add-to.ts';
import { isSpace } from '../../html/blank.ts';
import {
  attr,
  childrenOf,
  ELEMENT,
  type HtmlDocument,
  type HtmlNode,
  nearest,
  siblingElement,
} from '../../html/tree.ts';
import type { AttributeOperator, ComplexSelector, Compound, SimpleSelector } from './selector.ts';

/** Steps of a look at an element by a selector, or at what a rule declares for it: it takes as long as eight elsewhere. */
export const LOOK_STEPS = 8;
/** Answers, and places of elements, that are kept at once, so that those of a large page take bounded memory. */
const MAX_KEPT = 1_000_000;

/** Marks the elements that match any selector of a list, for each list (1 by node index). */
export function matchSelectors(
  doc: HtmlDocument,
  lists: readonly (readonly ComplexSelector[])[],
): readonly Uint8Array[] {
  const matched = lists.map(() => new Uint8Array(doc.nodes.length));
  const matcher = new SelectorMatcher(doc);
  for (const node of doc.nodes) {
    if (node.kind !== ELEMENT) continue;
    lists.forEach((list, at) => {
      if (list.some((selector) => matcher.matches(node, selector))) matched[at]![node.index] = 1;
    });
  }
  return matched;
}

/**
 * Tells of elements of one page whether they match. Whether an element stands below or behind what the compounds so far ask for
 * is kept by element, so that no selector makes matching backtrack: asked in document order, a selector takes steps in
 * proportion to the page. Spends the budget of the page.
 */
export class SelectorMatcher {
  readonly #doc: HtmlDocument;
  /** By the number of the node, which is found faster than the node. */
  #kept = new Map<Compound | SimpleSelector, Map<number, boolean>>();
  /** By the lists of `:nth-child(… of …)`, by `true` of its type and by `undefined` of all. */
  readonly #places = new Map<unknown, Map<number, Place>>();
  #answersKept = 0;
  /** What the selectors inside `:has()` begin at. */
  #scope: HtmlNode | null = null;

  constructor(doc: HtmlDocument) {
    this.#doc = doc;
  }

  matches(node: HtmlNode, selector: ComplexSelector): boolean {
    return this.#completes(node, selector, selector.length - 1);
  }

  /** Whether an element meets a simple selector. */
  meets(node: HtmlNode, simple: SimpleSelector): boolean {
    switch (simple.kind) {
      case 'tag':
        return simple.name === '*' || node.tag === simple.name || node.tag.toLowerCase() === simple.name;
      case 'attribute':
        return hasAttribute(node, simple);
      case 'root':
        return node.parent === null;
      case 'empty':
        return node.first === null;
      case 'nth':
        return isNth(this.#place(node, simple), simple.step, simple.offset);
      case 'any':
        return this.#isAny(node, simple) !== simple.negated;
      case 'has':
        return this.#holdsFor(node, simple);
      case 'lang':
        return isOfLanguage(node, simple.range);
      case 'state':
      case 'part':
        return false;
    }
  }

  /** Whether an element completes the first `k + 1` compounds of a selector. */
  #completes(node: HtmlNode, selector: ComplexSelector, k: number): boolean {
    const compound = selector[k]!;
    this.#doc.budget.spend(LOOK_STEPS * compound.simple.length, 'matching selectors');
    for (const simple of compound.simple) if (!this.meets(node, simple)) return false;
    if (k === 0) return this.#scope === null || this.#beginsAt(node, compound.combinator, this.#scope);
    switch (compound.combinator) {
      case '>':
        return node.parent !== null && this.#completes(node.parent, selector, k - 1);
      case '+': {
        const previous = siblingElement(node, 'prev');
        return previous !== null && this.#completes(previous, selector, k - 1);
      }
      default:
        return this.#follows(node, selector, k);
    }
  }

  /** Whether an element around (or ahead of) one completes the compounds before the `k`th. */
  #follows(from: HtmlNode, selector: ComplexSelector, k: number): boolean {
    const compound = selector[k]!;
    const isInside = compound.combinator === ' ';
    const kept = this.#answers(compound);
    const first = isInside ? from.parent : siblingElement(from, 'prev');
    let found = false;
    let end = first;
    while (end !== null && !found) {
      const known = kept.get(end.index);
      found = known ?? this.#completes(end, selector, k - 1);
      if (known !== undefined) break;
      end = isInside ? end.parent : siblingElement(end, 'prev');
    }
    // Of each: it or something beyond it does, so what stands side by side asks once.
    for (let node = first; node !== end; node = isInside ? node!.parent : siblingElement(node!, 'prev'))
      this.#keep(kept, node!, found);
    return found;
  }

  #answers(about: Compound | SimpleSelector): Map<number, boolean> {
    let kept = this.#kept.get(about);
    if (kept === undefined) {
      kept = new Map();
      this.#kept.set(about, kept);
    }
    return kept;
  }

  #keep<Answer>(kept: Map<number, Answer>, { index }: HtmlNode, answer: Answer): void {
    if (this.#answersKept++ === MAX_KEPT) {
      this.#answersKept = 0;
      this.#kept.clear();
      this.#places.clear();
    }
    kept.set(index, answer);
  }

  /** Whether an element matches some selector of a list, or holds what does. */
  #holdsFor(node: HtmlNode, simple: SimpleSelector & { kind: 'any' | 'has' }): boolean {
    const kept = this.#answers(simple);
    let known = kept.get(node.index);
    if (known === undefined) {
      const { kind, selectors } = simple;
      known = selectors.some((one) => (kind === 'has' ? this.#has(node, one) : this.matches(node, one)));
      this.#keep(kept, node, known);
    }
    return known;
  }

  #isAny(node: HtmlNode, simple: SimpleSelector & { kind: 'any' }): boolean {
    const { selectors } = simple;
    const scope = this.#scope;
    this.#scope = null;
    const isAny =
      selectors.length === 1 && selectors[0]!.length === 1
        ? this.#completes(node, selectors[0]!, 0)
        : this.#holdsFor(node, simple);
    this.#scope = scope;
    return isAny;
  }

  /** Whether something below or behind an element completes a selector that begins at it. */
  #has(node: HtmlNode, selector: ComplexSelector): boolean {
    const [outer, kept] = [this.#scope, this.#kept];
    this.#scope = node;
    this.#kept = new Map();
    const isBelow = selector[0]!.combinator === ' ' || selector[0]!.combinator === '>';
    const { nodes } = this.#doc;
    const end = isBelow ? node.end : (node.parent?.end ?? node.end);
    let found = false;
    for (let i = isBelow ? node.index + 1 : node.end; i < end && !found; i++) {
      this.#doc.budget.spend(1, 'matching selectors');
      found = nodes[i]!.kind === ELEMENT && this.matches(nodes[i]!, selector);
    }
    [this.#scope, this.#kept] = [outer, kept];
    return found;
  }

  #beginsAt(node: HtmlNode, combinator: Compound['combinator'], scope: HtmlNode): boolean {
    if (combinator === '>') return node.parent === scope;
    if (combinator === ' ') return node.index > scope.index && node.index < scope.end;
    if (node.parent !== scope.parent || node.index <= scope.index) return false;
    return combinator === '~' || siblingElement(node, 'prev') === scope;
  }

  /** The place of an element among those of its siblings that count, from 1; below 1 where it does not count. */
  #place(node: HtmlNode, simple: SimpleSelector & { kind: 'nth' }): number {
    const key = simple.of ?? simple.ofType;
    let places = this.#places.get(key);
    if (places === undefined) {
      places = new Map();
      this.#places.set(key, places);
    }
    if (!places.has(node.index)) this.#placeSiblings(node, simple, places);
    return places.get(node.index)![simple.fromEnd ? 'fromEnd' : 'fromStart'];
  }

  #placeSiblings(
    node: HtmlNode,
    { of, ofType }: SimpleSelector & { kind: 'nth' },
    places: Map<number, Place>,
  ): void {
    const alike = new Map<string, HtmlNode[]>();
    const siblings = node.parent === null ? [node] : childrenOf(node.parent);
    this.#doc.budget.spend(LOOK_STEPS * siblings.length, 'matching selectors');
    for (const child of siblings) {
      if (child.kind !== ELEMENT) continue;
      const counts = of === undefined || of.some((one) => this.matches(child, one));
      if (counts) addTo(alike, ofType ? child.tag : '', child);
      else this.#keep(places, child, NO_PLACE);
    }
    for (const group of alike.values())
      for (const [at, one] of group.entries())
        this.#keep(places, one, { fromStart: at + 1, fromEnd: group.length - at });
  }
}

/** The place of an element among its siblings. */
interface Place {
  readonly fromStart: number;
  readonly fromEnd: number;
}

const NO_PLACE: Place = { fromStart: -1, fromEnd: -1 };

/** Whether `place` is `step · n + offset` for a whole n ≥ 0 (Selectors 4, section 13.3.1). */
function isNth(place: number, step: number, offset: number): boolean {
  const rest = place - offset;
  return place > 0 && (step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0);
}

function isOfLanguage(node: HtmlNode, range: string): boolean {
  const around = nearest(node, (one) => attr(one, 'lang') !== null);
  const language = (around === null ? '' : attr(around, 'lang')!).toLowerCase();
  return language === range || language.startsWith(`${range}-`);
}

function hasAttribute(node: HtmlNode, wanted: SimpleSelector & { kind: 'attribute' }): boolean {
  const found = attr(node, wanted.name);
  if (found === null) return false;
  if (!wanted.ignoreCase) return ATTRIBUTE_RULES[wanted.operator](found, wanted.value);
  return ATTRIBUTE_RULES[wanted.operator](found.toLowerCase(), wanted.value.toLowerCase());
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
