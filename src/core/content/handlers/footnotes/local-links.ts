import { decodeFragment, localFragment } from '../../../html/address.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../../../html/tree.ts';

/** A link to a place on its own page. */
export interface LocalLink {
  readonly node: HtmlNode;
  /** What follows the `#`, as it stands in the page. */
  readonly fragment: string;
}

/** The links of a page to places of its own, in document order, and where they lead. */
export class LocalLinks {
  readonly all: readonly LocalLink[];
  readonly #doc: HtmlDocument;
  readonly #removedBy: Uint8Array;
  #targets: ReadonlyMap<string, HtmlNode> | null = null;

  /** What is removed is not looked into. */
  constructor(doc: HtmlDocument, removedBy: Uint8Array) {
    this.#doc = doc;
    this.#removedBy = removedBy;
    this.all = this.#collect();
  }

  /** As browsers look it up: the fragment as it stands first, then decoded (HTML, 7.4.6.3). */
  targetOf(fragment: string): HtmlNode | undefined {
    this.#targets ??= this.#collectTargets();
    return this.#targets.get(fragment) ?? this.#targets.get(decodeFragment(fragment));
  }

  /** Links among the nodes from `first` up to `end`. */
  between(first: number, end: number): LocalLink[] {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]!.node.index < first) low = middle + 1;
      else high = middle;
    }
    const found: LocalLink[] = [];
    for (; low < this.all.length && this.all[low]!.node.index < end; low++) found.push(this.all[low]!);
    return found;
  }

  #collect(): LocalLink[] {
    const links: LocalLink[] = [];
    this.#eachStaying((node) => {
      const href = node.tag === 'a' ? attr(node, 'href') : null;
      const fragment = href === null ? '' : localFragment(href, this.#doc.baseUrl);
      if (fragment !== '') links.push({ node, fragment });
    });
    return links;
  }

  #collectTargets(): ReadonlyMap<string, HtmlNode> {
    const wanted = new Set(this.all.flatMap(({ fragment }) => [fragment, decodeFragment(fragment)]));
    const targets = new Map<string, HtmlNode>();
    this.#eachStaying((node) => {
      for (const { name, value } of node.attrs) {
        const isTarget = name === 'id' || (name === 'name' && node.tag === 'a');
        if (isTarget && wanted.has(value) && !targets.has(value)) targets.set(value, node);
      }
    });
    return targets;
  }

  #eachStaying(visit: (node: HtmlNode) => void): void {
    const { nodes } = this.#doc;
    for (let i = 0; i < nodes.length; i++) {
      if (this.#removedBy[i] !== 0) i = nodes[i]!.end - 1;
      else if (nodes[i]!.kind === ELEMENT) visit(nodes[i]!);
    }
  }
}
