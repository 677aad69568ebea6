import { addTo } from '../../add-to.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazy } from '../../lazy.ts';

/** Finds the elements of a page by what selectors ask for: `.class`, `#id`, `tag` and `[attribute`, '' for all. */
export class PageNames {
  readonly #doc: HtmlDocument;
  readonly #groups = new Map<string, (readonly HtmlNode[])[]>();
  readonly #attributes = lazy(
    () => new Set(this.#doc.nodes.flatMap(({ attrs }) => attrs.map(({ name }) => name))),
  );
  readonly #found = new Map<string, readonly HtmlNode[]>();

  constructor(doc: HtmlDocument) {
    this.#doc = doc;
    for (const { value, nodes } of doc.elements.classes)
      for (const name of new Set(value.match(/\S+/g))) addTo(this.#groups, `.${name}`, nodes);
    for (const node of doc.elements.having('id')) addTo(this.#groups, `#${attr(node, 'id')}`, [node]);
  }

  has(name: string): boolean {
    if (name === '') return true;
    return name[0] === '.' || name[0] === '#'
      ? this.#groups.has(name)
      : this.#doc.elements.tagged(name).length > 0;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes().has(name);
  }

  /** In document order, but for classes. */
  nodes(name: string): readonly HtmlNode[] {
    if (name !== '' && /^[^.#[]/.test(name)) return this.#doc.elements.tagged(name);
    let found = this.#found.get(name);
    if (found === undefined) {
      found = /^[.#]/.test(name) ? (this.#groups.get(name) ?? []).flat() : this.#scan(name.slice(1));
      this.#found.set(name, found);
    }
    return found;
  }

  #scan(attribute: string): readonly HtmlNode[] {
    const { nodes, budget } = this.#doc;
    budget.spend(nodes.length, 'reading the styles of the page');
    return nodes.filter(
      (node) => node.kind === ELEMENT && (attribute === '' || attr(node, attribute) !== null),
    );
  }
}
