import { addTo } from '../../add-to.ts';
import { isSpace } from '../../html/blank.ts';
import type { HtmlNode } from '../../html/tree.ts';
import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import type { ComplexSelector } from '../selectors/selector.ts';
import { holdsOnScreen, isSupported } from './conditions.ts';
import {
  type Declaration,
  declarationsIn,
  endOf,
  nameOf,
  placeOf,
  plainCss,
  STOP,
  withoutComments,
} from './css-text.ts';
import { isTaken, mayHide } from './properties.ts';
import { GROUP, PROPERTIES, type Property } from './properties.table.ts';

/** A layer of rules, and those in it in the order in which they are named first. */
interface Layer {
  readonly parts: Map<string, Layer>;
  /** Layers that weigh less; what stands in a layer weighs more than its parts, and what is in none most. */
  weight: number;
}

/** What a rule gives a variable. */
export interface Variable {
  readonly rule: StyleRule;
  readonly text: string;
}

/** What the rules inside a block have around them. */
interface Around {
  /** Of the rule that they are nested in; null for none. */
  readonly selectors: SelectorList | null;
  readonly layer: Layer;
  readonly depth: number;
}

/** Deepest nesting of blocks that is read. */
const MAX_DEPTH = 32;
/** Sheets that sheets import, one in the other. */
const MAX_IMPORTS = 4;

/** The selectors of a rule. */
class SelectorList {
  readonly text: string;
  readonly around: SelectorList | null;
  #read: readonly ComplexSelector[] | null = null;

  constructor(text: string, around: SelectorList | null) {
    this.text = text;
    this.around = around;
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
  /** Groups of its declarations, and those of which one may hide, or holds a variable. */
  groups = 0;
  hiding = 0;
  varied = 0;
  /** What it colours: `COLOURS`. */
  colours = 0;
  isAnimated = false;
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

  add({ name, group }: Property, text: string): void {
    this.groups |= group;
    if (group === GROUP.colour) this.colours |= colouredBy(name, text);
    if (group === GROUP.opacity && name.startsWith('anim')) this.isAnimated = true;
    if (text.includes('var(')) this.varied |= group;
    else if ((this.hiding & group) === 0 && group !== GROUP.colour && mayHide(name, text)) this.hiding |= group;
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

/** Reads style sheets as browsers do (CSS Syntax 3, 5), and keeps what holds for a screen. Linear in their text. */
export class SheetReader {
  readonly rules: StyleRule[] = [];
  /** Rules that declare a variable, by its name. */
  readonly variables = new Map<string, Variable[]>();
  /** By name: what the last keyframe declares. */
  readonly keyframes = new Map<string, readonly Declaration[]>();
  /** A sheet from elsewhere is imported. */
  isPart = false;
  readonly #top: Layer = { parts: new Map(), weight: 0 };
  #scope: HtmlNode | null = null;
  #imports = 0;
  #unnamed = 0;

  /** `scope`: the element in which its rules hold; null for the page. */
  read(css: string, scope: HtmlNode | null): void {
    this.#scope = scope;
    this.#block(css, 0, { selectors: null, layer: this.#top, depth: 0 });
  }

  /** Reads what shows to readers without scripts what scripts would show to others. */
  readShowing(css: string): void {
    const from = this.rules.length;
    this.read(css, null);
    for (const rule of this.rules.slice(from))
      rule.hiding = rule.varied = rule.colours = 0;
  }

  /** Numbers the layers, once all sheets were read. */
  weighLayers(layer: Layer = this.#top, from = 0): number {
    let weight = from;
    for (const part of layer.parts.values()) weight = this.weighLayers(part, weight);
    layer.weight = weight;
    return weight + 1;
  }

  /** Reads rules and declarations up to the end of a block, and returns the place behind it. */
  #block(css: string, from: number, around: Around): number {
    const isTop = around.depth === 0;
    /** Holds the declarations, up to what is nested between them. */
    let own: StyleRule | null = null;
    for (let at = startOfItem(css, from); ; at = startOfItem(css, at)) {
      const first = css.charCodeAt(at);
      if (at >= css.length || (!isTop && first === 125)) return at + 1;
      const isAtRule = first === 64;
      const isVariable = !isTop && first === 45 && css.charCodeAt(at + 1) === 45;
      const end = placeOf(
        (isTop ? 0 : STOP.closes) |
          (isTop && !isAtRule ? 0 : STOP.semicolon) |
          (isVariable ? 0 : STOP.opens),
        css,
        at,
      );
      if (css.charCodeAt(end) === 123) {
        at = this.#rule(css, css.slice(at, end), end + 1, around);
        own = null;
        continue;
      }
      if (isAtRule) this.#statement(css.slice(at, end), around);
      else if (around.selectors !== null) own = this.#declaration(css, at, end, own, around);
      at = css.charCodeAt(end) === 125 ? end : end + 1;
    }
  }

  /** Adds what is declared to a rule, `own` or a new one, where it says whether elements are seen. */
  #declaration(css: string, at: number, end: number, own: StyleRule | null, around: Around): StyleRule | null {
    const item = css.slice(at, end);
    const colon = item.indexOf(':');
    if (colon < 0) return own;
    const name = nameOf(item.slice(0, colon));
    const property = PROPERTIES.get(name);
    const isVariable = property === undefined && name.startsWith('--');
    if (property === undefined && !isVariable) return own;
    const rule = own ?? new StyleRule(around.selectors!, around.layer, css, at);
    if (own === null) {
      rule.scope = this.#scope;
      this.rules.push(rule);
    }
    rule.end = end;
    const text = item.slice(colon + 1);
    if (property !== undefined) rule.add(property, text);
    else addTo(this.variables, name, { rule, text });
    return rule;
  }

  /** Reads a rule with a block, which begins at `from`, and returns the place behind it. */
  #rule(css: string, prelude: string, from: number, around: Around): number {
    const { layer, selectors } = around;
    const depth = around.depth + 1;
    if (prelude.charCodeAt(0) !== 64 && depth <= MAX_DEPTH)
      return this.#block(css, from, { selectors: new SelectorList(prelude, selectors), layer, depth });
    const inner = { selectors, layer, depth };
    const [, name = '', rest = ''] = AT_RULE.exec(withoutComments(prelude, ' ')) ?? [];
    const within = inner.depth > MAX_DEPTH ? null : this.#within(name.toLowerCase(), rest.trim(), inner);
    if (within !== null) return this.#block(css, from, within);
    const end = placeOf(STOP.closes, css, from);
    if (/^(?:-webkit-)?keyframes$/i.test(name)) this.#addKeyframes(plainCss(rest), css.slice(from, end));
    return end + 1;
  }

