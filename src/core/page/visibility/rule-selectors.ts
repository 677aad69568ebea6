import { isSpace } from '../../html/blank.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector, SimpleSelector } from '../selectors/selector.ts';
import { specificityOf } from '../selectors/specificity.ts';
import type { PageNames } from './page-names.ts';
import type { StyleRule } from './style-rule.ts';

/** One selector of a rule. */
export class RuleSelector {
  readonly rule: StyleRule;
  /** Names of which each of its elements has all: an identifier, else classes, else the tag; '' for any. */
  readonly names: readonly string[];
  /** All names that it asks for, and nothing else; null for a selector that asks for more. */
  readonly all: readonly string[] | null;
  /** All that it asks for is somewhere on the page: classes that scripts may set are not. */
  readonly mayMatch: boolean;
  readonly #read: () => ComplexSelector | undefined;
  #selector: ComplexSelector | undefined;
  #specificity = -1;

  constructor(
    rule: StyleRule,
    names: readonly string[],
    all: readonly string[] | null,
    mayMatch: boolean,
    read: () => ComplexSelector | undefined,
  ) {
    this.rule = rule;
    this.names = names;
    this.all = all;
    this.mayMatch = mayMatch;
    this.#read = read;
  }

  /** Undefined where browsers drop the rule. */
  get selector(): ComplexSelector | undefined {
    this.#selector ??= this.#read();
    return this.#selector;
  }

  get specificity(): number {
    if (this.#specificity < 0) this.#specificity = specificityOf(this.selector!);
    return this.#specificity;
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

/** Lists of tags, classes, identifiers and combinators, which are valid; and those with simple pseudo-classes, which may not be. */
const VALID =
  /^(?:\s*(?:[a-z][\w-]*|\*|(?=[.#]))(?:[.#][a-z_][\w-]*)*(?:\s*[>+~]\s*(?=[a-z.#*])|\s+(?=[a-z.#*])|\s*,(?=\s*[a-z.#*])|\s*$))+$/i;
const PLAIN = /^[\w\s.#,>+~*:-]*$/;
const NAME = /(?:::|[.#:])[\w-]+|^[\w-]+/g;
const CLASSES = /[.#][\w-]+/g;
const COMBINED = /[^\s*][\s>+~]+\S|:/;

/** The selectors of a rule that may match an element of the page, but for those of parts that are no elements. */
export function selectorsOf(rule: StyleRule, page: PageNames): RuleSelector[] {
  const { selectors } = rule;
  const { text } = selectors;
  const all: RuleSelector[] = [];
  const add = (
    names: readonly string[],
    whole: readonly string[] | null,
    mayMatch: () => boolean,
    read: () => ComplexSelector | undefined,
  ): void => {
    // Some of the classes may be set later.
    if (names.some((name) => page.has(name)))
      all.push(new RuleSelector(rule, names, whole, mayMatch(), read));
  };
  if (selectors.around !== null || !PLAIN.test(text)) {
    for (const selector of selectors.read())
      for (const names of namesOf(selector))
        add(
          // Elements with the attribute may get the class.
          names.some((name) => page.has(name)) || !hasAttribute(selector, page) ? names : ANY,
          null,
          () => mayMatch(selector, page),
          () => selector,
        );
    return all;
  }
  const isValid = VALID.test(text);
  for (const [place, one] of (text.includes(',') ? text.split(',') : [text]).entries()) {
    const written = one.trim();
    const names = lastCompound(written).match(NAME) ?? NO_NAMES;
    if (names.some((name) => PART.test(name))) continue;
    const isSimple = isValid && rule.scope === null && !COMBINED.test(written);
    add(
      distinctive(names),
      isSimple ? names.map(asName) : null,
      () => (written.match(CLASSES) ?? NO_NAMES).every((name) => page.has(name)),
      () => (isValid ? parseRuleSelectors(written, [], false)?.[0] : selectors.read()[place]),
    );
  }
  return all;
}

function asName(written: string): string {
  return written[0] === '.' || written[0] === '#' ? written : written.toLowerCase();
}

function lastCompound(selector: string): string {
  let from = selector.length;
  while (from > 0 && !isBetween(selector.charCodeAt(from - 1))) from--;
  return from === 0 ? selector : selector.slice(from);
}

/** Whether a character parts the compounds of a selector. */
function isBetween(sign: number): boolean {
  return isSpace(sign) || sign === 62 || sign === 43 || sign === 126;
}
const NO_NAMES: readonly string[] = [];
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
