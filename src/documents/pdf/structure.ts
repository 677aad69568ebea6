import type { Heading } from '../../core/content/tree.ts';

/** What PDF.js tells of the tags of a page: elements by their role, and the marked content in them. */
export type StructureNode =
  | { readonly role: string; readonly children?: readonly StructureNode[] }
  | { readonly type: string; readonly id: string };

/** Marked content of a page that its tags hold together, in reading order. */
export type Region = TextRegion | TableRegion;

export interface TextRegion {
  readonly kind: 'text';
  /** One block: a paragraph, a heading or an item. The rest is parted by its looks. */
  readonly isBlock: boolean;
  /** Of a heading. */
  readonly depth: Heading['depth'] | null;
  /** Of an item: how many lists it stands in, and its sign. */
  readonly item: { readonly lists: number; readonly label: readonly string[] } | null;
  readonly ids: string[];
}

interface TableRegion {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
}

interface Cell {
  readonly isHead: boolean;
  readonly ids: readonly string[];
}

/** Roles that are parts of a line (ISO 32000-2, 14.8.4.7), and what Chromium wraps every run of text in. */
const INLINE = new Set(
  'NonStruct Span Link Annot Code Quote Em Strong Sub Reference BibEntry Ruby RB RT RP Warichu WT WP Lbl LBody Private'.split(
    ' ',
  ),
);
const BLOCKS = new Set(['P', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'Title', 'Caption']);
const ROW_GROUPS = new Set(['THead', 'TBody', 'TFoot']);
/** Elements that a table of data does not hold. */
const OF_LAYOUT = new Set(['Table', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6']);

/** Elements of a tree and their marked content. */
export function countNodes(node: StructureNode): number {
  return childrenOf(node).reduce((sum, child) => sum + countNodes(child), 1);
}

/** The regions of a page as its tags tell them. */
export function regionsOf(root: StructureNode): Region[] {
  const regions: Region[] = [];
  let open: TextRegion | null = null;

  /** Reads children into a region of their own; a block that they stand in goes on after them. */
  const within = (region: TextRegion | null, children: readonly StructureNode[], lists: number) => {
    const outer: TextRegion | null = open;
    open = region;
    if (region !== null) regions.push(region);
    for (const child of children) read(child, lists);
    open = outer?.isBlock ? outer : null;
  };

  const read = (node: StructureNode, lists: number): void => {
    if (!('role' in node)) {
      if (node.type !== 'content') return;
      if (open === null) {
        open = textRegion(false);
        regions.push(open);
      }
      open.ids.push(node.id);
      return;
    }
    const { role, children = [] } = node;
    const rows = role === 'Table' ? rowsOfData(node) : null;
    if (role === 'LI') {
      const label = children.filter((child) => roleOf(child) === 'Lbl');
      const rest = children.filter((child) => !label.includes(child));
      within(textRegion(true, null, { lists, label: label.flatMap(contentOf) }), rest, lists);
    } else if (rows !== null) {
      within(
        null,
        children.filter((child) => roleOf(child) === 'Caption'),
        lists,
      );
      regions.push({ kind: 'table', rows });
    } else if (INLINE.has(role) || (role !== 'L' && open?.item))
      for (const child of children) read(child, lists);
    else if (BLOCKS.has(role)) within(textRegion(true, depthOf(role)), children, lists);
    else within(null, children, role === 'L' ? lists + 1 : lists);
  };

  read(root, 0);
  return regions;
}

function textRegion(
  isBlock: boolean,
  depth: TextRegion['depth'] = null,
  item: TextRegion['item'] = null,
): TextRegion {
  return { kind: 'text', isBlock, depth, item, ids: [] };
}

function depthOf(role: string): TextRegion['depth'] {
  if (role === 'Title') return 1;
  return /^H[1-6]$/.test(role) ? (Number(role[1]) as Heading['depth']) : null;
}

const roleOf = (node: StructureNode): string => ('role' in node ? node.role : '');
const childrenOf = (node: StructureNode): readonly StructureNode[] =>
  'role' in node ? (node.children ?? []) : [];

/** Marked content within an element. */
function contentOf(node: StructureNode): string[] {
  if (!('role' in node)) return node.type === 'content' ? [node.id] : [];
  return childrenOf(node).flatMap(contentOf);
}

function rowsOfTable(table: StructureNode): Cell[][] {
  const rows = childrenOf(table).flatMap((child) =>
    ROW_GROUPS.has(roleOf(child)) ? childrenOf(child) : [child],
  );
  return rows
    .filter((row) => roleOf(row) === 'TR')
    .map((row) =>
      childrenOf(row)
        .filter((cell) => /^T[HD]$/.test(roleOf(cell)))
        .map((cell) => ({ isHead: roleOf(cell) === 'TH', ids: contentOf(cell) })),
    );
}

/** The rows of a table: two of them and two columns at least, and nothing in a cell that is no cell's; null for one of layout. */
function rowsOfData(table: StructureNode): Cell[][] | null {
  const holds = (node: StructureNode): boolean =>
    childrenOf(node).some((child) => OF_LAYOUT.has(roleOf(child)) || holds(child));
  if (holds(table)) return null;
  const rows = rowsOfTable(table);
  return rows.length > 1 && rows.some((cells) => cells.length > 1) ? rows : null;
}
