import { addTo } from '../../add-to.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazyFor } from '../../lazy.ts';
import { LOOK_STEPS, SelectorMatcher } from '../selectors/match-selector.ts';
import type { Declaration } from './css-text.ts';
import { hintsOf } from './hints.ts';
import { GROUP, PROPERTIES } from './properties.table.ts';
import { isTaken, longhandsOf } from './properties.ts';
import { byImportance, byWeight, namesIn, type RuleSelector } from './rule-selectors.ts';
import type { StyleRule } from './style-rule.ts';
import type { SheetReader } from './style-sheet.ts';
import { Variables } from './variables.ts';

/** Values by longhand; one with variables behind the property that was declared and `WRITTEN`. */
type Values = ReadonlyMap<string, string>;

/** Stands between the property that was declared and its value with variables: no style sheet holds it. */
const WRITTEN = '\0';
const NO_VALUES: Values = new Map();
const NO_DECLARATIONS: readonly Declaration[] = [];
const DOING = 'reading the styles of the page';

/** What an element declares, by longhand, with variables put in; each group of properties is read when it is asked for. */
export interface Style {
  /** Undefined where it is not declared. */
  get(name: string): string | undefined;
  has(name: string): boolean;
}

/** Of an element, with declarations that follow its own. */
class StyleOfElement implements Style {
  readonly #cascade: Cascade;
  readonly #node: HtmlNode;
  readonly #more: Values;

  constructor(cascade: Cascade, node: HtmlNode, more: Values = NO_VALUES) {
    this.#cascade = cascade;
    this.#node = node;
    this.#more = more;
  }

  get(name: string): string | undefined {
    const value = this.#read(name);
    return value?.includes(WRITTEN) ? this.#cascade.filledFor(this.#node, name, value) : value;
  }

  has(name: string): boolean {
    return this.#read(name) !== undefined;
  }

  #read(name: string): string | undefined {
    return this.#more.get(name) ?? this.#cascade.writtenFor(this.#node, name);
  }
}

/** Rules of one group of properties. */
interface GroupRules {
  /** Those that may match, by the last of their names alone. */
  readonly byLastName: ReadonlyMap<string, readonly RuleSelector[]>;
  /** By the number of the kind, and by that of the node. */
  readonly kinds: (Kind | undefined)[];
  readonly values: Map<number, Values>;
}

/** What is common to the elements with one tag, identifier and class attribute. */
interface Kind {
  /** Selectors that match them whatever is around, in the order of the cascade, and those that may. */
  readonly always: readonly RuleSelector[];
  readonly perhaps: readonly RuleSelector[];
  /** What they declare where none of those does. */
  values: Values | null;
}

/**
 * The styles of a page by element: the page's own rules, its style attributes and the attributes that say the same, in the
 * order of the cascade (CSS Cascade 5, 6). Spends the budget of the page.
 */
export class Cascade {
  readonly matcher: SelectorMatcher;
  readonly #doc: HtmlDocument;
  readonly #sheets: SheetReader;
  readonly #inline: ReadonlyMap<string, readonly Declaration[]>;
  readonly #selectorsOf: (rule: StyleRule) => readonly RuleSelector[];
  /** Numbers of kinds by that of the node, and by what is common to the kind; and the names of each. */
  readonly #numbers = new Map<number, number>();
  readonly #numbersByKey = new Map<string, number>();
  readonly #namesOf: ReadonlySet<string>[] = [];
  readonly #variables: Variables;
  /** Each is read once, and asked for each element. */
  readonly #declared = lazyFor(readDeclaration);

  /** `inline`: what each style attribute of the page declares. */
  constructor(
    doc: HtmlDocument,
    sheets: SheetReader,
    inline: ReadonlyMap<string, readonly Declaration[]>,
    selectorsOf: (rule: StyleRule) => readonly RuleSelector[],
  ) {
    this.#doc = doc;
    this.#sheets = sheets;
    this.#inline = inline;
    this.#selectorsOf = selectorsOf;
    this.matcher = new SelectorMatcher(doc);
    const matches = (node: HtmlNode, one: RuleSelector): boolean => this.matches(node, one);
    this.#variables = new Variables(doc, sheets.variables, inline, selectorsOf, matches);
  }

