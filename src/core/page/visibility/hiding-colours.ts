import type { HtmlNode } from '../../html/tree.ts';
import { lazyFor } from '../../lazy.ts';
import { BLACK, type Colour, colourOf, FAINT, lookAlike, WHITE } from './colours.ts';
import type { Declaration } from './css-text.ts';
import type { PossibleValues } from './possible-values.ts';
import { longhandsOf } from './properties.ts';
import { COLOURS, colouredBy, type StyleRule } from './style-rule.ts';

/** Most colours that are compared with each other: pages have some dozens. */
const MAX_COLOURS = 500;

/** Rules of the page itself. */
const ROOTS = /(?:^|,)\s*(?::root|html|body)\s*(?:,|$)/i;

/** Tells whether declarations of colours may hide: letters are clear, or of the colour of a ground. */
export class HidingColours {
  readonly #values: PossibleValues;
  readonly #areAll: boolean;
  /** Colours of letters, and of grounds, that the page and attributes of its elements have. */
  readonly #letters: readonly Colour[];
  readonly #grounds: readonly Colour[];
  readonly #colourOf = lazyFor(colourOf);

  constructor(
    areAll: boolean,
    values: PossibleValues,
    rules: readonly StyleRule[],
    own: readonly (readonly [HtmlNode, readonly Declaration[]])[],
  ) {
    this.#values = values;
    this.#areAll = areAll;
    const roots = rules.filter(({ colours, selectors }) => colours !== 0 && ROOTS.test(selectors.text));
    const declared = areAll
      ? [...roots.map((rule) => rule.declarations()), ...new Set(own.map(([, one]) => one))]
      : [];
    this.#letters = [...new Set([BLACK, ...declared.flatMap((one) => this.#in(one, COLOURS.letters))])];
    this.#grounds = [...new Set([WHITE, ...declared.flatMap((one) => this.#in(one, COLOURS.ground))])];
  }

  /**
   * `bits`: what the declarations colour (`COLOURS`). Rules are weighed against the page and each other's attributes; where sheets come from
   * elsewhere, by themselves.
   */
  hide(bits: number, rule: StyleRule | null, declared: readonly Declaration[]): boolean {
    if (!this.mayHide(bits, rule !== null)) return false;
    const isLettered = (bits & COLOURS.letters) !== 0;
    const isGround = (bits & COLOURS.ground) !== 0;
    const letters = isLettered ? this.#in(declared, COLOURS.letters) : [];
    if (letters.some(({ alpha }) => alpha < FAINT)) return true;
    const grounds = isGround ? this.#in(declared, COLOURS.ground) : [];
    if (!this.#areAll || (isLettered && grounds[0]?.alpha === 1 && !declared.some((one) => one.isImportant)))
      return areAlike(letters, grounds);
    return areAlike(letters, this.#grounds) || areAlike(grounds, this.#letters);
  }

  /** Whether declarations may, as far as is told by what they colour, of a rule or of an element alone. */
  mayHide(bits: number, isOfRule: boolean): boolean {
    if ((bits & COLOURS.letters) === 0 && (isOfRule || !this.#areAll)) return false;
    return this.#areAll || (bits & (COLOURS.clear | COLOURS.ground)) !== 0;
  }

  /** The colours that declarations give to letters or to what is behind them. */
  #in(declared: readonly Declaration[], what: number): readonly Colour[] {
    return declared.flatMap(({ name, value }) => {
      if (colouredBy(name, '') !== what) return [];
      return (this.#values.of(value) ?? []).flatMap((one) => {
        const [, written] = longhandsOf(name, one)[0]!;
        const colour = this.#colourOf(written);
        return colour === null ? [] : [colour];
      });
    });
  }
}

function areAlike(some: readonly Colour[], others: readonly Colour[]): boolean {
  return (
    some.length > 0 &&
    (others.length > MAX_COLOURS ||
      some.some((one) => one.alpha >= FAINT && others.some((other) => lookAlike(one, other))))
  );
}
