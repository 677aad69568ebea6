import { HashIndex } from '../../hash-table.ts';
import { isSpace, splitAtBlanks } from '../../html/blank.ts';
import { inOrder, outermostOf } from '../../html/element-index.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazy, lazyFor } from '../../lazy.ts';
import { unitAt } from '../../unit-at.ts';
import { HASH_SEED, mix } from '../word-scan.ts';

const DOING = 'reading the styles of the page';
const SPACE = 32;
const DOT = 46;

/** Finds the elements of a page by what selectors ask for: `.class`, `#id`, `tag` and `[attribute`, '' for all. */
export class PageNames {
  readonly #doc: HtmlDocument;
  readonly #named = lazy(() => namesOf(this.#doc));

  constructor(doc: HtmlDocument) {
    this.#doc = doc;
  }

  /** Whether an element has a name; of a class or an identifier, whether one has a name with its hash. */
  has(name: string): boolean {
    const sign = name.charCodeAt(0);
    if (sign === 46 || sign === 35) return this.hasHash(hashOf(name));
    return name === '' || this.#doc.elements.tagged(name).length > 0;
  }

  /** Whether an element has a class or an identifier with a hash (`hashOf`). */
  hasHash(hash: number): boolean {
    return this.#named().index.first(hash) >= 0;
  }

  hasAttribute(name: string): boolean {
    return this.#doc.elements.hasAttribute(name);
  }

  /** In document order. */
  readonly nodes = lazyFor((name: string): readonly HtmlNode[] => {
    const { nodes, elements, budget } = this.#doc;
    const rest = name.slice(1);
    switch (name[0]) {
      case '.':
      case '#':
        return inOrder(this.#nodesWith(name, rest));
      case '[':
      case undefined:
        budget.spend(nodes.length, DOING);
        return nodes.filter((node) => node.kind === ELEMENT && (rest === '' || attr(node, rest) !== null));
      default:
        return elements.tagged(name);
    }
  });

  #nodesWith(name: string, rest: string): HtmlNode[] {
    const { elements } = this.#doc;
    const { index, places } = this.#named();
    const found: HtmlNode[] = [];
    for (let at = index.first(hashOf(name)); at >= 0; at = index.after(at)) {
      const place = places[at]!;
      if (place < 0) {
        const node = elements.having('id')[~place]!;
        if (attr(node, 'id') === rest && name[0] === '#') found.push(node);
      } else {
        const { value, nodes } = elements.classes[place]!;
        if (name[0] === '.' && splitAtBlanks(value).includes(rest))
          for (const node of nodes) found.push(node);
      }
    }
    return found;
  }

  /** Those of them that stand in no other. */
  readonly outermost = lazyFor((name: string): readonly HtmlNode[] => {
    const nodes = this.nodes(name);
    this.#doc.budget.spend(nodes.length, DOING);
    return outermostOf(nodes);
  });
}

/** The hash of a name with its sign, which is read from its end, as selectors are. */
function hashOf(name: string): number {
  let hash = HASH_SEED;
  for (let at = name.length - 1; at >= 0; at--) hash = mix(hash, unitAt(name, at));
  return hash;
}

/**
 * The classes and identifiers of a page by their hashes; and of each the place of its attribute among the classes of the page, or,
 * inverted, of its element among those with an identifier.
 */
function namesOf({ elements }: HtmlDocument): {
  readonly index: HashIndex;
  readonly places: readonly number[];
} {
  const hashes: number[] = [];
  const places: number[] = [];
  const { classes } = elements;
  for (let place = 0; place < classes.length; place++) {
    const { value } = classes[place]!;
    let hash = HASH_SEED;
    let isName = false;
    for (let at = value.length - 1; at >= -1; at--) {
      const unit = at < 0 ? SPACE : unitAt(value, at);
      if (unit > SPACE || !isSpace(unit)) {
        hash = mix(hash, unit);
        isName = true;
      } else if (isName) {
        hashes.push(mix(hash, DOT));
        places.push(place);
        hash = HASH_SEED;
        isName = false;
      }
    }
  }
  elements.having('id').forEach((node, at) => {
    hashes.push(hashOf(`#${attr(node, 'id')}`));
    places.push(~at);
  });
  return { index: new HashIndex(hashes), places };
}
