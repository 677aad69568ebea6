import { inOrder } from '../../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import type { ComplexSelector } from '../selectors/selector.ts';
import { Cascade, hintsOf, type RuleSelector, selectorsOf } from './cascade.ts';
import { BLACK, type Colour, colourOf, FAINT, lookAlike, WHITE } from './colours.ts';
import { type Declaration, declarationsIn } from './css-text.ts';
import type { OwnSheets } from './own-sheets.ts';
import { PageNames } from './page-names.ts';
import { longhandsOf, mayHide } from './properties.ts';
import { GROUP, PROPERTIES } from './properties.table.ts';
import { COLOURS, colouredBy, type StyleRule } from './style-sheet.ts';

/** The styles of a page of which something may be hidden. */
export interface Suspects {
  readonly cascade: Cascade;
  /** Elements that some declaration may hide, alone or with others, in document order, and the groups in which it is. */
  readonly elements: readonly (readonly [node: HtmlNode, groups: number])[];
}

/** What may hide something of a page; null where nothing does. */
export function findSuspects(doc: HtmlDocument, { reader, areAll }: OwnSheets): Suspects | null {
  const inline = new Map<string, readonly Declaration[]>();
  const own = declaredByAttributes(doc, inline);
  const values = new Values(reader.variables, inline);
  const colours = new Colours(areAll, values, reader.rules, own);
  const names = new PageNames(doc);
  const hits: (readonly [groups: number, selectors: readonly RuleSelector[]])[] = [];
  let all = 0;
  for (const [order, rule] of reader.rules.entries()) {
    if (!mayHideAny(rule)) continue;
    const selectors = selectorsOf(rule, order, names);
    if (!selectors.some((one) => one.mayMatch)) continue;
    let groups = rule.hiding;
    if (rule.isAnimated) groups |= framesIn(rule.declarations(), reader.keyframes, values);
    if (rule.varied !== 0) groups |= groupsIn(rule.declarations(), values);
    if (rule.colours !== 0 && colours.hide(rule.colours, rule, () => rule.declarations()))
      groups |= GROUP.colour;
    if (groups !== 0) hits.push([groups, selectors]);
    all |= groups;
  }
  const byNode = new Map<HtmlNode, number>();
  const note = (node: HtmlNode, groups: number): void => {
    byNode.set(node, (byNode.get(node) ?? 0) | groups);
  };
  const known = new Map<readonly Declaration[], number>();
  for (const [node, declared] of own) {
    let groups = known.get(declared);
    if (groups === undefined) {
      groups = groupsIn(declared, values) | framesIn(declared, reader.keyframes, values);
      const coloured = declared.reduce((bits, { name, value }) => bits | colouredBy(name, value), 0);
      if (coloured !== 0 && colours.hide(coloured, null, () => declared)) groups |= GROUP.colour;
      known.set(declared, groups);
    }
    if (groups !== 0) note(node, groups);
    all |= groups;
  }
  if (all === 0) return null;
  const cascade = new Cascade(doc, reader, withOthers(all), inline, names);
  for (const [groups, selectors] of hits)
    for (const one of selectors) {
      if (!one.mayMatch) continue;
      const { selector } = one;
      if (selector === undefined) continue;
      const name = one.names.at(-1)!;
      for (const node of names.nodes(name === '' ? attributeOf(selector) : name))
        if ((groups & ~(byNode.get(node) ?? 0)) !== 0 && cascade.matches(node, one))
          note(node, groups);
    }
  return { cascade, elements: inOrder([...byNode.keys()]).map((node) => [node, byNode.get(node)!]) };
}

function mayHideAny({ hiding, varied, isAnimated, colours }: StyleRule): boolean {
  return (hiding | varied | (colours & COLOURS.letters)) !== 0 || isAnimated;
}

/** The attribute that the last part of a selector asks for, after `[`; '' for none. */
function attributeOf(selector: ComplexSelector): string {
  const asked = selector.at(-1)!.simple.find((one) => one.kind === 'attribute');
  return asked?.kind === 'attribute' ? `[${asked.name}` : '';
}

/** Groups whose declarations are read where some of another hide. */
const WITH: readonly (readonly [group: number, others: number])[] = [
  [
    GROUP.size | GROUP.place | GROUP.clip | GROUP.font | GROUP.indent,
    GROUP.size | GROUP.place | GROUP.position | GROUP.display | GROUP.font | GROUP.indent,
  ],
  [GROUP.colour, GROUP.position],
];

/** Groups of which the declarations are read where those of some may hide. */
export function withOthers(groups: number): number {
  return WITH.reduce((all, [group, others]) => ((groups & group) === 0 ? all : all | others), groups);
}

/** What elements declare by attributes of their own. */
function declaredByAttributes(
  { elements }: HtmlDocument,
  inline: Map<string, readonly Declaration[]>,
): (readonly [HtmlNode, readonly Declaration[]])[] {
  const declared: (readonly [HtmlNode, readonly Declaration[]])[] = [];
  for (const node of elements.having('style')) {
    const style = attr(node, 'style')!;
    let own = inline.get(style);
    if (own === undefined) {
      own = declarationsIn(style).filter(({ name }) => PROPERTIES.has(name) || name.startsWith('--'));
      inline.set(style, own);
    }
    if (own.length > 0) declared.push([node, own]);
  }
  const hinted = [
    ...(['hidden', 'popover', 'bgcolor'] as const).map((name) => elements.having(name)),
    ...['dialog', 'font', 'body'].map((tag) => elements.tagged(tag)),
  ].flat();
  for (const node of hinted) {
    const hints = hintsOf(node);
    if (hints.length > 0)
      declared.push([node, hints.map(([name, value]) => ({ name, value, isImportant: false }))]);
  }
  return declared;
}

