import { addTo } from '../add-to.ts';
import { lazy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import { int32s } from '../zeroed.ts';
import { attr, ELEMENT, type HtmlNode } from './tree.ts';

/** The attributes by which elements are found: all others of a page, most of them, are passed over. */
const INDEXED = [
  'aria-controls',
  'aria-expanded',
  'aria-haspopup',
  'aria-label',
  'bgcolor',
  'data-author',
  'data-component',
  'data-pagemark-unpainted',
  'data-testid',
  'data-username',
  'for',
  'hidden',
  'id',
  'itemprop',
  'itemtype',
  'onclick',
  'popover',
  'property',
  'rel',
  'role',
  'style',
] as const;
const IS_INDEXED: ReadonlySet<string> = new Set(INDEXED);
/** And those that name what a control opens. */
const TARGET = /^data-(?:[\w-]{0,30}-)?target$/;
/** Stands for the elements of an attribute by which none are found. */
const UNINDEXED: HtmlNode[] = [];

/** The attribute with a few values for thousands of elements, which are numbered; `page/roles.ts` knows what they mean. */
const NUMBERED = 'class';

/** Elements with the same class attribute, in document order. */
interface ClassGroup {
  readonly value: string;
  readonly nodes: HtmlNode[];
}

/** Finds elements of a page by tag and by attribute, in document order. The nodes are gone through at the first question. */
export class ElementIndex {
  readonly #all: () => ReturnType<typeof group>;

  constructor(nodes: readonly HtmlNode[]) {
    this.#all = lazy(() => group(nodes));
  }

  /** Elements with one of these tags. */
  tagged(...tags: readonly string[]): readonly HtmlNode[] {
    const { byTag } = this.#all();
    if (tags.length === 1) return byTag.get(tags[0]!) ?? NONE;
    return inOrder(tags.flatMap((tag) => byTag.get(tag) ?? NONE));
  }

  /** Elements with an attribute of this name. */
  having(attribute: (typeof INDEXED)[number]): readonly HtmlNode[] {
    return this.#all().byAttribute.get(attribute) ?? NONE;
  }

  /** Elements with an attribute that names what they open, such as `data-target`, by its name. */
  targeting(): readonly (readonly [attribute: string, nodes: readonly HtmlNode[]])[] {
    return [...this.#all().byAttribute].filter(([name]) => TARGET.test(name));
  }

  /** Whether some element has an attribute of this name. */
  hasAttribute(name: string): boolean {
    const { byAttribute, classes } = this.#all();
    return name === NUMBERED ? classes.length > 0 : byAttribute.has(name);
  }

  /** The class attributes of the page, each once. */
  get classes(): readonly ClassGroup[] {
    return this.#all().classes;
  }

  /** By node: the place of its class attribute in `classes`; -1 where it has none. */
  get classOf(): Int32Array {
    return this.#all().classOf;
  }

  /** The elements of one tag that an element holds, in document order. */
  within(box: HtmlNode, tag: string): readonly HtmlNode[] {
    const found = this.tagged(tag);
    return found.slice(...placesWithin(box, found));
  }

  /** How many elements of some tags an element holds; in time that grows with the logarithm of their number. */
  countWithin(box: HtmlNode, tags: readonly string[]): number {
    return tags.reduce((sum, tag) => {
      const [from, to] = placesWithin(box, this.tagged(tag));
      return sum + to - from;
    }, 0);
  }

  /** Whether an element holds one with one of these tags; in time that grows with the logarithm of their number. */
  hasWithin(box: HtmlNode, ...tags: readonly string[]): boolean {
    for (const tag of tags) if (holdsAny(box, this.tagged(tag))) return true;
    return false;
  }

  /** Elements by their identifier; the last of those that share one. */
  readonly byId = lazy(
    (): ReadonlyMap<string, HtmlNode> => new Map(this.having('id').map((node) => [attr(node, 'id')!, node])),
  );
}

const NONE: readonly HtmlNode[] = [];

/** Whether an element holds one of some nodes in document order; in time that grows with the logarithm of their number. */
export function holdsAny({ index, end }: HtmlNode, nodes: readonly HtmlNode[]): boolean {
  const next = nodes[lowerBound(nodes.length, (k) => nodes[k]!.index > index)];
  return next !== undefined && next.index < end;
}

/** Those of some nodes in document order that stand in no other of them. */
export function outermostOf(nodes: readonly HtmlNode[]): HtmlNode[] {
  let doneTo = 0;
  return nodes.filter(({ index, end }) => {
    const isOutermost = index >= doneTo;
    if (isOutermost) doneTo = end;
    return isOutermost;
  });
}

/** Each node once, in document order. */
export function inOrder(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  if (nodes.every((node, k) => k === 0 || node.index > nodes[k - 1]!.index)) return nodes;
  const sorted = [...nodes].sort((one, other) => one.index - other.index);
  return sorted.filter((node, k) => node !== sorted[k - 1]);
}

function group(nodes: readonly HtmlNode[]) {
  const byTag = new Map<string, HtmlNode[]>();
  const byAttribute = new Map<string, HtmlNode[]>();
  const classes: ClassGroup[] = [];
  const classOf = int32s(nodes.length).fill(-1);
  const places = new Map<string, number>();
  for (const node of nodes) {
    if (node.kind !== ELEMENT) continue;
    addTo(byTag, node.tag, node);
    const { attrs } = node;
    for (let k = 0; k < attrs.length; k++) {
      const { name, value } = attrs[k]!;
      if (name === NUMBERED) {
        const place = places.get(value) ?? classes.length;
        if (place === classes.length) {
          places.set(value, place);
          classes.push({ value, nodes: [] });
        }
        classes[place]!.nodes.push(node);
        classOf[node.index] = place;
      } else {
        const alike = byAttribute.get(name);
        if (alike === undefined)
          byAttribute.set(name, IS_INDEXED.has(name) || TARGET.test(name) ? [node] : UNINDEXED);
        else if (alike !== UNINDEXED) alike.push(node);
      }
    }
  }
  return { byTag, byAttribute, classes, classOf };
}

/** The places of those that an element holds among elements in document order. */
function placesWithin(
  { index, end }: HtmlNode,
  found: readonly HtmlNode[],
): readonly [from: number, to: number] {
  const before = (place: number) => lowerBound(found.length, (k) => found[k]!.index >= place);
  return [before(index + 1), before(end)];
}
