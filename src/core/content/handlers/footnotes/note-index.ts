import type { Selection } from '../../../extract/selection.ts';
import type { HtmlDocument } from '../../../html/tree.ts';

/** The footnotes of a page, by node index. */
export interface NoteIndex {
  /** Reference elements → identifier. */
  readonly references: ReadonlyMap<number, string>;
  /** Elements that are a note → identifier. */
  readonly definitions: ReadonlyMap<number, string>;
  /** Elements to leave out: back arrows and the note's own number. */
  readonly drops: ReadonlySet<number>;
}

/** Finds the footnotes of a page: links to a note that links back. */
export function indexNotes(_doc: HtmlDocument, _selection: Selection): NoteIndex {
  return { references: new Map(), definitions: new Map(), drops: new Set() };
}
