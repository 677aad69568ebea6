import type { OutcomeReason } from '../../contract/failure.ts';

/**
 * Where the mark of a standard page stands. `title`, `heading` (the first; a title that holds it too makes it an article's) and
 * `text` (all of it) are whole, with `*` for anything. `name` is a class, an id or a name; `root` is one of `html` or `body`, or the
 * name of an attribute there. `address` and `script` are parts of what an element loads or sends to, and of the start of an
 * inline script. `signature` is the heading with a status right before an `address` element.
 */
export type Place = 'title' | 'heading' | 'text' | 'name' | 'root' | 'address' | 'script' | 'signature';

/**
 * The mark of a standard page, as folded text, what page it is, and where the mark is documented. `bare`: what other pages can
 * have too counts on a page with next to no text. `long`: a page of any length, such as one with the trace of a program.
 * A `label` is a title or a heading.
 */
export type KnownPageRow = readonly [
  place: Place | `bare ${Exclude<Place, 'text'>}` | 'bare label' | 'long title',
  mark: string,
  page: string,
  source: string,
];

/** A standard page, by its mark. */
export interface KnownPage {
  readonly reason: OutcomeReason;
  readonly page: string;
  /** Words of text above which the mark does not count. */
  readonly mostWords: number;
  /** Other pages can have the mark too: words that speak for a wall are heard first. */
  readonly bare: boolean;
}
