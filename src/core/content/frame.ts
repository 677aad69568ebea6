import type { Block, FootnoteDefinition, Inline } from './tree.ts';

/** What a frame collects; handlers of parts (`li`, `td`, a callout's title) look for their owner by it. */
export type FrameKind =
  | 'flow'
  | 'phrasing'
  | 'heading'
  | 'list'
  | 'item'
  | 'table'
  | 'row'
  | 'cell'
  | 'callout'
  | 'details'
  | 'definitions'
  | 'term'
  | 'figure'
  | 'note';

/** One open container of the content tree: its finished blocks and the inline run being written. */
export class Frame {
  readonly blocks: Block[] = [];
  /** Footnote definitions met inside; handed up to the parent, because Markdown defines notes at top level. */
  readonly notes: FootnoteDefinition[] = [];
  /** `[0]` is the run; each further one is the children of an inline mark opened in this run. */
  sinks: Inline[][] = [[]];
  /** The run has visible content. */
  filled = false;
  /** Counts the runs of this frame, so that a mark can tell whether it was already written in another one. */
  run = 0;
  pendingSpace = false;
  pendingBreaks = 0;

  /**
   * `phrasing`: it holds inline content only, block boundaries inside become a space. `state`: what the handler which opened
   * it needs from its parts; each handler knows its own kind.
   */
  constructor(
    readonly kind: FrameKind,
    readonly phrasing: boolean,
    readonly state: unknown,
    readonly close: (frame: Frame) => void,
  ) {}
}

/** An open inline mark. It is written when content arrives, so that an empty one leaves nothing. */
export interface OpenMark {
  readonly type: string;
  /** Element that opened it. */
  readonly tag: string;
  /** An `<em>` or `<strong>` without a style: one more inside it means a degree more. */
  readonly isBare: boolean;
  /** A fresh node of the mark around `children`. */
  readonly make: (children: Inline[]) => Inline;
  /** Where a link around blocks is written: everywhere, in its first heading, or in its first run of text. */
  readonly place: 'every' | 'heading' | 'first';
  /** The frame and run that a link with a single place was written in. */
  usedFrame: Frame | null;
  usedRun: number;
}
