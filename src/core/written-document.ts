/** Written Markdown or text and the places where it may be cut into parts. */
export interface WrittenDocument {
  readonly text: string;
  /** Offsets in `text` at which a top-level block starts, ascending, the first is 0; empty for no text. */
  readonly blockStarts: readonly number[];
  /** Offsets at which an item of a top-level list starts, ascending: cuts for lists too long for a part. */
  readonly itemStarts: readonly number[];
  /** Blocks that may be cut between their lines when they are too long, ascending by `start`. */
  readonly frames: readonly CutFrame[];
  /** The line that defines a label of a link, by label; empty where links are written in place. */
  readonly definitions: ReadonlyMap<string, string>;
}

/** A block of lines: a table, code, definitions of links. Parts that are cut inside of it stand alone. */
export interface CutFrame {
  /** Offsets between which a cut is inside. */
  readonly start: number;
  readonly end: number;
  /** What it begins with and a part that begins inside repeats: head and delimiter row, or the opening fence. */
  readonly head: string;
  /** What it ends with and a part that ends inside closes with: the closing fence. */
  readonly tail: string;
}
