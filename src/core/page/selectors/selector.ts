/**
 * Selectors Level 4 as style sheets of pages speak it, and the subset that `includeSelectors` and `excludeSelectors` do: type, universal, class,
 * id and attribute selectors, the four combinators, lists, `:not()`, `:is()`, `:where()`, `:root`, `:empty`,
 * `:first-child`, `:last-child`, `:only-child`, `:nth-child(An+B)` and `:nth-last-child(An+B)`.
 */

export type Combinator = ' ' | '>' | '+' | '~';
export type AttributeOperator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

export type SimpleSelector =
  | { readonly kind: 'tag'; readonly name: string }
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly operator: AttributeOperator;
      readonly value: string;
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'root' | 'empty' }
  | {
      readonly kind: 'nth';
      readonly step: number;
      readonly offset: number;
      readonly fromEnd: boolean;
      readonly ofType: boolean;
      /** The siblings that count; absent: all. */
      readonly of?: readonly ComplexSelector[];
    }
  /** `weighs`: adds to the specificity. */
  | {
      readonly kind: 'any';
      readonly negated: boolean;
      readonly weighs: boolean;
      readonly selectors: readonly ComplexSelector[];
    }
  /** Selectors that begin at the element, with the combinator of their first compound. */
  | { readonly kind: 'has'; readonly selectors: readonly ComplexSelector[] }
  | { readonly kind: 'lang'; readonly range: string }
  /** A state that readers or scripts bring about. */
  | { readonly kind: 'state' }
  /** A part that is no element. */
  | { readonly kind: 'part' };

/** Simple selectors that one element must meet, and how it relates to the compound before it. */
export interface Compound {
  readonly combinator: Combinator;
  readonly simple: readonly SimpleSelector[];
}

/** Compounds from left to right, at most `MAX_COMPOUNDS`. */
export type ComplexSelector = readonly Compound[];

/** A selector that cannot be read, as a value. */
export interface SelectorProblem {
  readonly problem: string;
}

/** Most compounds of one complex selector: their matches are bits of one integer. */
export const MAX_COMPOUNDS = 30;
/** Deepest nesting of `:not()` and `:is()`. */
export const MAX_NESTING = 4;
/** The same in a style sheet: what browsers are given is a few levels deep. */
export const MAX_NESTING_IN_SHEETS = 16;
/** Most complex selectors of one conversion, over all options: each is asked of every element of the page. */
export const MAX_SELECTORS = 100;
