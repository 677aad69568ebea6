import type {
  Block,
  HtmlTableCell,
  HtmlTableRow,
  Inline,
  ListItem,
  Root,
  TableCell,
  TableRow,
} from './content/tree.ts';

/** Any node of a content tree. */
export type ContentNode =
  | Root
  | Block
  | Inline
  | ListItem
  | TableRow
  | TableCell
  | ({ type?: never } & (HtmlTableRow | HtmlTableCell));

const CELLS = ['cells'];
const CHILDREN = ['children'];
const NONE: readonly string[] = [];

/** Types of nodes that have no `children`. */
type Childless<Node> = Node extends { children: unknown }
  ? never
  : Node extends { type: infer Type extends string }
    ? Type
    : never;

/** Fields that hold lists of nodes, in document order, of the types that have other ones than `children`. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    callout: ['title', 'children'],
    details: ['summary', 'children'],
    htmlTable: ['caption', 'rows'],
    text: NONE,
    inlineCode: NONE,
    inlineMath: NONE,
    break: NONE,
    image: NONE,
    footnoteReference: NONE,
    code: NONE,
    math: NONE,
    thematicBreak: NONE,
  } satisfies Record<Childless<ContentNode> | 'callout' | 'details', readonly string[]>),
);

/** Fields of a node that hold lists of nodes, in document order: what it lacks is dear to ask for. */
export function childFields(node: ContentNode): readonly string[] {
  if (node.type === undefined) return 'cells' in node ? CELLS : CHILDREN;
  return FIELDS.get(node.type) ?? CHILDREN;
}

/** Fields that hold blocks, items, rows or cells, of the types that have some. */
const BLOCK_FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    root: CHILDREN,
    blockquote: CHILDREN,
    callout: CHILDREN,
    details: CHILDREN,
    footnoteDefinition: CHILDREN,
    list: CHILDREN,
    listItem: CHILDREN,
    htmlTable: ['rows'],
  } satisfies Partial<Record<NonNullable<ContentNode['type']>, readonly string[]>>),
);

/** As `childFields`, without those that hold inline content alone, which is most of a tree. */
export function blockFields(node: ContentNode): readonly string[] {
  return node.type === undefined ? childFields(node) : (BLOCK_FIELDS.get(node.type) ?? NONE);
}

/** Visits every node in document order, or those in `fieldsOf`, until `visit` returns true; returns whether it did. Not recursive. */
export function walkContent(
  root: ContentNode,
  visit: (node: ContentNode) => unknown,
  fieldsOf = childFields,
): boolean {
  const stack: ContentNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (visit(node) === true) return true;
    if (node.type === 'text') continue;
    const fields = fieldsOf(node);
    for (let f = fields.length - 1; f >= 0; f--) {
      const list = (node as unknown as Record<string, ContentNode[]>)[fields[f]!]!;
      for (let i = list.length - 1; i >= 0; i--) stack.push(list[i]!);
    }
  }
  return false;
}

/**
 * Visits inline content in document order. `enter` tells whether the children of a node follow, or what is to be called behind
 * them. Not recursive.
 */
export function walkInline(nodes: readonly Inline[], enter: (node: Inline) => (() => void) | boolean): void {
  const stack: (Inline | (() => void))[] = [];
  for (let i = nodes.length - 1; i >= 0; i--) stack.push(nodes[i]!);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'function') {
      node();
      continue;
    }
    const entered = enter(node);
    if (typeof entered === 'function') stack.push(entered);
    if (entered === false || node.type === 'text' || !('children' in node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

/** Whether any text, code or formula of a content tree passes, in the order of the walk; the rest is not asked. */
export function someText(root: Root, passes: (value: string) => boolean): boolean {
  return walkContent(root, (node) => 'value' in node && passes(node.value));
}
