import { ELEMENT, type HtmlNode } from './tree.ts';

/** The attributes by which elements are found: all others of a page, most of them, are passed over. */
const INDEXED = [
  'aria-haspopup',
  'aria-label',
  'id',
  'itemprop',
  'itemtype',
  'popover',
  'property',
  'role',
] as const;

type Groups = ReadonlyMap<string, readonly HtmlNode[]>;

/** Finds elements of a page by tag and by attribute, in document order. The nodes are gone through at the first question. */
export class ElementIndex {
  readonly #nodes: readonly HtmlNode[];
  #byTag: Groups | null = null;
  #byAttribute: Groups | null = null;

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
  having(attribute: (typeof INDEXED)[number]): readonly HtmlNode[] {
    this.#byAttribute ??= groupByAttribute(this.#nodes);
    return this.#byAttribute.get(attribute)!;
  }
}

const NONE: readonly HtmlNode[] = [];

/** Each node once, in document order. */
export function inOrder(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  return [...new Set(nodes)].sort((one, other) => one.index - other.index);
}

function groupByAttribute(nodes: readonly HtmlNode[]): Groups {
  const groups = new Map<string, HtmlNode[]>(INDEXED.map((name) => [name, []]));
  for (const node of nodes) {
    const { attrs } = node;
    for (let k = 0; k < attrs.length; k++) groups.get(attrs[k]!.name)?.push(node);
  }
  return groups;
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
