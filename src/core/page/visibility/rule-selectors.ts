import { isSpace } from '../../html/blank.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector, SimpleSelector } from '../selectors/selector.ts';
import { specificityOf } from '../selectors/specificity.ts';
import type { PageNames } from './page-names.ts';
import type { StyleRule } from './style-rule.ts';

/** One selector of a rule. Whatever is dear is read when it is asked for. */
export abstract class RuleSelector {
  readonly rule: StyleRule;
  /** Names of which each of its elements has all: an identifier, else classes, else the tag; '' for any. */
  readonly names: readonly string[];
  #selector: ComplexSelector | null | undefined = null;
  #specificity = -1;

  constructor(rule: StyleRule, names: readonly string[]) {
    this.rule = rule;
    this.names = names;
  }

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

  get specificity(): number {
    if (this.#specificity < 0) this.#specificity = specificityOf(this.selector!);
    return this.#specificity;
  }
}

/** A selector of names and combinators, as most are. */
class PlainSelector extends RuleSelector {
  readonly #part: PlainPart;
  readonly #page: PageNames;
  #all: readonly string[] | null | undefined;
  #mayMatch: boolean | undefined;

  constructor(rule: StyleRule, part: PlainPart, page: PageNames) {
    super(rule, part.names);
    this.#part = part;
    this.#page = page;
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
    this.#mayMatch ??= namesAs(this.#part.written, CLASSES).every((name) => this.#page.has(name));
    return this.#mayMatch;
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
  readonly #page: PageNames;
  #mayMatch: boolean | undefined;

  constructor(rule: StyleRule, names: readonly string[], parsed: ComplexSelector, page: PageNames) {
    super(rule, names);
    this.#parsed = parsed;
    this.#page = page;
  }

  get mayMatch(): boolean {
    this.#mayMatch ??= mayMatch(this.#parsed, this.#page);
    return this.#mayMatch;
  }

  protected read(): ComplexSelector {
    return this.#parsed;
  }
}

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

/** Selectors of names, in which signs alone are escaped. */
const PLAIN = /^(?:[\w\s.#,>+~*:-]|\\[^\w\s\\])*$/;
/** One class or identifier, as most last parts are. */
const ONE_NAME = /^[.#](?:[\w-]|\\[^\w\s\\])+$/;
/** What is asked of elements beside their names: attributes, and pseudo-classes with arguments. */
const CONDITIONS = /\[[^\]]*\]|:[\w-]+\([^()]*\)/g;
const NAME = /(?:::|[.#:])(?:[\w-]|\\[^\w\s\\])+|^[\w-]+/g;
const CLASS = /[.#]/;
const CLASSES = /[.#](?:[\w-]|\\[^\w\s\\])+/g;
const COMBINED = /[^\s*][\s>+~]+\S|:/;

/** One of the selectors of a rule of names and combinators, of which some element may meet the last part, now or with another class. */
export interface PlainPart {
  readonly written: string;
  /** Its place in the list. */
  readonly place: number;
  /** As in `RuleSelector`. */
  readonly names: readonly string[];
  /** All that its last part is written with. */
  readonly asked: readonly string[];
}

/**
 * Whether a rule, whose selectors stand in a sheet up to one place, has a single one, and this ends in one class or identifier that
 * is nowhere on the page: most rules of a framework. False for every other.
 */
export function lacksElements(css: string, from: number, end: number, page: PageNames): boolean {
  let to = end;
  while (to > from && isSpace(css.charCodeAt(to - 1))) to--;
  let at = to;
  while (at > from && isOfName(css.charCodeAt(at - 1))) at--;
  const sign = css.charCodeAt(at - 1);
  if (at === to || at === from || (sign !== 46 && sign !== 35)) return false;
  if (at - 1 > from && !isBetween(css.charCodeAt(at - 2))) return false;
  const name = css.slice(at - 1, to);
  return !page.has(name) && !css.slice(from, at).includes(',');
}

function isOfName(sign: number): boolean {
  return (
    (sign > 96 && sign < 123) ||
    (sign > 47 && sign < 58) ||
    sign === 45 ||
    sign === 95 ||
    (sign > 64 && sign < 91)
  );
}

/**
 * The parts of a list of plain selectors that may concern the page: most of a framework does not. Null for a list of others that may;
 * none as well for one that may not.
 */
export function plainParts(list: string, page: PageNames): readonly PlainPart[] | null {
  if (PLAIN.test(list)) return partsOn(list, page);
  const names = list.replace(CONDITIONS, '*');
  return PLAIN.test(names) && partsOn(names, page).length === 0 ? NO_PARTS : null;
}

function partsOn(list: string, page: PageNames): readonly PlainPart[] {
  const parts: PlainPart[] = [];
  for (let from = 0, place = 0; from < list.length; place++) {
    const end = endOfSelector(list, from);
    const written = list.slice(from, end).trim();
    from = end + 1;
    const compound = lastCompound(written);
    const isOne = ONE_NAME.test(compound);
    const one = isOne ? unescaped(compound) : '';
    if (isOne && !page.has(one)) continue;
    const asked = isOne ? [one] : namesAs(compound, NAME);
    if (asked.some((name) => PART.test(name))) continue;
    const names = isOne ? asked : distinctive(asked);
    if (!isOne && !names.some((name) => page.has(name))) continue;
    if (!CLASS.test(compound) && isOfOtherPages(written, page)) continue;
    parts.push({ written, place, names, asked });
  }
  return parts;
}

function endOfSelector(list: string, from: number): number {
  let comma = list.indexOf(',', from);
  while (comma > 0 && list[comma - 1] === '\\') comma = list.indexOf(',', comma + 1);
  return comma < 0 ? list.length : comma;
}

function namesAs(written: string, name: RegExp): readonly string[] {
  return written.match(name)?.map(unescaped) ?? NO_NAMES;
}

function unescaped(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '') : name;
}

/** The selectors of a rule that may match an element of the page, but for those of parts that are no elements. */
export function selectorsOf(rule: StyleRule, page: PageNames): readonly RuleSelector[] {
  rule.on ??= readSelectors(rule, page);
  return rule.on;
}

function readSelectors(rule: StyleRule, page: PageNames): readonly RuleSelector[] {
  const { selectors } = rule;
  if (selectors.plain !== null) return selectors.plain.map((part) => new PlainSelector(rule, part, page));
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

function lastCompound(selector: string): string {
  let from = selector.length;
  while (from > 0 && (!isBetween(selector.charCodeAt(from - 1)) || selector[from - 2] === '\\')) from--;
  return from === 0 ? selector : selector.slice(from);
}

/** Whether what a selector asks to be around its elements is nowhere on the page: of all that a framework says of links and lines, most is. */
function isOfOtherPages(written: string, page: PageNames): boolean {
  const around = namesAs(written, CLASSES);
  return around.length > 0 && !around.some((name) => page.has(name));
}

/** Whether a character parts the compounds of a selector. */
function isBetween(sign: number): boolean {
  return isSpace(sign) || sign === 62 || sign === 43 || sign === 126;
}
const NO_NAMES: readonly string[] = [];
const NO_PARTS: readonly PlainPart[] = [];
const ANY = [''];
const PART = /^(?:::|:(?:before|after|first-line|first-letter)$)/i;

/** Of the names in a compound the identifier, else the classes, else the tag; '' for none. */
function distinctive(names: readonly string[]): readonly string[] {
  const id = names.find((name) => name[0] === '#');
  if (id !== undefined) return [id];
  const classes = names.filter((name) => name[0] === '.');
  if (classes.length > 0) return classes;
  const [first = ':'] = names;
  return [first[0] === ':' ? '' : first.toLowerCase()];
}

/** The names in the last part of a selector, for each of the alternatives that it may be the only one to list. */
function namesOf(selector: ComplexSelector): readonly (readonly string[])[] {
  const { simple } = selector.at(-1)!;
  const names = distinctive(
    simple.flatMap((one) => {
      if (one.kind === 'tag') return one.name === '*' ? [] : [one.name];
      return isName(one) ? [`${one.name === 'id' ? '#' : '.'}${one.value}`] : [];
    }),
  );
  const list = simple.find((one) => one.kind === 'any' && !one.negated);
  return names[0] === '' && list?.kind === 'any' ? list.selectors.flatMap(namesOf) : [names];
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
