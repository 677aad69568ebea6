import type { Budget } from './budget.ts';
import { hidesByStyle } from './hiding.ts';
import { attr, ELEMENT, HTML_NS, type HtmlDocument, type HtmlNode, TEXT } from './html/tree.ts';

/** Longest text of all styles of a page that is read, in characters: far longer ones are frameworks, loaded as files. */
const MAX_CSS_CHARS = 1_000_000;
/** Most rules that are looked at; pages have some dozens that hide. */
const MAX_RULES = 2000;
/** Most rules that one class, id or tag leads to. */
const MAX_ALIKE = 50;
/** Most characters of the declarations of one rule that say whether it hides. */
const MAX_STYLE_CHARS = 500;

/** The last compound of a selector: what an element must be, whatever stands around it. */
interface Compound {
  readonly tag: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
}

interface Rule {
  readonly compound: Compound;
  /** Declarations, as they stand. */
  readonly style: string;
  /** Nothing else is asked of the element: the rule always applies. */
  readonly isPlain: boolean;
  /** Weight of a plain selector (Selectors 4, 17), then its place. */
  readonly weight: number;
}

/** Rules by what the index of an element finds them under: `#id`, `.class` or `tag`. */
type RuleIndex = ReadonlyMap<string, readonly Rule[]>;

/**
 * Writes the rules of the page's own styles that hide elements into the style attribute of these, ahead of what stands there,
 * so that one place judges both (`hiding.ts`). Read are rules outside of `@media` and its kin, whose selectors are tags,
 * classes and ids of the element itself. An element that another rule shows in some state (`.panel.open`, `:target`) opens, and
 * is left as it is. Changes the document.
 */
export function applyPageStyles(document: HtmlDocument): void {
  const rules = indexOf(readRules(cssOf(document)));
  if (rules.size === 0) return;
  for (const node of document.nodes) {
    if (node.kind !== ELEMENT || node.ns !== HTML_NS || WHOLE.has(node.tag) || isFormula(node)) continue;
    const style = hidingStyle(node, rules, document.budget);
    if (style !== null)
      node.attrs = [...node.attrs.filter(({ name }) => name !== 'style'), { name: 'style', value: style }];
  }
}

/** What scripts hide until the page is there. */
const WHOLE = new Set(['html', 'body', 'main', 'head', 'style', 'script', 'template', 'noscript']);

/** The style of an element with the rules that hide it, or null where none does. */
function hidingStyle(node: HtmlNode, rules: RuleIndex, budget: Budget): string | null {
  const { now, inState } = rulesOf(node, rules, budget);
  if (!now.some(({ style }) => HIDES.test(style))) return null;
  const own = attr(node, 'style') ?? '';
  const rulesStyle = now.map((rule) => rule.style).join(';');
  // Around parts with sizes of their own, letters of no size close the gaps between these.
  const style = `${isLeaf(node) ? rulesStyle : rulesStyle.replace(/font-size\s*:/gi, '-:')};${own}`;
  if (!hidesByStyle(style)) return null;
  const opens = inState.some((rule) => !hidesByStyle(`${style};${rule.style}`));
  return opens ? null : style;
}

/** MathML beside its picture: for screen readers, and the only text of a formula. */
function isFormula({ first }: HtmlNode): boolean {
  const child = first?.kind === TEXT && first.text.trim() === '' ? first.next : first;
  return child?.tag === 'math';
}

const isLeaf = ({ index, end, first }: HtmlNode): boolean => end === index + 2 && first?.kind === TEXT;

/** The rules that apply to an element now, the weightiest last, and those that may once scripts or readers change its state. */
function rulesOf(
  node: HtmlNode,
  rules: RuleIndex,
  budget: Budget,
): { readonly now: Rule[]; readonly inState: Rule[] } {
  const id = attr(node, 'id') ?? '';
  const classes: readonly string[] = attr(node, 'class')?.match(/\S+/g) ?? [];
  const now: Rule[] = [];
  const inState: Rule[] = [];
  for (const key of [node.tag, `#${id}`, ...classes.map((name) => `.${name}`)]) {
    for (const rule of rules.get(key) ?? []) {
      budget.spend(rule.style.length, 'reading the styles of the page');
      const { tag, ids, classes: wanted } = rule.compound;
      if ((tag !== '' && tag !== node.tag) || !ids.every((one) => one === id)) continue;
      const hasAll = wanted.every((name) => classes.includes(name));
      (rule.isPlain && hasAll ? now : inState).push(rule);
    }
  }
  now.sort((a, b) => a.weight - b.weight);
  return { now, inState };
}

/** Text of the page's styles for screens. */
function cssOf({ nodes }: HtmlDocument): string {
  let css = '';
  for (const node of nodes) {
    if (node.tag !== 'style' || node.ns !== HTML_NS || isElsewhere(node)) continue;
    if (node.first?.kind === TEXT) css += `${node.first.text}\n`;
    if (css.length > MAX_CSS_CHARS) break;
  }
  return HIDES.test(css) ? css.slice(0, MAX_CSS_CHARS) : '';
}

