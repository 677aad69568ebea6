import { addTo } from '../../add-to.ts';
import { HashTable } from '../../hash-table.ts';
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
  /** The hashes of classes and identifiers, each with its sign ahead: most names that styles ask for are of other pages. */
  readonly #hashes = lazy(() => hashesOf(this.#doc));
  /** Those that have elements, by name. */
  readonly #named = lazy(() => {
    const byName = new Map<string, (readonly HtmlNode[])[]>();
    for (const { value, nodes } of this.#doc.elements.classes)
      for (const name of splitAtBlanks(value)) addTo(byName, `.${name}`, nodes);
    for (const node of this.#doc.elements.having('id')) addTo(byName, `#${attr(node, 'id')}`, [node]);
    return byName;
  });

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
    return this.#hashes().get(hash) !== 0;
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
        return inOrder((this.#named().get(name) ?? []).flat());
      case '[':
      case undefined:
        budget.spend(nodes.length, DOING);
        return nodes.filter((node) => node.kind === ELEMENT && (rest === '' || attr(node, rest) !== null));
      default:
        return elements.tagged(name);
    }
  });

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

/** The hashes of the classes and identifiers of a page; none of a text is cut out. */
function hashesOf({ elements }: HtmlDocument): HashTable {
  const hashes: number[] = [];
  for (const { value } of elements.classes) {
    let hash = HASH_SEED;
    let isName = false;
    for (let at = value.length - 1; at >= -1; at--) {
      const unit = at < 0 ? SPACE : unitAt(value, at);
      if (unit > SPACE || !isSpace(unit)) {
        hash = mix(hash, unit);
        isName = true;
      } else if (isName) {
        hashes.push(mix(hash, DOT));
        hash = HASH_SEED;
        isName = false;
      }
    }
  }
  for (const node of elements.having('id')) hashes.push(hashOf(`#${attr(node, 'id')}`));
  return HashTable.of(hashes, new Uint8Array(hashes.length).fill(1));
}
