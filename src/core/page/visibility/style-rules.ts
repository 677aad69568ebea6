/** Most rules of a page that are looked at; pages have some dozens that hide. */
const MAX_RULES = 2000;
/** Most characters of the declarations of one rule that say whether it hides. */
const MAX_STYLE_CHARS = 500;

/** What a block declares. */
interface Declared {
  /** Declarations that hide or show, as they stand. */
  readonly style: string;
  /** Whether these may hide. */
  readonly hides: boolean;
}

/** A rule of a style sheet as far as its element itself goes: the last compound of one selector, and what it declares. */
export interface StyleRule extends Declared {
  /** Lower-case tag; '' for any. */
  readonly tag: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Nothing else is asked of the element, its surroundings or the screen: the rule always applies. */
  readonly isPlain: boolean;
  /** Rank among plain rules (Selectors 4, 17), then the place in the page. */
  readonly weight: number;
}

/** Declarations without which nothing is hidden (`hidesByStyle`). */
export const HIDES =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*[0.1]|clip|overflow|:\s*-\d{4}|\\/i;

/** The beginning of a declaration of one of the properties that hide or show. */
const TELLING =
  /\s*(?:display|visibility|content-visibility|font-size|overflow|width|height|max-width|max-height|clip|clip-path|left|top|text-indent|position)\s*:/iy;

/** Groups of rules that screens read, but only some of them, or at times. */
const GROUP = /^@(?:media|supports|layer|container|document)\b/i;

/** What holds braces of its own: comments and strings. */
const OPAQUE =
  /\/\*[^*]*(?:\*+[^/*][^*]*)*(?:\*+\/|\**$)|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?/g;

/** The rules of style sheets that hide or show elements, in order; nested rules are passed over. Linear in the text. */
export function readStyleRules(sheets: readonly string[]): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  for (const sheet of sheets) readSheet(sheet.replace(OPAQUE, ' '), rules);
  return rules;
}

function readSheet(css: string, rules: StyleRule[]): void {
  /** Groups of rules around, and braces that are open of a block within them. */
  let [groups, open] = [0, 0];
  let from = 0;
  let prelude = '';
  const endBlock = (end: number): void => {
    const style = prelude.startsWith('@') ? '' : tellingPart(css.slice(from, end));
    if (style === '') return;
    const declared = { style, hides: HIDES.test(style) };
    for (const selector of prelude.split(',', MAX_RULES)) {
      const rule = ruleOf(selector.trim(), declared, groups === 0, rules.length);
      if (rule !== null) rules.push(rule);
    }
  };
  let [opening, closing] = [placeOf('{', css, 0), placeOf('}', css, 0)];
  for (let at = 0; at < css.length && rules.length < MAX_RULES; ) {
    at = Math.min(opening, closing);
    const opens = opening < closing;
    if (opens) opening = placeOf('{', css, at + 1);
    else closing = placeOf('}', css, at + 1);
    if (open > 0) {
      open += opens ? 1 : -1;
      if (open > 0) continue;
      endBlock(at);
    } else if (opens) {
      const before = css.slice(from, at);
      prelude = before.slice(before.lastIndexOf(';') + 1).trim();
      // What is printed says nothing of the screen.
      if (GROUP.test(prelude) && !/\bprint\b/i.test(prelude)) groups++;
      else open = 1;
    } else groups = Math.max(0, groups - 1);
    from = at + 1;
  }
}

/** The next place of a sign; the end of the text where there is none. */
function placeOf(sign: string, text: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/** The declarations of a block that say whether it hides; '' for none, and for one with rules inside. */
function tellingPart(block: string): string {
  if (block.includes('{')) return '';
  const telling: string[] = [];
  for (let from = 0, end = 0; from < block.length; from = end + 1) {
    end = placeOf(';', block, from);
    TELLING.lastIndex = from;
    if (TELLING.test(block)) telling.push(block.slice(from, end));
  }
  return telling.join(';').slice(0, MAX_STYLE_CHARS);
}

/** The last compound of a selector: its tag, and its classes and ids. */
const COMPOUND = /(?:^|[\s>+~])([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i;

/** The rule of one selector; null for pseudo-elements, and for what is no compound of tag, ids and classes. */
function ruleOf(
  selector: string,
  { style, hides }: Declared,
  isAlways: boolean,
  place: number,
): StyleRule | null {
  const parsed = COMPOUND.exec(/[:[]/.test(selector) ? withoutConditions(selector) : selector);
  if (parsed === null) return null;
  const [, named = '', rest = ''] = parsed;
  const tag = named === '*' ? '' : named.toLowerCase();
  const ids: string[] = [];
  const classes: string[] = [];
  for (const name of rest.match(/[.#][\w-]+/g) ?? []) (name[0] === '#' ? ids : classes).push(name.slice(1));
  const weight = ids.length * 1e8 + classes.length * 1e6 + (tag === '' ? 0 : 1e4) + place;
  return { tag, ids, classes, style, hides, isPlain: isAlways && named + rest === selector, weight };
}

/** The last compound of a selector without pseudo-classes and attributes; no compound for pseudo-elements. */
function withoutConditions(selector: string): string {
  if (/::|:(?:before|after|first-line|first-letter)\b/.test(selector)) return ':';
  const last = selector.split(/[\s>+~]/).at(-1)!;
  return last.replace(/:[\w-]+(?:\([^()]*\))?|\[[^[\]]*\]/g, '');
}
