import { addTo } from '../../add-to.ts';
import { isSpace } from '../../html/blank.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { SelectorMatcher } from '../selectors/match-selector.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector, SimpleSelector } from '../selectors/selector.ts';
import { specificityOf } from '../selectors/specificity.ts';
import { type Declaration, plainCss } from './css-text.ts';
import { PROPERTIES } from './properties.table.ts';
import type { PageNames } from './page-names.ts';
import { isTaken, longhandsOf, WIDE } from './properties.ts';
import type { SheetReader, StyleRule } from './style-sheet.ts';

/** What an element declares, by longhand; values with variables are read when they are asked for. */
export class Style {
  readonly values: ReadonlyMap<string, string>;
  readonly #fill: (value: string) => string;

  constructor(values: ReadonlyMap<string, string>, fill: (value: string) => string) {
    this.values = values;
    this.#fill = fill;
  }

  /** Some value holds a variable, which elements around may declare. */
  get isVaried(): boolean {
    return [...this.values.values()].some((value) => value.includes(WRITTEN));
  }

  get size(): number {
    return this.values.size;
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** Undefined where it is not declared. */
  get(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined || !value.includes('var(')) return value;
    const [shorthand, written] = value.split(WRITTEN, 2) as [string, string];
    const filled = this.#fill(written);
    if (!isTaken(shorthand, filled)) return 'unset';
    return longhandsOf(shorthand, filled).find(([longhand]) => longhand === name)?.[1] ?? '';
  }
}

/** Stands between the property that was declared and its value with variables: no style sheet holds it. */
const WRITTEN = '\0';

