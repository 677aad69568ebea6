import type { Budget } from '../../budget.ts';
import { type ElementIndex, inOrder } from '../../html/element-index.ts';
import {
  attr,
  following,
  HTML_NS,
  type HtmlDocument,
  type HtmlNode,
  nearest,
  TEXT,
} from '../../html/tree.ts';
import { wordSet } from '../../word-set.ts';
import { readDeclarations } from './declarations.ts';
import { hidesByStyle, judge } from './hidden-element.ts';
import { HIDES, readStyleRules, type StyleRule } from './style-rules.ts';

/** Longest text of all styles of a page that is read, in characters: far longer ones are frameworks, loaded as files. */
const MAX_CSS_CHARS = 1_000_000;
/** Most rules that one class, id or tag leads to. */
const MAX_ALIKE = 50;

/**
 * Judges the elements which rules of the page's own styles hide, or show within hidden ones, by these rules and their own style
 * (`hidden-element.ts`). Read are rules outside of `@media` and its kin, whose selectors are
 * tags, classes and ids of the element itself. An element that another rule shows in some state (`.panel.open`, `:target`)
 * opens, and is judged by its own style. Notes it in the nodes.
 */
export function judgePageStyles(document: HtmlDocument): void {
  const { elements, budget } = document;
  const sheets = sheetsOf(document);
  if (sheets.length === 0) return;
  const rules = new RuleIndex(readStyleRules(sheets));
  /** By all that rules ask of an element: its style; null where none hides or shows it. */
  const styles = new Map<string, string | null>();
  for (const node of rules.mayHide(elements)) {
    if (node.ns !== HTML_NS || WHOLE.has(node.tag) || isFormula(node)) continue;
    const names = [node.tag, elements.classOf[node.index], attr(node, 'id')];
    // The one character that no attribute holds.
    const key = [...names, isPlainText(node), attr(node, 'style')].join('\0');
    let style = styles.get(key);
    if (style === undefined) {
      const own = rules.of(node, budget);
      style = hidingStyle(node, own) ?? showingStyle(node, own);
      styles.set(key, style);
    }
    if (style !== null) judge(node, style);
  }
}

/** What scripts hide until the page is there. */
const WHOLE = new Set(['html', 'body', 'main', 'head', 'style', 'script', 'template', 'noscript']);

/** MathML beside its picture: for screen readers, and the only text of a formula. */
function isFormula({ first }: HtmlNode): boolean {
  const child = first?.kind === TEXT && first.text.trim() === '' ? first.next : first;
  return child?.tag === 'math';
}

/** Texts of the page's styles for screens; none where none hides. */
function sheetsOf({ elements }: HtmlDocument): readonly string[] {
  const sheets: string[] = [];
  let left = MAX_CSS_CHARS;
  for (const node of elements.tagged('style')) {
    if (left <= 0) break;
    if (node.first?.kind !== TEXT || isElsewhere(node)) continue;
    const sheet = node.first.text.slice(0, left);
    left -= sheet.length;
    sheets.push(sheet);
  }
  return sheets.some((sheet) => HIDES.test(sheet)) ? sheets : [];
}

/** Whether a style is for another medium, for a picture, or for readers without scripts. */
function isElsewhere(node: HtmlNode): boolean {
  if (node.ns !== HTML_NS) return true;
  const media = attr(node, 'media')?.trim().toLowerCase() ?? '';
  if (!/^(?:|all|screen)$/.test(media)) return true;
  return nearest(node.parent, ({ tag }) => tag === 'noscript' || tag === 'template') !== null;
}

/** The rules that apply to an element now, the weightiest last, and those that may once scripts or readers change its state. */
interface RulesOf {
  readonly now: readonly StyleRule[];
  readonly inState: readonly StyleRule[];
}

/** The style of an element with the rules that hide it, or null where none does. */
function hidingStyle(node: HtmlNode, { now, inState }: RulesOf): string | null {
  if (!now.some(({ hides }) => hides)) return null;
  const rulesStyle = now.map((rule) => rule.style).join(';');
  // Around parts with sizes of their own, which other rules may give to blocks and classes, letters of no size close the gaps between these.
  const style = `${isPlainText(node) ? rulesStyle : rulesStyle.replace(/font-size\s*:/gi, '-:')};${attr(node, 'style') ?? ''}`;
  if (!hidesByStyle(style)) return null;
  const opens = inState.some((rule) => !hidesByStyle(`${style};${rule.style}`));
  return opens ? null : style;
}

