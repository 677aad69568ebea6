import { attr, type HtmlNode } from '../../html/tree.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector, SimpleSelector } from '../selectors/selector.ts';
import { specificityOf } from '../selectors/specificity.ts';
import type { PageNames } from './page-names.ts';
import { CLASSES, distinctive, namesAs, type PlainPart, plainParts } from './plain-selectors.ts';
import type { StyleRule } from './style-rule.ts';

/** One selector of a rule. Whatever is dear is read when it is asked for. */
export abstract class RuleSelector {
  #selector: ComplexSelector | null | undefined = null;
  #specificity = -1;
  #around: readonly HtmlNode[] | null | undefined;

  /** `names`: of which each of its elements has all: an identifier, else classes, else the tag; '' for any. */
  constructor(
    readonly rule: StyleRule,
    readonly names: readonly string[],
    protected readonly page: PageNames,
  ) {}

  /** All names that it asks for, and nothing else; null for a selector that asks for more. */
  abstract readonly all: readonly string[] | null;
  /** All that it asks for is somewhere on the page: classes that scripts may set are not. */
  abstract readonly mayMatch: boolean;
  protected abstract read(): ComplexSelector | undefined;

  /** Undefined where browsers drop the rule. */
  get selector(): ComplexSelector | undefined {
    if (this.#selector === null) this.#selector = this.read();
    return this.#selector;
  }

  /**
   * Whether an element stands within one that has a name for which the compound ahead of the last one asks: true where it asks for no
   * such. A glance where a full look takes as long as the element stands deep.
   */
  mayMatchAt({ index }: HtmlNode): boolean {
    if (this.#around === undefined) this.#around = this.#readAround();
    const around = this.#around;
    if (around === null) return true;
    // As `lowerBound`, without a function for each of the many questions.
    let low = 0;
    for (let high = around.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (around[middle]!.end > index) high = middle;
      else low = middle + 1;
    }
    return low < around.length && around[low]!.index < index;
  }

  #readAround(): readonly HtmlNode[] | null {
    const [last, ahead] = this.selector?.toReversed() ?? [];
    const isWithin = last?.combinator === ' ' || last?.combinator === '>';
    const [name = ''] = isWithin && ahead !== undefined ? namesOfCompound(ahead.simple) : [];
    // Tags of SVG are written with capitals, which selectors have not.
    return name !== '' && (CLASS_OR_ID.test(name) || this.page.has(name)) ? this.page.outermost(name) : null;
  }

  get specificity(): number {
    if (this.#specificity < 0) this.#specificity = specificityOf(this.selector!);
    return this.#specificity;
  }
}

/** A selector of names and combinators, as most are. */
class PlainSelector extends RuleSelector {
  readonly #part: PlainPart;
  #all: readonly string[] | null | undefined;
  #mayMatch: boolean | undefined;

  constructor(rule: StyleRule, part: PlainPart, page: PageNames) {
    super(rule, part.names, page);
    this.#part = part;
  }

  get all(): readonly string[] | null {
    if (this.#all === undefined) {
      const { written, asked } = this.#part;
      const { selectors, scope } = this.rule;
      const isSimple = scope === null && !COMBINED.test(written) && selectors.isPlainlyValid;
      this.#all = isSimple ? asked.map(asName) : null;
    }
    return this.#all;
  }

  get mayMatch(): boolean {
    this.#mayMatch ??= this.#isThere();
    return this.#mayMatch;
  }

  #isThere(): boolean {
    const { written, asked } = this.#part;
    if (written === asked[0] && written[0] !== ':') return this.page.has(asName(written));
    if (!namesAs(written, CLASSES).every((name) => this.page.has(name))) return false;
    // Nothing is in a state that readers bring about.
    return !written.includes(':') || (this.selector !== undefined && mayMatch(this.selector, this.page));
  }

  protected read(): ComplexSelector | undefined {
    const { written, place } = this.#part;
    const { selectors } = this.rule;
    return selectors.isPlainlyValid ? parseRuleSelectors(written, [], false)?.[0] : selectors.read()[place];
  }
}

/** A selector of more, or within another rule. */
class AnySelector extends RuleSelector {
  readonly all = null;
  readonly #parsed: ComplexSelector;
  #mayMatch: boolean | undefined;

  constructor(rule: StyleRule, names: readonly string[], parsed: ComplexSelector, page: PageNames) {
    super(rule, names, page);
    this.#parsed = parsed;
  }