/** One selector of a rule. */
export class RuleSelector {
  readonly rule: StyleRule;
  /** Place of the rule in the page. */
  readonly order: number;
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
    order: number,
    names: readonly string[],
    all: readonly string[] | null,
    mayMatch: boolean,
    read: () => ComplexSelector | undefined,
  ) {
    this.rule = rule;
    this.order = order;
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

/** What is common to the elements with one tag, identifier and class attribute. */
interface Kind {
  /** Selectors that match them whatever is around, in the order of the cascade, and those that may. */
  readonly always: readonly RuleSelector[];
  readonly perhaps: readonly RuleSelector[];
  /** The style where none of those does. */
  style: Style | null;
}

const EMPTY = new Style(new Map(), (value) => value);
const NO_DECLARATIONS: readonly Declaration[] = [];
/** Longest value that variables make, and deepest that they stand in each other. */
const MAX_VALUE_CHARS = 2000;
const MAX_VARIABLES_DEEP = 12;
const DOING = 'reading the styles of the page';

/**
 * The styles of a page by element: the page's own rules, its style attributes and the attributes that say the same, in the
 * order of the cascade (CSS Cascade 5, 6), as far as some groups of properties go. Spends the budget of the page.
 */
export class Cascade {
  readonly matcher: SelectorMatcher;
  readonly byName = new Map<string, RuleSelector[]>();
  readonly #doc: HtmlDocument;
  readonly #sheets: SheetReader;
  readonly #asked: number;
  readonly #kinds = new Map<string, Kind>();
  readonly #styles = new Map<HtmlNode, Style>();
  /** By name: what a variable stands for, by element. */
  readonly #known = new Map<string, Map<HtmlNode, string | undefined>>();
  readonly #given = new Map<string, readonly Given[]>();
  readonly #names: PageNames;
  readonly #inline: ReadonlyMap<string, readonly Declaration[]>;

  /** `inline`: what each style attribute of the page declares. */
  constructor(
    doc: HtmlDocument,
    sheets: SheetReader,
    asked: number,
    inline: ReadonlyMap<string, readonly Declaration[]>,
    names: PageNames,
  ) {
    this.#doc = doc;
    this.#sheets = sheets;
    this.#asked = asked;
    this.#inline = inline;
    this.#names = names;
    this.matcher = new SelectorMatcher(doc);
    for (const [order, rule] of sheets.rules.entries())
      if ((rule.groups & asked) !== 0)
        for (const one of selectorsOf(rule, order, names))
          for (const name of one.names) addTo(this.byName, name, one);
  }

  /** What an element declares. */
  styleOf(node: HtmlNode): Style {
    let style = this.#styles.get(node);
    if (style === undefined) {
      style = this.#compute(node);
      this.#styles.set(node, style);
    }
    return style;
  }

  /** Whether a selector that browsers read matches an element. */
  matches(node: HtmlNode, { rule: { scope }, selector }: RuleSelector): boolean {
    const isInScope = scope === null || (node.index > scope.index && node.index < scope.end);
    return isInScope && this.matcher.matches(node, selector!);
  }

  /** The style of an element once more declarations follow its own. */
  with(node: HtmlNode, more: readonly Declaration[]): Style {
    const style = new Map(this.styleOf(node).values);
    for (const one of more) this.#declare(style, one);
    return new Style(style, (value) => this.#filled(value, node));
  }

  /** Whether a rule or an element declares such a value of a property. */
  declares(name: string, pattern: RegExp): boolean {
    const isIt = (one: Declaration): boolean => one.name === name && pattern.test(one.value);
    const group = PROPERTIES.get(name)!.group;
    this.#doc.budget.spend(this.#sheets.rules.length, DOING);
    return (
      [...this.#inline.values()].some((declared) => declared.some(isIt)) ||
      this.#sheets.rules.some((rule) => (rule.groups & group) !== 0 && rule.declarations().some(isIt))
    );
  }

  /** Selectors that have a name of an element in their last part, whether or not they match. */
  concerning(node: HtmlNode): readonly RuleSelector[] {
    return [...new Set(namesIn(node).flatMap((name) => this.byName.get(name) ?? []))];
  }

  #compute(node: HtmlNode): Style {
    const kind = this.#kindOf(node);
    const matched = kind.perhaps.filter((one) => this.matches(node, one));
    const inline = attr(node, 'style');
    const own = inline === null ? NO_DECLARATIONS : (this.#inline.get(inline) ?? NO_DECLARATIONS);
    const hints = hintsOf(node);
    const isOfKind = matched.length + own.length + hints.length === 0;
    if (isOfKind && kind.style !== null) return kind.style;
    const all = matched.length === 0 ? kind.always : [...kind.always, ...matched].sort(byWeight);
    this.#doc.budget.spend(own.length + all.length, DOING);
    const style = all.length + own.length + hints.length === 0 ? EMPTY : this.#cascaded(node, all, own, hints);
    if (isOfKind && !style.isVaried) kind.style = style;
    return style;
  }

  #cascaded(
    node: HtmlNode,
    all: readonly RuleSelector[],
    own: readonly Declaration[],
    hints: readonly (readonly [string, string])[],
  ): Style {
    const style = new Map<string, string>(hints);
    let hasImportant = false;
    const declareAll = (declared: readonly Declaration[], areImportant: boolean): void => {
      for (const one of declared)
        if (one.isImportant === areImportant) this.#declare(style, one);
        else hasImportant = true;
    };
    for (const { rule } of all) declareAll(rule.declarations(), false);
    declareAll(own, false);
    this.#animate(style);
    const made = new Style(style, (value) => this.#filled(value, node));
    if (!hasImportant) return made;
    // What is important weighs the more the lower its layer is.
    const isLayered = all.some(({ rule }) => rule.layer !== all[0]!.rule.layer);
    for (const { rule } of isLayered ? [...all].sort(byImportance) : all)
      declareAll(rule.declarations(), true);
    declareAll(own, true);
    return made;
  }

  #kindOf(node: HtmlNode): Kind {
    const key = `${node.tag}\0${attr(node, 'id') ?? ''}\0${attr(node, 'class') ?? ''}`;
    let kind = this.#kinds.get(key);
    if (kind !== undefined) return kind;
    const always: RuleSelector[] = [];
    const perhaps: RuleSelector[] = [];
    const names = namesIn(node);
    const own = new Set(names);
    for (const name of names)
      for (const one of this.byName.get(name) ?? []) {
        // Each is asked once: by the last of its names.
        if (!one.mayMatch || one.names.at(-1) !== name) continue;
        this.#doc.budget.spend(1, DOING);
        if (one.all !== null) {
          if (one.all.every((asked) => own.has(asked))) always.push(one);
        } else if (one.names.every((asked) => own.has(asked)) && one.selector !== undefined) perhaps.push(one);
      }
    kind = { always: always.sort(byWeight), perhaps, style: null };
    this.#kinds.set(key, kind);
    return kind;
  }

  #declare(style: Map<string, string>, { name, value }: Declaration): void {
    const group = PROPERTIES.get(name)?.group ?? 0;
    if ((group & this.#asked) === 0 || !isTaken(name, value)) return;
    if (name === 'all') {
      style.clear();
      return;
    }
    const written = value.includes('var(') ? `${name}${WRITTEN}${value}` : null;
    for (const [longhand, one] of longhandsOf(name, value)) style.set(longhand, written ?? one);
  }

  /** Adds what an animation that stays at its end, or goes on, declares last. */
  #animate(style: Map<string, string>): void {
    const names = style.get('animation-name');
    if (names === undefined || !/forwards|both|infinite/.test(style.get('animation-fill-mode') ?? '')) return;
    for (const name of names.split(/[\s,]+/))
      for (const one of this.#sheets.keyframes.get(name) ?? []) this.#declare(style, one);
  }

  /** A value with what its variables stand for; `unset` where one stands for nothing (CSS Variables 1, 3). */
  #filled(value: string, node: HtmlNode, depth = 0): string {
    let filled = value;
    for (let at = filled.indexOf('var('); at >= 0; at = filled.indexOf('var(')) {
      this.#doc.budget.spend(filled.length, DOING);
      if (depth > MAX_VARIABLES_DEEP || filled.length > MAX_VALUE_CHARS) return 'unset';
      const end = endOfFunction(filled, at + 4);
      const [, name = '', fallback] = VARIABLE.exec(filled.slice(at + 4, end)) ?? [];
      const stands = this.#variable(name, node) ?? fallback;
      if (stands === undefined) return 'unset';
      const text = stands.includes('var(') ? this.#filled(stands, node, depth + 1) : stands;
      filled = `${filled.slice(0, at)}${text}${filled.slice(end + 1)}`;
    }
    return filled.trim();
  }

  /** What a variable stands for where an element is: as the nearest element around declares it. */
  #variable(name: string, node: HtmlNode): string | undefined {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = new Map();
      this.#known.set(name, known);
    }
    const passed: HtmlNode[] = [];
    let value: string | undefined;
    for (let at: HtmlNode | null = node; at !== null; at = at.parent) {
      if (known.has(at)) {
        value = known.get(at);
        break;
      }
      passed.push(at);
      const inline = attr(at, 'style');
      const own = inline?.includes('--')
        ? this.#inline.get(inline)?.findLast((one) => one.name === name)
        : undefined;
      const declared = own?.value ?? this.#ruledVariable(name, at);
      if (declared === undefined || WIDE.test(declared.replace('initial', ''))) continue;
      value = declared === 'initial' ? undefined : declared;
      break;
    }
    for (const at of passed) known.set(at, value);
    return value;
  }

  #ruledVariable(name: string, node: HtmlNode): string | undefined {
    const declared = this.#variables(name);
    this.#doc.budget.spend(declared.length, DOING);
    return declared.findLast(({ one }) => this.matches(node, one))?.value;
  }

  /** What rules give a variable, in the order of the cascade. */
  #variables(name: string): readonly Given[] {
    let given = this.#given.get(name);
    if (given === undefined) {
      given = (this.#sheets.variables.get(name) ?? [])
        .flatMap(({ rule, text }, order) =>
          selectorsOf(rule, order, this.#names).map((one) => ({ one, value: plainCss(text) })),
        )
        .filter(({ one }) => one.selector !== undefined)
        .sort((a, b) => byWeight(a.one, b.one));
      this.#given.set(name, given);
    }
    return given;
  }
}

