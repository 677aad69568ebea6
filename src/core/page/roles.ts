import { addTo } from '../add-to.ts';
import { splitAtBlanks } from '../html/blank.ts';
import { type ElementIndex, inOrder } from '../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { lazy, lazyBy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import { anyOf } from '../word-set.ts';
import { CODE_NAMES } from './lexicon/code.table.ts';
import { MATH_NAMES } from './lexicon/math.table.ts';
import { PART_NAMES } from './lexicon/parts.table.ts';
import { NAME_PATTERNS } from './lexicon/patterns.table.ts';
import { TOKEN_PARTS } from './lexicon/token-parts.table.ts';
import { VISIBILITY_NAMES } from './lexicon/visibility.table.ts';

const ROWS = [...CODE_NAMES, ...MATH_NAMES, ...PART_NAMES, ...VISIBILITY_NAMES];

/** What a class attribute can say of its element. */
type RoleName = (typeof ROWS)[number][0] | (typeof NAME_PATTERNS)[number][0];

/** Roles told by tokens, then those told by patterns. */
const TOKEN_ROLES = [...new Set<RoleName>(ROWS.map(([role]) => role))];
const ROLES = [...TOKEN_ROLES, ...NAME_PATTERNS.map(([role]) => role)];

/** Number of each role. */
export const ROLE = Object.fromEntries(ROLES.map((name, number) => [name, number])) as Readonly<
  Record<RoleName, number>
>;

const PATTERNS: readonly RegExp[] = NAME_PATTERNS.map(([, pattern]) => pattern);
/** The beginning, or a sign that may stand for it: behind a line feed the sign alone is sought, which is faster. */
const BEGINNING = /\(\?:\^\|(\\s|\[(?:\\s|\^)[^\]]{0,9}\])\)/g;
/** The same over all class attributes of a page, a line each, with a line feed ahead of the first. */
// linear: each is one of the table, which are judged there, over lines.
const ANY: readonly RegExp[] = PATTERNS.map(
  ({ source, flags }) => new RegExp(source.replace(BEGINNING, '$1'), `${flags}gm`),
);

const BREAK = /[\n\r\u2028\u2029]/;
const BREAKS = /[\n\r\u2028\u2029]/g;

const NO_NUMBERS: readonly number[] = [];
const TOKEN_PART = anyOf(TOKEN_PARTS.map(([, part]) => part));

const TOKENS = new Map<string, number[]>();
for (const [role, tokens] of ROWS) for (const token of tokens.split(/\s+/)) addTo(TOKENS, token, ROLE[role]);

/** Characters of a class attribute that are read for tokens and for patterns: a long one is a list of utility classes. */
const MAX_CHARS = 600;
const MAX_PATTERN_CHARS = 300;

/**
 * What the class attributes of a page say: the only place that reads them. Each value is read once; a page has thousands of
 * elements and a few hundred values. Most pages have none for most patterns: all values are searched at once, and one by one
 * where the pattern is among them.
 */
export class Roles {
  readonly #elements: ElementIndex;
  readonly #classOf: Int32Array;
  /** By place of the class attribute. */
  readonly #sets: (readonly number[] | undefined)[] = [];
  /** Roles of tokens by their parts. */
  readonly #tokens = new Map<string, readonly number[]>();
  /** By pattern and place of the class attribute: whether it matches; null where none does. */
  readonly #matches: (readonly boolean[] | null | undefined)[] = [];

  constructor({ elements }: HtmlDocument) {
    this.#elements = elements;
    this.#classOf = elements.classOf;
  }

  /** Roles of an element as the tokens of its class attribute tell them, each once. */
  of(node: HtmlNode): readonly number[] {
    const place = this.#placeOf(node);
    return place < 0 ? NO_NUMBERS : this.#setAt(place);
  }

  /** Whether an element has a role. */
  has(node: HtmlNode, role: number): boolean {
    const place = this.#placeOf(node);
    if (place < 0) return false;
    if (role < TOKEN_ROLES.length) return this.#setAt(place).includes(role);
    return this.#matchesOf(role)?.[place] === true;
  }

  /** What the first group of a pattern finds in the names of an element; null where it does not match. */
  capture(node: HtmlNode, role: number): string | null {
    if (!this.has(node, role)) return null;
    return patternOf(role).exec(classOf(node).slice(0, MAX_PATTERN_CHARS))?.[1] ?? null;
  }

  /** The names themselves, where a word of them is more than a role: a language, a kind of callout. */
  names(node: HtmlNode): string {
    return classOf(node).slice(0, MAX_CHARS);
  }

  /** Whether an element has no class. */
  isUnnamed(node: HtmlNode): boolean {
    return classOf(node) === '';
  }

  /** Whether no element has a role that a pattern tells. */
  areNone(role: number): boolean {
    return this.#matchesOf(role) === null;
  }

  /** Elements with a role, in document order. */
  elements(role: number): readonly HtmlNode[] {
    const { classes } = this.#elements;
    if (role < TOKEN_ROLES.length) {
      const places = this.#named().get(role) ?? NO_NUMBERS;
      return inOrder(places.flatMap((place) => classes[place]!.nodes));
    }
    const matches = this.#matchesOf(role);
    return matches === null
      ? []
      : inOrder(classes.flatMap(({ nodes }, place) => (matches[place] ? nodes : [])));
  }