  /** What an element declares. */
  styleOf(node: HtmlNode): Style {
    return new StyleOfElement(this, node);
  }

  /** The style of an element once more declarations follow its own. */
  with(node: HtmlNode, more: readonly Declaration[]): Style {
    const values = new Map<string, string>();
    for (const one of more) this.#declare(values, one, PROPERTIES.get(one.name)?.group ?? 0);
    return new StyleOfElement(this, node, values);
  }

  /** The value of a property as it is declared for an element; one with variables behind what was declared and `WRITTEN`. */
  writtenFor(node: HtmlNode, name: string): string | undefined {
    return this.#valuesOf(node, PROPERTIES.get(name)!.group).get(name);
  }

  /** A value with what its variables stand for where an element is. */
  filledFor(node: HtmlNode, name: string, value: string): string {
    const [property, written] = value.split(WRITTEN) as [string, string];
    const filled = this.#variables.filled(written, node);
    if (!isTaken(property, filled)) return 'unset';
    return longhandsOf(property, filled).find(([longhand]) => longhand === name)?.[1] ?? '';
  }

  /** Whether a selector that browsers read matches an element. */
  matches(node: HtmlNode, one: RuleSelector): boolean {
    const { scope } = one.rule;
    this.#doc.budget.spend(1, DOING);
    const isInScope = scope === null || (node.index > scope.index && node.index < scope.end);
    return isInScope && one.mayMatchAt(node) && this.matcher.matches(node, one.selector!);
  }

  /** Whether a rule or an element declares such a value of a property. */
  declares(name: string, pattern: RegExp): boolean {
    const isIt = (one: Declaration): boolean => one.name === name && pattern.test(one.value);
    const { group } = PROPERTIES.get(name)!;
    this.#doc.budget.spend(this.#sheets.rules.length, DOING);
    return (
      [...this.#inline.values()].some((declared) => declared.some(isIt)) ||
      this.#sheets.rules.some((rule) => (rule.groups & group) !== 0 && rule.declarations().some(isIt))
    );
  }

  /** Whether some selector passes, of rules of some groups, that has a name of an element in its last part; it may match or not. */
  someConcerning(node: HtmlNode, groups: number, passes: (one: RuleSelector) => boolean): boolean {
    const byName = this.#selectorsByName(groups);
    return namesIn(node).some((name) => byName.get(name)?.some(passes));
  }

  /** The selectors of rules of some groups, by each of their names. */
  readonly #selectorsByName = lazyFor((groups: number): ReadonlyMap<string, readonly RuleSelector[]> => {
    const byName = new Map<string, RuleSelector[]>();
    for (const rule of this.#sheets.rules)
      if ((rule.groups & groups) !== 0)
        for (const one of this.#selectorsOf(rule)) for (const name of one.names) addTo(byName, name, one);
    return byName;
  });

  readonly #rulesOf = lazyFor((group: number): GroupRules => {
    const byLastName = new Map<string, RuleSelector[]>();
    for (const rule of this.#sheets.rules)
      if ((rule.groups & group) !== 0)
        for (const one of this.#selectorsOf(rule))
          if (one.mayMatch) addTo(byLastName, one.names.at(-1)!, one);
    return { byLastName, kinds: [], values: new Map() };
  });

  #valuesOf(node: HtmlNode, group: number): Values {
    const rules = this.#rulesOf(group);
    let values = rules.values.get(node.index);
    if (values === undefined) {
      values = this.#compute(node, group, this.#kindOf(node, rules));
      rules.values.set(node.index, values);
    }
    return values;
  }

  #compute(node: HtmlNode, group: number, kind: Kind): Values {
    const matched = kind.perhaps.filter((one) => this.matches(node, one));
    const inline = attr(node, 'style');
    const own = inline === null ? NO_DECLARATIONS : (this.#inline.get(inline) ?? NO_DECLARATIONS);
    const isHinted = (group & (GROUP.display | GROUP.colour)) !== 0;
    const hints = isHinted ? hintsOf(node).filter(([name]) => PROPERTIES.get(name)!.group === group) : [];
    const isOfKind = matched.length + own.length + hints.length === 0;
    if (isOfKind && kind.values !== null) return kind.values;
    const all = matched.length === 0 ? kind.always : [...kind.always, ...matched].sort(byWeight);
    this.#doc.budget.spend(own.length + LOOK_STEPS * all.length, DOING);
    const isEmpty = all.length + own.length + hints.length + this.#sheets.keyframes.size === 0;
    const values = isEmpty ? NO_VALUES : this.#cascaded(node, group, all, own, hints);
    if (isOfKind) kind.values = values;
    return values;
  }