  get mayMatch(): boolean {
    this.#mayMatch ??= mayMatch(this.#parsed, this.page);
    return this.#mayMatch;
  }

  protected read(): ComplexSelector {
    return this.#parsed;
  }
}

const ANY = [''];
const CLASS_OR_ID = /^[.#]/;
const COMBINED = /[^\s*][\s>+~]+\S|:/;

/** Names by which rules ask for an element: any, its tag, identifier and classes. */
export function namesIn(node: HtmlNode): string[] {
  const names = ['', node.tag.toLowerCase()];
  const id = attr(node, 'id');
  if (id !== null) names.push(`#${id}`);
  for (const name of new Set(attr(node, 'class')?.match(/\S+/g))) names.push(`.${name}`);
  return names;
}

export function byWeight(a: RuleSelector, b: RuleSelector): number {
  return a.rule.layer.weight - b.rule.layer.weight || bySpecificity(a, b);
}

export function byImportance(a: RuleSelector, b: RuleSelector): number {
  return b.rule.layer.weight - a.rule.layer.weight || bySpecificity(a, b);
}

function bySpecificity(a: RuleSelector, b: RuleSelector): number {
  return a.specificity - b.specificity || a.rule.order - b.rule.order;
}

/** The selectors of a rule that may match an element of the page, but for those of parts that are no elements. */
export function selectorsOf(rule: StyleRule, page: PageNames): readonly RuleSelector[] {
  const { selectors } = rule;
  const plain = selectors.around === null ? plainParts(selectors.text, page) : null;
  if (plain !== null) return plain.map((part) => new PlainSelector(rule, part, page));
  const all: RuleSelector[] = [];
  for (const selector of selectors.read())
    for (const names of namesOf(selector)) {
      const isThere = names.some((name) => page.has(name));
      // Elements with the attribute may get the class.
      if (!isThere && !hasAttribute(selector, page)) continue;
      all.push(new AnySelector(rule, isThere ? names : ANY, selector, page));
    }
  return all;
}

function asName(written: string): string {
  return written[0] === '.' || written[0] === '#' ? written : written.toLowerCase();
}

/** The names in the last part of a selector, for each of the alternatives that it may be the only one to list. */
function namesOf(selector: ComplexSelector): readonly (readonly string[])[] {
  const { simple } = selector.at(-1)!;
  const names = namesOfCompound(simple);
  const list = simple.find((one) => one.kind === 'any' && !one.negated);
  return names[0] === '' && list?.kind === 'any' ? list.selectors.flatMap(namesOf) : [names];
}

/** Names of which all elements that meet a compound have each: an identifier, else classes, else the tag; '' for any. */
function namesOfCompound(simple: readonly SimpleSelector[]): readonly string[] {
  return distinctive(
    simple.flatMap((one) => {
      if (one.kind === 'tag') return one.name === '*' ? [] : [one.name];
      return isName(one) ? [`${one.name === 'id' ? '#' : '.'}${one.value}`] : [];
    }),
  );
}

/** Whether the last part of a selector asks for an attribute that some element has, besides classes. */
function hasAttribute(selector: ComplexSelector, page: PageNames): boolean {
  return selector
    .at(-1)!
    .simple.some((one) => one.kind === 'attribute' && !isName(one) && page.hasAttribute(one.name));
}

/** Whether all that a selector asks for is somewhere on the page. */
function mayMatch(selector: ComplexSelector, page: PageNames): boolean {
  return selector.every(({ simple }) =>
    simple.every((one) => {
      if (one.kind === 'any') return one.negated || one.selectors.some((inner) => mayMatch(inner, page));
      if (one.kind !== 'attribute') return one.kind !== 'part' && one.kind !== 'state';
      if (!isName(one)) return page.hasAttribute(one.name);
      return page.has(`${one.name === 'id' ? '#' : '.'}${one.value}`);
    }),
  );
}

type Name = SimpleSelector & ({ kind: 'tag' } | { kind: 'attribute' });

/** Whether a simple selector asks for a tag, an identifier or a class. */
function isName(one: SimpleSelector): one is Name {
  if (one.kind === 'tag') return true;
  return (
    one.kind === 'attribute' &&
    ((one.name === 'id' && one.operator === '=') || (one.name === 'class' && one.operator === '~=')) &&
    !one.ignoreCase
  );
}