  /** By role that tokens tell: the places of the class attributes that do. */
  readonly #named = lazy(() => {
    const places = new Map<number, number[]>();
    this.#elements.classes.forEach((_, place) => {
      for (const role of this.#setAt(place)) addTo(places, role, place);
    });
    return places;
  });

  #placeOf({ index }: HtmlNode): number {
    return this.#classOf[index] ?? -1;
  }

  #setAt(place: number): readonly number[] {
    this.#sets[place] ??= this.#read(this.#elements.classes[place]!.value);
    return this.#sets[place];
  }

  #matchesOf(role: number): readonly boolean[] | null {
    const number = role - TOKEN_ROLES.length;
    if (this.#matches[number] === undefined) this.#matches[number] = this.#search(number);
    return this.#matches[number] ?? null;
  }

  #search(number: number): readonly boolean[] | null {
    const { values, text, starts } = this.#lines();
    const any = ANY[number]!;
    let matches: boolean[] | null = null;
    any.lastIndex = 0;
    for (let found = any.exec(text); found !== null; found = any.exec(text)) {
      const { index } = found;
      const line = lowerBound(values.length, (i) => starts[i]! > index + 1) - 1;
      if (PATTERNS[number]!.test(values[line]!)) {
        matches ??= new Array<boolean>(values.length).fill(false);
        matches[line] = true;
      }
      if (line + 1 === values.length) break;
      any.lastIndex = starts[line + 1]! - 1;
    }
    return matches;
  }

  /** The class attributes as patterns read them, a line each, and where the line of each begins. */
  readonly #lines = lazy(() => {
    const read = this.#elements.classes.map(({ value }) => value.slice(0, MAX_PATTERN_CHARS));
    // Few have a line break: to look for one is faster than to replace none.
    const values = read.map((value) => (BREAK.test(value) ? value.replace(BREAKS, ' ') : value));
    const starts = new Int32Array(values.length).fill(1);
    for (let i = 1; i < values.length; i++) starts[i] = starts[i - 1]! + values[i - 1]!.length + 1;
    return { values, text: `\n${values.join('\n')}`, starts };
  });

  #read(value: string): readonly number[] {
    const names = value.slice(0, MAX_CHARS).toLowerCase();
    let roles = NO_NUMBERS;
    for (const token of splitAtBlanks(names)) {
      const more = this.#rolesOf(token);
      if (more.length > 0) roles = roles.length === 0 ? more : [...new Set([...roles, ...more])];
    }
    return roles;
  }

  #rolesOf(token: string): readonly number[] {
    const known = TOKENS.get(token) ?? this.#tokens.get(token);
    if (known !== undefined) return known;
    const found = TOKEN_PART.test(token) ? TOKEN_PARTS.find(([, part]) => token.includes(part)) : undefined;
    const roles = found === undefined || found[0] === null ? NO_NUMBERS : [ROLE[found[0]]];
    this.#tokens.set(token, roles);
    return roles;
  }
}

/** Value of the class attribute of an element; '' where it has none. */
function classOf(node: HtmlNode): string {
  return attr(node, 'class') ?? '';
}

/** Whether another name of an element (an identifier, a label) tells a role that a pattern tells. */
export function tells(name: string, role: number): boolean {
  return patternOf(role).test(name.slice(0, MAX_PATTERN_CHARS));
}

/** What the class attributes of a page say. */
export const rolesOf = lazyBy((doc: HtmlDocument) => new Roles(doc));

/** Rendered elements of a page with a role, in document order. */
export function rendered(a: { roles: Roles; unrendered: Uint8Array }, role: number): readonly HtmlNode[] {
  return a.roles.elements(role).filter(({ index }) => a.unrendered[index] !== 1);
}

/** Whether two elements have the same class, or none. */
export function areAlike(one: HtmlNode, other: HtmlNode): boolean {
  return classOf(one) === classOf(other);
}

/** The class and the identifier of an element, for marks that stand anywhere in them. */
export function marksOf(node: HtmlNode): string {
  const [names, id] = [classOf(node), attr(node, 'id') ?? ''];
  return `${names.slice(0, MAX_PATTERN_CHARS)} ${id.slice(0, MAX_PATTERN_CHARS)}`;
}

/** Elements whose class or identifier passes; each class is asked once. */
export function elementsNamed(
  { elements }: HtmlDocument,
  passes: (name: string) => boolean,
): ReadonlySet<HtmlNode> {
  const isNamed = (name: string): boolean => passes(name.slice(0, MAX_PATTERN_CHARS));
  const classed = elements.classes.flatMap(({ value, nodes }) => (isNamed(value) ? nodes : []));
  return new Set([...classed, ...elements.having('id').filter((node) => isNamed(attr(node, 'id')!))]);
}

function patternOf(role: number): RegExp {
  return PATTERNS[role - TOKEN_ROLES.length]!;
}
