import { attr, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazyFor } from '../../lazy.ts';
import { type Declaration, plainCss } from './css-text.ts';
import { WIDE } from './properties.ts';
import { byWeight, type RuleSelector } from './rule-selectors.ts';
import type { StyleRule } from './style-rule.ts';
import type { Variable } from './style-sheet.ts';

/** Longest value that variables make, and deepest that they stand in each other. */
const MAX_VALUE_CHARS = 2000;
const MAX_VARIABLES_DEEP = 12;
const DOING = 'reading the styles of the page';

/** What the variables of a page stand for, by element. */
export class Variables {
  readonly #doc: HtmlDocument;
  readonly #declared: ReadonlyMap<string, readonly Variable[]>;
  readonly #inline: ReadonlyMap<string, readonly Declaration[]>;
  readonly #selectorsOf: (rule: StyleRule) => readonly RuleSelector[];
  readonly #matches: (node: HtmlNode, one: RuleSelector) => boolean;
  /** By name: what a variable stands for, by element. */
  readonly #known = lazyFor((_name: string) => new Map<HtmlNode, string | undefined>());

  constructor(
    doc: HtmlDocument,
    declared: ReadonlyMap<string, readonly Variable[]>,
    inline: ReadonlyMap<string, readonly Declaration[]>,
    selectorsOf: (rule: StyleRule) => readonly RuleSelector[],
    matches: (node: HtmlNode, one: RuleSelector) => boolean,
  ) {
    this.#doc = doc;
    this.#declared = declared;
    this.#inline = inline;
    this.#selectorsOf = selectorsOf;
    this.#matches = matches;
  }

  /** A value with what its variables stand for; `unset` where one stands for nothing (CSS Variables 1, 3). */
  filled(value: string, node: HtmlNode, depth = 0): string {
    let filled = value;
    for (let at = filled.indexOf('var('); at >= 0; at = filled.indexOf('var(')) {
      this.#doc.budget.spend(filled.length, DOING);
      if (depth > MAX_VARIABLES_DEEP || filled.length > MAX_VALUE_CHARS) return 'unset';
      const end = endOfFunction(filled, at + 4);
      const [, name = '', fallback] = VARIABLE.exec(filled.slice(at + 4, end)) ?? [];
      const stands = this.#variable(name, node) ?? fallback;
      if (stands === undefined) return 'unset';
      const text = stands.includes('var(') ? this.filled(stands, node, depth + 1) : stands;
      filled = `${filled.slice(0, at)}${text}${filled.slice(end + 1)}`;
    }
    return filled.trim();
  }

  /** What a variable stands for where an element is: as the nearest element around declares it. */
  #variable(name: string, node: HtmlNode): string | undefined {
    const known = this.#known(name);
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
    const declared = this.#given(name);
    this.#doc.budget.spend(declared.length, DOING);
    return declared.findLast(({ one }) => this.#matches(node, one))?.value;
  }

  /** What rules give a variable, in the order of the cascade. */
  readonly #given = lazyFor((name: string) =>
    (this.#declared.get(name) ?? [])
      .flatMap(({ rule, text }) => this.#selectorsOf(rule).map((one) => ({ one, value: plainCss(text) })))
      .filter(({ one }) => one.selector !== undefined)
      .sort((a, b) => byWeight(a.one, b.one)),
  );
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
