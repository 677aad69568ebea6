/** Written Markdown or text and the places where it may be cut into parts. */
export interface WrittenDocument {
  readonly text: string;
  /** Offsets in `text` at which a top-level block starts, ascending, the first is 0; empty for no text. */
  readonly blockStarts: readonly number[];
  /** Offsets inside top-level blocks at which an item, row or line starts, ascending: cuts for blocks too long for a part. */
  readonly innerStarts: readonly number[];
  /** What is repeated where a cut falls inside, ascending by `start`. */
  readonly frames: readonly CutFrame[];
  /** The line that defines a label of a link, by label; empty where links are written in place. */
  readonly definitions: ReadonlyMap<string, string>;
}

/** A table or code block: parts that are cut inside of it stand alone. */
export interface CutFrame {
  /** Offsets between which a cut is inside. */
  readonly start: number;
  readonly end: number;
  /** What a part that begins inside repeats: head and delimiter row, or the opening fence. */
  readonly head: string;
  /** What a part that ends inside closes with: the closing fence. */
  readonly tail: string;
}
