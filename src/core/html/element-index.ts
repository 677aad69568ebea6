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
const IS_INDEXED: ReadonlySet<string> = new Set(INDEXED);

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
    const found = tags.flatMap((tag) => groups.get(tag) ?? NONE);
    return found.length > 1 ? inOrder(found) : found;
  }

  /** Elements with an attribute of this name. */
  having(attribute: (typeof INDEXED)[number]): readonly HtmlNode[] {
    this.#byAttribute ??= groupByAttribute(this.#nodes);
    return this.#byAttribute.get(attribute) ?? NONE;
  }
}

const NONE: readonly HtmlNode[] = [];

/** Each node once, in document order. */
export function inOrder(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  return [...new Set(nodes)].sort((one, other) => one.index - other.index);
}

function groupByAttribute(nodes: readonly HtmlNode[]): Groups {
  const groups = new Map<string, HtmlNode[]>();
  for (const node of nodes) {
    const { attrs } = node;
    for (let k = 0; k < attrs.length; k++)
      if (IS_INDEXED.has(attrs[k]!.name)) join(groups, attrs[k]!.name, node);
  }
  return groups;
}

function groupByTag(nodes: readonly HtmlNode[]): Groups {
  const groups = new Map<string, HtmlNode[]>();
  for (const node of nodes) {
    if (node.kind !== ELEMENT) continue;
    join(groups, node.tag, node);
  }
  return groups;
}

function join(groups: Map<string, HtmlNode[]>, name: string, node: HtmlNode): void {
  const group = groups.get(name);
  if (group) group.push(node);
  else groups.set(name, [node]);
}