function groupsIn(declared: readonly Declaration[], values: Values): number {
  let groups = 0;
  for (const { name, value } of declared) {
    const group = PROPERTIES.get(name)?.group ?? 0;
    if (group === 0 || group === GROUP.colour || (groups & group) !== 0) continue;
    const isSimple = (group & (GROUP.display | GROUP.visibility | GROUP.opacity)) !== 0;
    if (values.of(value)?.some((one) => mayHide(name, one)) ?? isSimple) groups |= group;
  }
  return groups;
}

/** Groups in which the last frame of an animation may hide. */
function framesIn(
  declared: readonly Declaration[],
  keyframes: ReadonlyMap<string, readonly Declaration[]>,
  values: Values,
): number {
  let groups = 0;
  if (keyframes.size === 0) return groups;
  for (const { name, value } of declared)
    if (name.startsWith('animation'))
      for (const word of value.split(/[\s,]+/)) groups |= groupsIn(keyframes.get(word) ?? [], values);
  return groups === 0 ? 0 : groups | GROUP.opacity;
}

/** Most values that variables may give a declaration; more are not told apart. */
const MAX_VALUES = 16;
const VARIABLE = /var\(\s*(--[^\s,()]*)\s*(?:,([^()]*))?\)/;

/** What values may come to be, whatever declares their variables. */
class Values {
  readonly #named = new Map<string, Set<string>>();
  readonly #filled = new Map<string, readonly string[] | null>();

  constructor(
    variables: ReadonlyMap<string, readonly { readonly text: string }[]>,
    inline: ReadonlyMap<string, readonly Declaration[]>,
  ) {
    for (const [name, all] of variables) for (const { text } of all) this.#add(name, text);
    for (const declared of inline.values())
      for (const { name, value } of declared) if (name.startsWith('--')) this.#add(name, value);
  }

  #add(name: string, text: string): void {
    const values = this.#named.get(name) ?? new Set();
    if (values.size <= MAX_VALUES) values.add(text.trim());
    this.#named.set(name, values);
  }

  /** The value, or those that it comes to with what its variables have somewhere on the page; null for too many. */
  of(value: string): readonly string[] | null {
    if (!value.includes('var(')) return [value];
    let filled = this.#filled.get(value);
    if (filled === undefined) {
      filled = this.#fill(value);
      this.#filled.set(value, filled);
    }
    return filled;
  }

  #fill(value: string): readonly string[] | null {
    const done: string[] = [];
    const open = [value];
    for (let count = 0; open.length > 0; count++) {
      if (count > MAX_VALUES * 4 || done.length > MAX_VALUES) return null;
      const next = open.pop()!;
      const [all, name = '', fallback] = VARIABLE.exec(next) ?? [];
      if (all === undefined) {
        if (next.includes('var(')) return null;
        done.push(next);
        continue;
      }
      for (const one of this.#named.get(name) ?? []) open.push(next.replace(all, () => one));
      if (fallback !== undefined) open.push(next.replace(all, () => fallback));
    }
    return done;
  }
}

/** Most colours that are compared with each other: pages have some dozens. */
const MAX_COLOURS = 500;

/** Rules of the page itself. */
const ROOTS = /(?:^|,)\s*(?::root|html|body)\s*(?:,|$)/i;

/** Tells whether declarations of colours may hide: letters are clear, or of the colour of a ground. */
class Colours {
  readonly #values: Values;
  readonly #areAll: boolean;
  /** Colours of letters, and of grounds, that the page and attributes of its elements have. */
  readonly #letters: readonly Colour[];
  readonly #grounds: readonly Colour[];
  readonly #known = new Map<string, Colour | null>();

  constructor(
    areAll: boolean,
    values: Values,
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
  hide(bits: number, rule: StyleRule | null, declarations: () => readonly Declaration[]): boolean {
    const isLettered = (bits & COLOURS.letters) !== 0;
    const isGround = (bits & COLOURS.ground) !== 0;
    if (!isLettered && (rule !== null || !this.#areAll)) return false;
    if (!this.#areAll && (bits & COLOURS.clear) === 0 && !isGround) return false;
    const declared = declarations();
    const letters = isLettered ? this.#in(declared, COLOURS.letters) : [];
    if (letters.some(({ alpha }) => alpha < FAINT)) return true;
    const grounds = isGround ? this.#in(declared, COLOURS.ground) : [];
    if (!this.#areAll || (isLettered && grounds[0]?.alpha === 1 && !declared.some((one) => one.isImportant)))
      return areAlike(letters, grounds);
    return areAlike(letters, this.#grounds) || areAlike(grounds, this.#letters);
  }

  /** The colours that declarations give to letters or to what is behind them. */
  #in(declared: readonly Declaration[], what: number): readonly Colour[] {
    return declared.flatMap(({ name, value }) => {
      if (colouredBy(name, '') !== what) return [];
      return (this.#values.of(value) ?? []).flatMap((one) => {
        const [, written] = longhandsOf(name, one)[0]!;
        let colour = this.#known.get(written);
        if (colour === undefined) {
          colour = colourOf(written);
          this.#known.set(written, colour);
        }
        return colour === null ? [] : [colour];
      });
    });
  }
}

function areAlike(some: readonly Colour[], others: readonly Colour[]): boolean {
  return (
    some.length > 0 &&
    (others.length > MAX_COLOURS || some.some((one) => one.alpha >= FAINT && others.some((other) => lookAlike(one, other))))
  );
}
