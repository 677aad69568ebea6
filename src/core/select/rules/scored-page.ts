import type { HtmlNode } from '../../html/tree.ts';
import type { Annotation } from '../../page/annotation.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import type { PageTitles } from '../../page/page-titles.ts';
import type { LocalLinks } from '../../units/local-links.ts';
import type { Posts } from '../../units/post.ts';

/** A page as a model reads it, before anything is decided. */
export interface PageReading {
  readonly a: Annotation;
  readonly s: PageStructure;
  /** Probability of each block to be content, in 1/4096. */
  readonly probabilities: ArrayLike<number>;
  /** Address of the page; '' when it is not known. */
  readonly url: string;
}

/** The same with all that rules decide by. */
export interface ScoredPage extends PageReading {
  /** Least probability that stays, in 1/4096. */
  readonly threshold: number;
  /** By node: 1 where no rule brings anything back (`prunedNodes`). */
  readonly pruned: Uint8Array;
  readonly posts: Posts;
  /** Elements that call themselves advertisements. */
  readonly advertisements: () => readonly HtmlNode[];
  readonly titles: () => PageTitles;
  /** The names of its authors as its metadata has them: hashes of their words. */
  readonly author: () => readonly (readonly number[])[];
  /** Links within the page. */
  readonly links: () => LocalLinks;
}