/** What shows a part of what is not visible. */
const SHOWS = /visibility\s*:\s*visible/i;

/** The style of an element that rules make visible within what is not; null where none does. */
function showingStyle(node: HtmlNode, { now }: RulesOf): string | null {
  const style = now.map((rule) => rule.style).join(';');
  const shows = SHOWS.test(style) && readDeclarations(style).get('visibility') === 'visible';
  return shows ? `visibility:visible;${attr(node, 'style') ?? ''}` : null;
}

/** Most nodes of a text with marks. */
const MAX_MARKED = 24;
const MARKS = wordSet('b strong i em u s mark code small sub sup span br');

/** Whether an element holds nothing but text, and marks that no rule tells from others. */
function isPlainText(element: HtmlNode): boolean {
  if (element.first === null || element.end - element.index > MAX_MARKED) return false;
  for (let at: HtmlNode | null = element.first; at !== null; at = following(at, element))
    if (at.kind !== TEXT && (at.attrs.length > 0 || !MARKS.has(at.tag))) return false;
  return true;
}

/** Rules that one name leads to. */
interface Alike {
  readonly rules: StyleRule[];
  /** Whether one of them hides, or shows within what is hidden, without a condition. */
  hides: boolean;
}

/** Rules by a name of their elements, now or in another state: an identifier, each class, or the tag where there is neither. */
class RuleIndex {
  readonly #byTag = new Map<string, Alike>();
  readonly #byId = new Map<string, Alike>();
  readonly #byClass = new Map<string, Alike>();

  constructor(rules: readonly StyleRule[]) {
    for (const rule of rules) {
      const { tag, ids, classes } = rule;
      if (ids.length > 0) addRule(this.#byId, ids[0]!, rule);
      else if (classes.length === 0) addRule(this.#byTag, tag, rule);
      else for (const name of new Set(classes)) addRule(this.#byClass, name, rule);
    }
  }

  /** The elements with a name that leads to a rule which hides, in document order. */
  mayHide(elements: ElementIndex): readonly HtmlNode[] {
    const tags = [...this.#byTag.keys()].filter((tag) => this.#byTag.get(tag)!.hides);
    const classes = elements.classes.filter(({ value }) =>
      classesOf(value).some((name) => this.#byClass.get(name)?.hides),
    );
    const identified = elements.having('id').filter((node) => this.#byId.get(attr(node, 'id')!)?.hides);
    return inOrder([...elements.tagged(...tags), ...identified, ...classes.flatMap(({ nodes }) => nodes)]);
  }

  of(node: HtmlNode, budget: Budget): RulesOf {
    const id = attr(node, 'id') ?? '';
    const classes = classesOf(attr(node, 'class') ?? '');
    const now = new Set<StyleRule>();
    const inState: StyleRule[] = [];
    const named = classes.map((name) => this.#byClass.get(name));
    for (const alike of [this.#byTag.get(node.tag), this.#byId.get(id), ...named]) {
      for (const rule of alike?.rules ?? []) {
        budget.spend(rule.style.length, 'reading the styles of the page');
        if ((rule.tag !== '' && rule.tag !== node.tag) || !rule.ids.every((one) => one === id)) continue;
        const hasAll = rule.classes.every((name) => classes.includes(name));
        if (rule.isPlain && hasAll) now.add(rule);
        else inState.push(rule);
      }
    }
    return { now: [...now].sort((a, b) => a.weight - b.weight), inState };
  }
}

function addRule(index: Map<string, Alike>, name: string, rule: StyleRule): void {
  const hides = rule.isPlain && (rule.hides || SHOWS.test(rule.style));
  const alike = index.get(name);
  if (alike === undefined) index.set(name, { rules: [rule], hides });
  else {
    if (alike.rules.length < MAX_ALIKE) alike.rules.push(rule);
    alike.hides ||= hides;
  }
}

function classesOf(value: string): readonly string[] {
  return value.match(/\S+/g) ?? [];
}