  /** What the rules of a group have around them; null for a group that does not hold, and for what is no group. */
  #within(name: string, condition: string, inner: Around): Around | null {
    switch (name) {
      case 'media':
        return holdsOnScreen(condition) ? inner : null;
      case 'supports':
        return isSupported(condition) ? inner : null;
      case 'container':
        return holdsOnScreen(condition.replace(/^(?!not\b)[\w-]+\s+(?=\(|not\b)/, '')) ? inner : null;
      case 'layer':
        return { ...inner, layer: this.#layer(condition || `\0${this.#unnamed++}`, inner.layer) };
      case 'scope': {
        const start = /^\((.*)\)$/s.exec(condition)?.[1];
        const isWhole = start !== undefined && !/\)\s*to\s*\(/.test(condition);
        return isWhole ? { ...inner, selectors: new SelectorList(start, null) } : null;
      }
      default:
        return null;
    }
  }

  #statement(text: string, around: Around): void {
    const [, name = '', rest = ''] = AT_RULE.exec(withoutComments(text, ' ')) ?? [];
    if (/^layer$/i.test(name)) for (const one of rest.split(',')) this.#layer(one.trim(), around.layer);
    if (!/^import$/i.test(name)) return;
    const [, address = '', more = ''] = /^(?:url\()?\s*["']?(data:[^"')]*)["']?\s*\)?(.*)$/is.exec(rest) ?? [];
    if (address === '') this.isPart = true;
    else if (this.#imports++ < MAX_IMPORTS && holdsOnScreen(more.trim())) this.read(dataOf(address) ?? '', this.#scope);
  }

  /** The layer of a name within another, which is noted where it is named first. */
  #layer(name: string, around: Layer): Layer {
    let layer = around;
    for (const part of name.split('.', MAX_DEPTH)) {
      const inner = layer.parts.get(part) ?? { parts: new Map(), weight: 0 };
      layer.parts.set(part, inner);
      layer = inner;
    }
    return layer;
  }

  #addKeyframes(name: string, block: string): void {
    for (let from = 0; from < block.length; ) {
      const opens = placeOf(STOP.opens, block, from);
      const end = placeOf(STOP.closes, block, opens + 1);
      if (/(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(block.slice(from, opens)))
        this.keyframes.set(name.replace(/["']/g, ''), declarationsIn(block.slice(opens + 1, end)));
      from = end + 1;
    }
  }
}

const AT_RULE = /^@([\w-]+)\s*(.*)$/s;

/** The place of the next rule or declaration: past blanks, semicolons, comments and the marks of comments in HTML. */
function startOfItem(css: string, from: number): number {
  let at = from;
  for (;;) {
    const sign = css.charCodeAt(at);
    if (isSpace(sign) || sign === 59) at++;
    else if (sign === 47 && css.charCodeAt(at + 1) === 42) at = endOf(css, '*/', at + 2);
    else if (sign === 60 && css.startsWith('<!--', at)) at += 4;
    else if (sign === 45 && css.startsWith('-->', at)) at += 3;
    else return at;
  }
}

/** The text of a style sheet in an address of its own (RFC 2397); null for another kind of data. */
export function dataOf(address: string): string | null {
  const [, encoded, data = ''] = /^data:text\/css(?:;[\w-]+=[\w-]+)*(;base64)?,(.*)$/is.exec(address.trim()) ?? [];
  try {
    return data === '' ? null : encoded === undefined ? decodeURIComponent(data) : atob(decodeURIComponent(data));
  } catch {
    return null;
  }
}
