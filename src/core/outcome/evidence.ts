import type { Root } from '../content/tree.ts';
import type { HtmlDocument } from '../html/tree.ts';
import type { Extraction } from '../select/extract.ts';

/** Everything that an outcome may depend on. */
export interface Evidence {
  readonly doc: HtmlDocument;
  readonly extraction: Extraction;
  readonly content: Root;
  /** HTTP status of the page, when there was one. */
  readonly status?: number;
  /** A browser made the document: its scripts have run. */
  readonly rendered?: boolean;
}
