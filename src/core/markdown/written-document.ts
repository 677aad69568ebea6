/** Written Markdown or text and the places where it may be cut into pages. */
export interface WrittenDocument {
  readonly text: string;
  /** Offsets in `text` at which a top-level block starts, ascending, the first is 0; empty for no text. */
  readonly blockStarts: readonly number[];
  /** Offsets at which an item of a top-level list starts: cuts for blocks too long for a page. */
  readonly itemStarts: readonly number[];
}
