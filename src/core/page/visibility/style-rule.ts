import type { HtmlNode } from '../../html/tree.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector } from '../selectors/selector.ts';
import { type Declaration, declarationsIn, withoutComments } from './css-text.ts';
import { GROUP, PROPERTIES, type Property } from './properties.table.ts';
import { isTaken, mayHide, someHide } from './properties.ts';

/** A layer of rules, and those in it in the order in which they are named first. */
export interface Layer {
  readonly parts: Map<string, Layer>;
  /** Layers that weigh less; what stands in a layer weighs more than its parts, and what is in none most. */
  weight: number;
}

/** Lists of tags, classes, identifiers and combinators, which are valid; those with simple pseudo-classes may not be. */
const VALID =
  /^(?:\s*(?:[a-z][\w-]*|\*|(?=[.#]))(?:[.#][a-z_][\w-]*)*(?:\s*[>+~]\s*(?=[a-z.#*])|\s+(?=[a-z.#*])|\s*,(?=\s*[a-z.#*])|\s*$))+$/i;

/** The selectors of a rule. */
export class SelectorList {
  #isPlainlyValid: boolean | undefined;
  #read: readonly ComplexSelector[] | null = null;

  constructor(
    readonly text: string,
    readonly around: SelectorList | null,
  ) {}

  /** Browsers take the list, as is seen at a glance. */
  get isPlainlyValid(): boolean {
    this.#isPlainlyValid ??= VALID.test(this.text);
    return this.#isPlainlyValid;
  }

  /** None where browsers drop the rule. */
  read(): readonly ComplexSelector[] {
    const around = this.around?.read() ?? [];
    this.#read ??= parseRuleSelectors(withoutComments(this.text, ''), around, this.around !== null) ?? [];
    return this.#read;
  }
}

/** A rule that holds on the screen, as far as it says whether elements are seen. */
export class StyleRule {
  readonly selectors: SelectorList;
  readonly layer: Layer;
  /** Groups of its declarations, and those of which one may hide, or may with what its variables stand for. */
  groups = 0;
  hiding = 0;
  varied = 0;
  /** What it colours: `COLOURS`. */
  colours = 0;
  isAnimated = false;
  /** Its place in the page. */
  order = 0;
  /** The element in which it holds; null for the page. */
  scope: HtmlNode | null = null;
  /** Where its declarations end. */
  end = 0;
  readonly #css: string;
  readonly #from: number;
  #declarations: readonly Declaration[] | null = null;

  /** `from`: where its declarations begin in a sheet. */
  constructor(selectors: SelectorList, layer: Layer, css: string, from: number) {
    this.selectors = selectors;
    this.layer = layer;
    this.#css = css;
    this.#from = from;
  }

  /** In order, without those that browsers drop. */
  declarations(): readonly Declaration[] {
    this.#declarations ??= declarationsIn(this.#css.slice(this.#from, this.end)).filter(
      ({ name, value }) => PROPERTIES.has(name) && isTaken(name, value),
    );
    return this.#declarations;
  }

  add(property: Property, text: string): void {
    const { name, group } = property;
    this.groups |= group;
    if (group === GROUP.colour) this.colours |= colouredBy(name, text);
    if (group === GROUP.opacity && name.startsWith('anim')) this.isAnimated = true;
    if (text.includes('var(')) this.varied |= someHide(property) ? group : 0;
    else if ((this.hiding & group) === 0 && group !== GROUP.colour && mayHide(name, text))
      this.hiding |= group;
  }
}

/** What a declaration colours: letters, perhaps so that they are clear, or what is behind them. */
export const COLOURS = { letters: 1, clear: 2, ground: 4 } as const;
const CLEAR = /transparent|[/(]|#(?:[\da-f]{4}){1,2}\b/i;

export function colouredBy(name: string, text: string): number {
  if (name === 'color' || name === '-webkit-text-fill-color')
    return CLEAR.test(text) ? COLOURS.letters | COLOURS.clear : COLOURS.letters;
  return name === 'background' || name === 'background-color' ? COLOURS.ground : 0;
}