  #cascaded(
    node: HtmlNode,
    group: number,
    all: readonly RuleSelector[],
    own: readonly Declaration[],
    hints: readonly (readonly [string, string])[],
  ): Values {
    const values = new Map<string, string>(hints);
    let hasImportant = false;
    const declareAll = (declared: readonly Declaration[], areImportant: boolean): void => {
      for (const one of declared)
        if (one.isImportant === areImportant) this.#declare(values, one, group);
        else hasImportant = true;
    };
    for (const { rule } of all) declareAll(rule.declarations(), false);
    declareAll(own, false);
    for (const one of this.#lastFrames(node, group, values)) this.#declare(values, one, group);
    if (!hasImportant) return values;
    // What is important weighs the more the lower its layer is.
    const isLayered = all.some(({ rule }) => rule.layer !== all[0]!.rule.layer);
    for (const { rule } of isLayered ? [...all].sort(byImportance) : all)
      declareAll(rule.declarations(), true);
    declareAll(own, true);
    return values;
  }

  #kindOf(node: HtmlNode, { byLastName, kinds }: GroupRules): Kind {
    const number = this.#numberOf(node);
    let kind = kinds[number];
    if (kind !== undefined) return kind;
    const always: RuleSelector[] = [];
    const perhaps: RuleSelector[] = [];
    const names = this.#namesOf[number]!;
    const isNamed = (asked: string): boolean => names.has(asked);
    for (const name of names)
      for (const one of byLastName.get(name) ?? []) {
        this.#doc.budget.spend(1, DOING);
        if (one.all !== null) {
          if (one.all.every(isNamed)) always.push(one);
        } else if (one.names.every(isNamed) && one.selector !== undefined) perhaps.push(one);
      }
    kind = { always: always.sort(byWeight), perhaps, values: null };
    kinds[number] = kind;
    return kind;
  }

  /** The number of the tag, identifier and class attribute of an element. */
  #numberOf(node: HtmlNode): number {
    let number = this.#numbers.get(node.index);
    if (number !== undefined) return number;
    const key = `${node.tag} ${this.#doc.elements.classOf[node.index]} ${attr(node, 'id') ?? ''}`;
    number = this.#numbersByKey.get(key);
    if (number === undefined) {
      number = this.#namesOf.push(new Set(namesIn(node))) - 1;
      this.#numbersByKey.set(key, number);
    }
    this.#numbers.set(node.index, number);
    return number;
  }

  /** Adds a declaration of a group of properties. */
  #declare(values: Map<string, string>, one: Declaration, group: number): void {
    const { groups, longhands } = this.#declared(one);
    if ((groups & group) === 0) return;
    if (one.name === 'all') values.clear();
    for (const [longhand, value] of longhands) values.set(longhand, value);
  }

  /** What an animation that stays at its end, or goes on, declares last. */
  #lastFrames(node: HtmlNode, group: number, own: Values): readonly Declaration[] {
    const { keyframes } = this.#sheets;
    if (keyframes.size === 0) return NO_DECLARATIONS;
    const values = group === GROUP.opacity ? own : this.#valuesOf(node, GROUP.opacity);
    const names = values.get('animation-name');
    if (names === undefined || !/forwards|both|infinite/.test(values.get('animation-fill-mode') ?? ''))
      return NO_DECLARATIONS;
    return names.split(/[\s,]+/).flatMap((name) => keyframes.get(name) ?? []);
  }
}

/** A declaration by longhand, and the groups that it is of: none for one that browsers drop. */
function readDeclaration({ name, value }: Declaration) {
  const groups = isTaken(name, value) ? (PROPERTIES.get(name)?.group ?? 0) : 0;
  const written = value.includes('var(') ? `${name}${WRITTEN}${value}` : null;
  const longhands = groups === 0 || name === 'all' ? [] : longhandsOf(name, value);
  return { groups, longhands: longhands.map(([longhand, one]) => [longhand, written ?? one] as const) };
}
