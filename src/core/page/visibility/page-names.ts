import { addTo } from '../../add-to.ts';
import { splitAtBlanks } from '../../html/blank.ts';
import { inOrder, outermostOf } from '../../html/element-index.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazy, lazyFor } from '../../lazy.ts';

const DOING = 'reading the styles of the page';

/** Finds the elements of a page by what selectors ask for: `.class`, `#id`, `tag` and `[attribute`, '' for all. */
export class PageNames {
  readonly #doc: HtmlDocument;
  /** By class and identifier, each with its sign ahead. */
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

  has(name: string): boolean {
    const sign = name.charCodeAt(0);
    if (sign === 46 || sign === 35) return this.#named().has(name);
    return name === '' || this.#doc.elements.tagged(name).length > 0;
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