/** Whether a style is for another medium, or for readers without scripts. */
function isElsewhere(node: HtmlNode): boolean {
  const media = attr(node, 'media')?.trim().toLowerCase() ?? '';
  if (!/^(?:|all|screen)$/.test(media)) return true;
  for (let up = node.parent; up !== null; up = up.parent)
    if (up.tag === 'noscript' || up.tag === 'template') return true;
  return false;
}

/** Rules that may hide, and those of states and screens that may show again. */
function readRules(css: string): readonly Rule[] {
  // Comments and strings hold braces of their own.
  const text = css.replace(
    /\/\*[^*]*(?:\*+[^/*][^*]*)*(?:\*+\/|\**$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    ' ',
  );
  const ends = endsOfBlocks(text);
  const rules: Rule[] = [];
  /** Where the group of rules around (`@media`) ends. */
  let groupEnd = 0;
  for (let at = 0; at < text.length && rules.length < MAX_RULES; ) {
    const open = text.indexOf('{', at);
    if (open < 0) break;
    const before = text.slice(at, open);
    const prelude = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1).trim();
    const close = ends.get(open)!;
    const isGroup = /^@(?:media|supports|layer|container|document)\b/i.test(prelude);
    // What is printed says nothing of the screen.
    const isRead = isGroup && !/\bprint\b/i.test(prelude);
    at = isRead ? open + 1 : close + 1;
    if (isRead) groupEnd = Math.max(groupEnd, close);
    if (prelude.startsWith('@')) continue;
    const style = tellingPart(text.slice(open + 1, close));
    if (style === '') continue;
    for (const selector of prelude.split(',').slice(0, MAX_RULES))
      rules.push(...ruleOf(selector.trim(), { style, isAlways: open >= groupEnd, place: rules.length }));
  }
  return rules;
}

/** Declarations without which nothing is hidden (`hidesByStyle`). */
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*[0.1]|clip|overflow|:\s*-\d{4}|\\/i;

/** Declarations of the properties that hide or show. */
const TOUCHES =
  /(?:^|[;\s])(?:display|visibility|content-visibility|font-size|overflow|width|height|max-width|max-height|clip|clip-path|left|top|text-indent|position)\s*:/i;

/** The declarations of a block that say whether it hides; '' for none, and for one with rules inside. */
function tellingPart(block: string): string {
  if (block.includes('{') || !TOUCHES.test(block)) return '';
  const telling = block.split(';').filter((declaration) => TOUCHES.test(declaration));
  return telling.join(';').slice(0, MAX_STYLE_CHARS);
}

/** Where each block ends, by where it opens; one that does not end goes to the end of the text. */
function endsOfBlocks(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) open.push(at);
    else if (code === 125 && open.length > 0) ends.set(open.pop()!, at);
  }
  for (const at of open) ends.set(at, text.length);
  return ends;
}

/** The rule of one selector; none for pseudo-elements, and for what is no compound of tag, ids and classes. */
function ruleOf(
  selector: string,
  { style, isAlways, place }: { readonly style: string; readonly isAlways: boolean; readonly place: number },
): readonly Rule[] {
  if (/::|:(?:before|after|first-line|first-letter)\b/.test(selector)) return [];
  const last = /[^\s>+~]+$/.exec(selector)?.[0] ?? '';
  const bare = last.replace(/:[\w-]+(?:\([^)]*\))?|\[[^\]]*\]/g, '');
  const parsed = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i.exec(bare);
  if (parsed === null) return [];
  const [, tag = '', rest = ''] = parsed;
  const names = rest.match(/[.#][\w-]+/g) ?? [];
  const compound = {
    tag: tag === '*' ? '' : tag.toLowerCase(),
    ids: names.filter((name) => name.startsWith('#')).map((name) => name.slice(1)),
    classes: names.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
  };
  const weight = compound.ids.length * 1e8 + compound.classes.length * 1e6 + (compound.tag === '' ? 0 : 1e4);
  return [{ compound, style, isPlain: isAlways && bare === selector, weight: weight + place }];
}

function indexOf(rules: readonly Rule[]): RuleIndex {
  const index = new Map<string, Rule[]>();
  for (const rule of rules) {
    const { tag, ids, classes } = rule.compound;
    const keys =
      ids.length > 0 ? [`#${ids[0]}`] : classes.length > 0 ? classes.map((name) => `.${name}`) : [tag];
    for (const key of new Set(keys)) {
      const under = index.get(key);
      if (under === undefined) index.set(key, [rule]);
      else if (under.length < MAX_ALIKE) under.push(rule);
    }
  }
  // What no rule hides needs no look.
  for (const [key, under] of index)
    if (!under.some(({ isPlain, style }) => isPlain && HIDES.test(style))) index.delete(key);
  return index;
}