/** What a rule gives a variable. */
interface Given {
  readonly one: RuleSelector;
  readonly value: string;
}

const VARIABLE = /^\s*(--[^\s,]*)\s*(?:,(.*))?$/s;

function endOfFunction(value: string, from: number): number {
  let open = 1;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') open++;
    else if (value[at] === ')' && --open === 0) return at;
  }
  return value.length;
}

/** What attributes say of the looks of an element, and browsers by themselves (HTML, 15.3). */
export function hintsOf({ tag, attrs }: HtmlNode): readonly (readonly [name: string, value: string])[] {
  let hints: [string, string][] | null = null;
  for (let k = 0; k < attrs.length; k++) {
    const { name, value } = attrs[k]!;
    const hint = HINTS[name];
    if (hint === undefined || (name === 'color' && tag !== 'font') || (name === 'text' && tag !== 'body'))
      continue;
    if (hint !== 'display') (hints ??= []).push([hint, legacyColour(value)]);
    else if (name === 'popover' || value.toLowerCase() !== 'until-found') (hints ??= []).push([hint, 'none']);
  }
  if (tag === 'dialog' && attrs.every(({ name }) => name !== 'open')) (hints ??= []).push(['display', 'none']);
  return hints ?? NO_HINTS;
}

const NO_HINTS: readonly (readonly [string, string])[] = [];
/** Properties by the attribute that says them. */
const HINTS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  hidden: 'display',
  popover: 'display',
  bgcolor: 'background-color',
  color: 'color',
  text: 'color',
});

