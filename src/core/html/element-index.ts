import { attr, ELEMENT, type HtmlNode } from './tree.ts';

type Groups = ReadonlyMap<string, readonly HtmlNode[]>;

/** Finds elements of a page by tag and by attribute, in document order. The nodes are gone through at the first question. */
export class ElementIndex {
  readonly #nodes: readonly HtmlNode[];
  #byTag: Groups | null = null;
  /** Nodes with any attribute. */
  #attributed: readonly HtmlNode[] | null = null;
  readonly #byAttribute = new Map<string, readonly HtmlNode[]>();

  constructor(nodes: readonly HtmlNode[]) {
    this.#nodes = nodes;
  }

  /** Elements with one of these tags. */
  tagged(...tags: readonly string[]): readonly HtmlNode[] {
    const groups = this.#byTag ?? groupByTag(this.#nodes);
    this.#byTag = groups;
    if (tags.length === 1) return groups.get(tags[0]!) ?? NONE;
    return inOrder(tags.flatMap((tag) => groups.get(tag) ?? NONE));
  }

  /** Elements with an attribute of this name. */
  having(attribute: string): readonly HtmlNode[] {
    const known = this.#byAttribute.get(attribute);
    if (known) return known;
    this.#attributed ??= this.#nodes.filter(({ attrs }) => attrs.length > 0);
    const found = this.#attributed.filter((node) => attr(node, attribute) !== null);
    this.#byAttribute.set(attribute, found);
    return found;
  }
}

const NONE: readonly HtmlNode[] = [];

/** Each node once, in document order. */
export function inOrder(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  return [...new Set(nodes)].sort((one, other) => one.index - other.index);
}

function groupByTag(nodes: readonly HtmlNode[]): Groups {
  const groups = new Map<string, HtmlNode[]>();
  for (const node of nodes) {
    if (node.kind !== ELEMENT) continue;
    const group = groups.get(node.tag);
    if (group) group.push(node);
    else groups.set(node.tag, [node]);
  }
  return groups;
}
