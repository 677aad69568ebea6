import type { Alignment, Block, Inline } from '../../tree.ts';

/** A cell as the page has it. */
export interface SourceCell {
  readonly header: boolean;
  /** Named a header by its class or its row's, though it is a `td`. */
  readonly isNamedHead: boolean;
  readonly colspan: number;
  /** 0 means: to the last row. */
  readonly rowspan: number;
  readonly align: Alignment;
  blocks: Block[];
  /** What an icon in a cell without text says; empty for nothing. */
  mark: string;
}

export interface SourceRow {
  readonly inHead: boolean;
  readonly isNamedHead: boolean;
  readonly cells: SourceCell[];
  readonly align: Alignment;
}

/** A table while its cells are gathered. */
export interface TableState {
  readonly role: string;
  /** Its rows say what the numbers in a code block mean. */
  readonly isCallouts: boolean;
  /** A widget scrolls it below another table, which may be its head. */
  readonly isBelowHead: boolean;
  readonly caption: Inline[];
  readonly rows: SourceRow[];
  readonly columns: Alignment[];
  hasHead: boolean;
  hasScope: boolean;
}
