/** Most rules of a page that are looked at; pages have some dozens that hide. */
const MAX_RULES = 2000;
/** Most characters of the declarations of one rule that say whether it hides. */
const MAX_STYLE_CHARS = 500;

/** A rule of a style sheet as far as its element itself goes: the last compound of one selector, and what it declares. */
export interface StyleRule {
  /** Lower-case tag; '' for any. */
  readonly tag: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Declarations that hide or show, as they stand. */
  readonly style: string;
  /** Nothing else is asked of the element, its surroundings or the screen: the rule always applies. */
  readonly isPlain: boolean;
  /** Rank among plain rules (Selectors 4, 17), then the place in the page. */
  readonly weight: number;
}

/** Declarations without which nothing is hidden (`hidesByStyle`). */
export const HIDES =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*[0.1]|clip|overflow|:\s*-\d{4}|\\/i;

/** Declarations of the properties that hide or show. */
const TOUCHES =
  /(?:^|[;\s])(?:display|visibility|content-visibility|font-size|overflow|width|height|max-width|max-height|clip|clip-path|left|top|text-indent|position)\s*:/i;

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
  const braces = new Braces(css);
  /** Groups of rules around. */
  let depth = 0;
  for (let at = 0; rules.length < MAX_RULES; ) {
    const open = braces.nextOpen(at);
    if (open < 0) return;
    const close = braces.nextClose(at);
    if (close >= 0 && close < open) {
      if (depth > 0) depth--;
      at = close + 1;
      continue;
    }
    const before = css.slice(at, open);
    const prelude = before.slice(before.lastIndexOf(';') + 1).trim();
    // What is printed says nothing of the screen.
    if (GROUP.test(prelude) && !/\bprint\b/i.test(prelude)) {
      depth++;
      at = open + 1;
      continue;
    }
    const end = braces.endOfBlock(open);
    at = end + 1;
    const style = prelude.startsWith('@') ? '' : tellingPart(css.slice(open + 1, end));
    if (style === '') continue;
    for (const selector of prelude.split(',', MAX_RULES)) {
      const rule = ruleOf(selector.trim(), { style, isAlways: depth === 0, place: rules.length });
      if (rule !== null) rules.push(rule);
    }
  }
}

/** Where the braces of a text stand, asked for from its start to its end. */
class Braces {
  readonly #css: string;
  #open = -1;
  #close = -1;

  constructor(css: string) {
    this.#css = css;
  }

  /** The first `{` from a place on; negative for none. */
  nextOpen(at: number): number {
    if (this.#open < at) this.#open = this.#next('{', at);
    return this.#open === Infinity ? -1 : this.#open;
  }

  /** The first `}` from a place on; negative for none. */
  nextClose(at: number): number {
    if (this.#close < at) this.#close = this.#next('}', at);
    return this.#close === Infinity ? -1 : this.#close;
  }

  /** Where the block that opens at a place ends: at its `}`, or at the end of the text. */
  endOfBlock(open: number): number {
    let depth = 1;
    for (let at = open + 1; ; ) {
      const close = this.nextClose(at);
      if (close < 0) return this.#css.length;
      const inner = this.nextOpen(at);
      if (inner >= 0 && inner < close) depth++;
      else if (--depth === 0) return close;
      at = (inner >= 0 && inner < close ? inner : close) + 1;
    }
  }

  #next(brace: string, at: number): number {
    const found = this.#css.indexOf(brace, at);
    return found < 0 ? Infinity : found;
  }
}

/** The declarations of a block that say whether it hides; '' for none, and for one with rules inside. */
function tellingPart(block: string): string {
  if (!TOUCHES.test(block) || block.includes('{')) return '';
  const telling = block.split(';').filter((declaration) => TOUCHES.test(declaration));
  return telling.join(';').slice(0, MAX_STYLE_CHARS);
}

/** The rule of one selector; null for pseudo-elements, and for what is no compound of tag, ids and classes. */
function ruleOf(
  selector: string,
  { style, isAlways, place }: { readonly style: string; readonly isAlways: boolean; readonly place: number },
): StyleRule | null {
  if (/::|:(?:before|after|first-line|first-letter)\b/.test(selector)) return null;
  const last = selector.split(/[\s>+~]+/).at(-1)!;
  const bare = last.replace(/:[\w-]+(?:\([^()]*\))?|\[[^[\]]*\]/g, '');
  const parsed = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i.exec(bare);
  if (parsed === null) return null;
  const [, named = '', rest = ''] = parsed;
  const tag = named === '*' ? '' : named.toLowerCase();
  const names = rest.match(/[.#][\w-]+/g) ?? [];
  const ids = names.filter((name) => name.startsWith('#')).map((name) => name.slice(1));
  const classes = names.filter((name) => name.startsWith('.')).map((name) => name.slice(1));
  const weight = ids.length * 1e8 + classes.length * 1e6 + (tag === '' ? 0 : 1e4) + place;
  return { tag, ids, classes, style, isPlain: isAlways && bare === selector, weight };
}
