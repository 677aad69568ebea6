/**
 * The subset of Selectors Level 4 that `includeSelectors` and `excludeSelectors` speak: type, universal, class,
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
  | { readonly kind: 'nth'; readonly step: number; readonly offset: number; readonly fromEnd: boolean }
  | { readonly kind: 'any'; readonly negated: boolean; readonly selectors: readonly ComplexSelector[] };

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
/** Most complex selectors of one conversion, over all options: each is asked of every element of the page. */
export const MAX_SELECTORS = 100;
