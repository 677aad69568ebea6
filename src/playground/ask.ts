import type { ConvertInput } from '../client/index.ts';

/** What a person asks for. */
export interface Ask {
  readonly input: ConvertInput;
  readonly isFresh: boolean;
  /** A document that is sent as it is, in place of fetching `input.url`, which may then be empty. */
  readonly file?: File;
  /** What was chosen for it; its options are in `input`. */
  readonly choice?: SiteChoice | null;
}

/** What a person chose to keep of a site's pages, and to leave out, other than the service does, and the options that do so. */
export interface SiteChoice {
  /** Selectors of what the service leaves out, and of what it keeps. */
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
  /** Those of what else it leaves out, which stays left out where all of the page is read. */
  readonly others: readonly string[];
  readonly options: ContentOptions;
  /** The person's own options, which hold again when the choice is forgotten. */
  readonly own: ContentOptions;
}

/** The options that a choice is made of. */
export interface ContentOptions {
  readonly scope?: 'main' | 'full';
  readonly include_selectors?: string[];
  readonly exclude_selectors?: string[];
}
