import type { CalloutKind } from '../units/callout.ts';
import type { CalloutHead } from '../units/callout-head.ts';
import type {
  Alignment,
  Block,
  FootnoteDefinition,
  HtmlTableCell,
  Inline,
  ListItem,
  Paragraph,
} from './tree.ts';

/** What a frame collects; handlers of parts (`li`, `td`, a callout's title) find their owner by it, and what they need of it. */
export type FrameState =
  | { readonly kind: 'flow' | 'phrasing' | 'heading' | 'cell' | 'term' | 'note' }
  | ListState
  | { readonly kind: 'item'; checked: boolean | null }
  | TableState
  | { readonly kind: 'callout'; readonly callout: CalloutKind; readonly head: CalloutHead; title: Inline[] }
  | DetailsState
  | DefinitionState;

/** An item as the page has it. */
export interface Item {
  readonly item: ListItem;
  /** Number that the page gives it (`<li value>`), if any. */
  readonly value: number | null;
  /** Held `<p>`: CommonMark renders loose lists so. */
  readonly loose: boolean;
}
export interface ListState {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number | null;
  readonly reversed: boolean;
  readonly items: Item[];
  /** All items so far are those of lists, each in an item of its own. */
  isFlat: boolean;
  /** What stands ahead of the first item. */
  readonly lead: Block[];
  readonly isOfSections: boolean;
  readonly isOfSteps: boolean;
}

/** A cell as the page has it: a `rowspan` of 0 is one to the last row. */
export interface SourceCell extends HtmlTableCell {
  /** Named a header by its class or its row's, though it is a `td`. */
  readonly isNamedHead: boolean;
  /** What an icon in a cell without text says; empty for nothing. */
  mark: string;
}
export interface SourceRow {
  /** It stands in `<tfoot>`, which is drawn last wherever it is written. */
  readonly isFoot: boolean;
  readonly isNamedHead: boolean;
  readonly cells: SourceCell[];
  readonly align: Alignment;
}
export interface TableState {
  readonly kind: 'table';
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

export interface DetailsState {
  readonly kind: 'details';
  summary: Inline[];
  /** Others stand beside it: the summary is a title. */
  readonly isOfRow: boolean;
  /** The summary is a heading, or no words of the page: the details are a section. */
  isSection: boolean;
}

/** Definitions that follow each other, and their place among the blocks of their list. */
export interface DefinitionState {
  readonly kind: 'definitions';
  /** Terms that they define. */
  terms: Paragraph[];
  definitions: Block[][];
  place: number;
  readonly isThread: boolean;
}

/** One open container of the content tree: its finished blocks and the inline run being written. */
export class Frame {
  readonly blocks: Block[] = [];
  /** Footnote definitions met inside; handed up to the parent, because Markdown defines notes at top level. */
  readonly notes: FootnoteDefinition[] = [];
  /** `[0]` is the run; each further one is the children of an inline mark opened in this run. */
  sinks: Inline[][] = [[]];
  filled = false;
  pendingSpace = false;
  pendingBreaks = 0;

  /** `phrasing`: it holds inline content only, block boundaries inside become a space. */
  constructor(
    readonly state: FrameState,
    readonly phrasing: boolean,
    readonly close: (frame: Frame) => void,
  ) {}

  get kind(): FrameState['kind'] {
    return this.state.kind;
  }

  /** A block begins or ends here: the open paragraph is finished; in inline content a space is due. */
  boundary(): void {
    if (!this.filled) this.pendingBreaks = 0;
    else if (this.phrasing) this.pendingSpace = true;
    else this.finishParagraph();
  }

  /** Writes what is due ahead of content: the end of a paragraph, a line break or a space. */
  beginContent(): void {
    if (this.pendingBreaks > 1 && !this.phrasing) this.finishParagraph();
    else if (this.pendingBreaks > 0) this.sinks.at(-1)!.push({ type: 'break' });
    else if (this.pendingSpace) this.sinks.at(-1)!.push({ type: 'text', value: ' ' });
    this.pendingBreaks = 0;
    this.pendingSpace = false;
    this.filled = true;
  }

  private finishParagraph(): void {
    this.blocks.push({ type: 'paragraph', children: this.sinks[0]! });
    this.sinks = [[]];
    this.filled = false;
    this.pendingSpace = false;
    this.pendingBreaks = 0;
  }
}

/** An open inline mark. It is written when content arrives, so that an empty one leaves nothing. */
export interface OpenMark {
  readonly type: string;
  readonly tag: string;
  /** An `<em>` or `<strong>` without a style: one more inside it means a degree more. */
  readonly isBare: boolean;
  readonly make: (children: Inline[]) => Inline;
  /** Where a link around blocks is written: everywhere, in its first heading, or in its first run of text. */
  readonly place: 'every' | 'heading' | 'first';
  /** The run that a link with a single place was written in. */
  usedRun: Inline[] | null;
}
