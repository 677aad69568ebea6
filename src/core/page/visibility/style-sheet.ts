import { addTo } from '../../add-to.ts';
import { isSpace } from '../../html/blank.ts';
import type { HtmlNode } from '../../html/tree.ts';
import { lazyFor } from '../../lazy.ts';
import { unitAt } from '../../unit-at.ts';
import { mayConcern } from './concerns.ts';
import { holdsOnScreen, isSupported } from './conditions.ts';
import {
  colonIn,
  type Declaration,
  declarationsIn,
  endOf,
  isLetter,
  nameOf,
  placeOf,
  plainCss,
  propertyIn,
  STOP,
  withoutComments,
} from './css-text.ts';
import type { PageNames } from './page-names.ts';
import { type Layer, SelectorList, StyleRule } from './style-rule.ts';

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
  readonly #names: () => PageNames;
  readonly #holds = lazyFor(holdsOnScreen);

  constructor(names: () => PageNames) {
    this.#names = names;
  }

  /** `scope`: the element in which its rules hold; null for the page. */
  read(css: string, scope: HtmlNode | null): void {
    this.#scope = scope;
    this.#block(css, 0, { selectors: null, layer: this.#top, depth: 0 });
  }

  /** Reads what shows to readers without scripts what scripts would show to others. */
  readShowing(css: string): void {
    const from = this.rules.length;
    this.read(css, null);
    for (const rule of this.rules.slice(from)) rule.hiding = rule.varied = rule.colours = 0;
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
        (isTop ? 0 : STOP.closes) | (isTop && !isAtRule ? 0 : STOP.semicolon) | (isVariable ? 0 : STOP.opens),
        css,
        at,
      );
      if (css.charCodeAt(end) === 123) {
        const isForOthers =
          around.selectors === null && !isAtRule && !mayConcern(css, at, end, this.#names());
        at = isForOthers
          ? placeOf(STOP.closes, css, end + 1) + 1
          : this.#rule(css, css.slice(at, end), end + 1, around);
        own = null;
        continue;
      }
      if (isAtRule) this.#statement(css.slice(at, end), around);
      else if (around.selectors !== null) own = this.#declaration(css, at, end, own, around);
      at = css.charCodeAt(end) === 125 ? end : end + 1;
    }
  }

  /** Adds what is declared to a rule, `own` or a new one, where it says whether elements are seen. */
  #declaration(
    css: string,
    at: number,
    end: number,
    own: StyleRule | null,
    around: Around,
  ): StyleRule | null {
    const colon = colonIn(css, at, end);
    if (colon < 0) return own;
    const property = propertyIn(css, at, colon);
    const name = property === undefined && !isLetter(css.charCodeAt(at)) ? nameOf(css.slice(at, colon)) : '';
    if (property === undefined && !name.startsWith('--')) return own;
    const rule = own ?? new StyleRule(around.selectors!, around.layer, css, at);
    if (own === null) {
      rule.scope = this.#scope;
      rule.order = this.rules.length;
      this.rules.push(rule);
    }
    rule.end = end;
    const text = css.slice(colon + 1, end);
    if (property !== undefined) rule.add(property, text);
    else addTo(this.variables, name, { rule, text });
    return rule;
  }

  /** Reads a rule with a block, which begins at `from`, and returns the place behind it. */
  #rule(css: string, prelude: string, from: number, around: Around): number {
    const { layer, selectors } = around;
    const depth = around.depth + 1;
    if (prelude.charCodeAt(0) !== 64 && depth <= MAX_DEPTH) {
      return this.#block(css, from, { selectors: new SelectorList(prelude, selectors), layer, depth });
    }
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
        return this.#holds(condition) ? inner : null;
      case 'supports':
        return isSupported(condition) ? inner : null;
      case 'container':
        return this.#holds(condition.replace(/^(?!not\b)[\w-]+\s+(?=\(|not\b)/, '')) ? inner : null;
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
    const [, address = '', more = ''] =
      /^(?:url\()?\s*["']?(data:[^"')]*)["']?\s*\)?(.*)$/is.exec(rest) ?? [];
    if (address === '') this.isPart = true;
    else if (this.#imports++ < MAX_IMPORTS && holdsOnScreen(more.trim()))
      this.read(dataOf(address) ?? '', this.#scope);
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
  const { length } = css;
  let at = from;
  while (at < length) {
    const sign = unitAt(css, at);
    if (isSpace(sign) || sign === 59) at++;
    else if (sign === 47 && css.charCodeAt(at + 1) === 42) at = endOf(css, '*/', at + 2);
    else if (sign === 60 && css.startsWith('<!--', at)) at += 4;
    else if (sign === 45 && css.startsWith('-->', at)) at += 3;
    else return at;
  }
  return length;
}

/** The text of a style sheet in an address of its own (RFC 2397); null for another kind of data. */
export function dataOf(address: string): string | null {
  const [, encoded, data = ''] =
    /^data:text\/css(?:;[\w-]+=[\w-]+)*(;base64)?,(.*)$/is.exec(address.trim()) ?? [];
  try {
    return data === ''
      ? null
      : encoded === undefined
        ? decodeURIComponent(data)
        : atob(decodeURIComponent(data));
  } catch {
    return null;
  }
}