/** A colour of an old attribute, of which digits need no sign ahead (HTML, 2.3.6). */
function legacyColour(value: string): string {
  const colour = value.trim().toLowerCase();
  return /^[\da-f]{6}$/.test(colour) ? `#${colour}` : colour;
}

/** Names by which rules ask for an element: any, its tag, identifier and classes. */
function namesIn(node: HtmlNode): string[] {
  const names = ['', node.tag.toLowerCase()];
  const id = attr(node, 'id');
  if (id !== null) names.push(`#${id}`);
  for (const name of new Set(attr(node, 'class')?.match(/\S+/g))) names.push(`.${name}`);
  return names;
}

function byWeight(a: RuleSelector, b: RuleSelector): number {
  return a.rule.layer.weight - b.rule.layer.weight || bySpecificity(a, b);
}

function byImportance(a: RuleSelector, b: RuleSelector): number {
  return b.rule.layer.weight - a.rule.layer.weight || bySpecificity(a, b);
}

function bySpecificity(a: RuleSelector, b: RuleSelector): number {
  return a.specificity - b.specificity || a.order - b.order;
}

/** Lists of tags, classes, identifiers and combinators, which are valid; and those with simple pseudo-classes, which may not be. */
const VALID =
  /^(?:\s*(?:[a-z][\w-]*|\*|(?=[.#]))(?:[.#][a-z_][\w-]*)*(?:\s*[>+~]\s*(?=[a-z.#*])|\s+(?=[a-z.#*])|\s*,(?=\s*[a-z.#*])|\s*$))+$/i;
const PLAIN = /^[\w\s.#,>+~*:-]*$/;
const NAME = /[.#:]+[\w-]+|^[\w-]+/g;
const CLASSES = /[.#][\w-]+/g;
const COMBINED = /[^\s*][\s>+~]+\S|:/;

/** The selectors of a rule that may match an element of the page, but for those of parts that are no elements. */
export function selectorsOf(rule: StyleRule, order: number, page: PageNames): RuleSelector[] {
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
      all.push(new RuleSelector(rule, order, names, whole, mayMatch(), read));
  };
  if (selectors.around !== null || !PLAIN.test(text)) {
    for (const selector of selectors.read())
      for (const names of namesOf(selector))
        add(
          names,
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

/** Whether all that a selector asks for is somewhere on the page. */
function mayMatch(selector: ComplexSelector, page: PageNames): boolean {
  return selector.every(({ simple }) =>
    simple.every((one) => {
      if (one.kind === 'any')
        return one.negated || one.selectors.some((inner) => mayMatch(inner, page));
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
