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

/** Fields that hold lists of nodes, in document order. */
export const CHILD_FIELDS = ['title', 'summary', 'caption', 'children', 'rows', 'cells'] as const;

/** Visits every node in document order until `visit` returns true; returns whether it did. Not recursive. */
export function walkContent(root: Root, visit: (node: ContentNode) => boolean): boolean {
  const stack: ContentNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (visit(node)) return true;
    const fields = node as unknown as Record<string, unknown>;
    for (let f = CHILD_FIELDS.length - 1; f >= 0; f--) {
      const list = fields[CHILD_FIELDS[f]!];
      if (Array.isArray(list)) for (let i = list.length - 1; i >= 0; i--) stack.push(list[i]);
    }
  }
  return false;
}

/** Whether any text, code or formula of a content tree passes, in the order of the walk; the rest is not asked. */
export function someText(root: Root, passes: (value: string) => boolean): boolean {
  return walkContent(root, (node) => 'value' in node && typeof node.value === 'string' && passes(node.value));
}
