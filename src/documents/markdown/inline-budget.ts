import type { Code, Effects, Extension, State } from './parser-patches.ts';

/** Signs in one paragraph, of a group that the parser compares with each other, that still mean something. */
const MAX_SIGNS = 1000;
/** The same once a document has used up what its paragraphs may cost together. */
const MAX_SIGNS_WHEN_SPENT = 100;
/** Comparisons of signs in a document: about half a second of parsing. */
const MAX_COMPARISONS = 10_000_000;

/** Openings in one paragraph whose end is looked for to its last character: comments, instructions, sections of XML. */
const MAX_OPENINGS = 20;
/** Lengths of backtick runs in one paragraph: a run whose length comes once is looked for to the end too. */
const MAX_RUN_LENGTHS = 8;

/** Events of the parser within which a word looks for an open bracket before it: some hundred words. */
const MAX_LOOK_BACK = 500;

const CODES = { '!': 33, '*': 42, '<': 60, '?': 63, '[': 91, ']': 93, _: 95, '`': 96, '~': 126 } as const;
type Sign = keyof typeof CODES;

/** Signs whose cost grows with the square of their number in a paragraph, by what they are compared with. */
const GROUPS: readonly (readonly Sign[])[] = [
  ['*', '_', '~'],
  ['[', ']', '!'],
];

/**
 * Bounds what the signs of one paragraph cost to parse: a parser compares each closing sign with all open ones, and each
 * bracket with all before it. Signs past the bound are text, as if each were escaped, so nothing of a document is lost.
 * To be the last extension of a parse: constructs that come later are tried first. One parse, one budget.
 */
export function inlineBudget(): Extension {
  let comparisons = 0;
  const text: Record<number, object> = {};
  for (const signs of GROUPS) {
    const countIn = paragraphCounter();
    const construct = asText((paragraph) => {
      const count = countIn(paragraph);
      if (count > (comparisons > MAX_COMPARISONS ? MAX_SIGNS_WHEN_SPENT : MAX_SIGNS)) return true;
      comparisons += count;
      return false;
    });
    for (const sign of signs) text[CODES[sign]] = construct;
  }
  const openingsIn = paragraphCounter();
  text[CODES['<']] = asText(
    (paragraph, next) => (next === CODES['!'] || next === CODES['?']) && openingsIn(paragraph) > MAX_OPENINGS,
  );
  const lengths = new WeakMap<object, Set<number>>();
  text[CODES['`']] = asText((paragraph, _next, length) => {
    const known = lengths.get(paragraph) ?? new Set();
    lengths.set(paragraph, known);
    if (known.size < MAX_RUN_LENGTHS) known.add(length);
    return !known.has(length);
  }, true);
  const wordMark = wordMarks();
  for (const code of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
    text[code.charCodeAt(0)] = wordMark;
  return { text } as unknown as Extension;
}

/** Counts by paragraph. The parser has a tokenizer of its own for each, as for a heading and a cell: `this` of a construct. */
function paragraphCounter(): (paragraph: object) => number {
  const counts = new WeakMap<object, number>();
  return (paragraph) => {
    const count = (counts.get(paragraph) ?? 0) + 1;
    counts.set(paragraph, count);
    return count;
  };
}

/** What constructs see of their tokenizer. */
interface Paragraph {
  readonly previous: Code;
  readonly events: readonly (readonly [string, { type?: string; _gfmAutolinkLiteralWalkedInto?: boolean }])[];
}

const isAlphanumeric = (code: Code): boolean =>
  code !== null && code > 0 && /[A-Za-z0-9]/.test(String.fromCharCode(code));

/**
 * A construct that takes nothing. GFM asks at every word that might be an address whether a bracket is open before it,
 * back to the last place that is known to have none: such a place is set at even distances.
 */
function wordMarks(): object {
  const marked = new WeakMap<object, number>();
  return {
    name: 'wordMark',
    previous: (code: Code) => !isAlphanumeric(code),
    tokenize(this: Paragraph, _effects: Effects, _ok: State, nok: State): State {
      const { events } = this;
      const last = events.at(-1)?.[1];
      if (last !== undefined && events.length - (marked.get(this) ?? 0) > MAX_LOOK_BACK) {
        marked.set(this, events.length);
        last._gfmAutolinkLiteralWalkedInto = true;
      }
      return nok;
    },
  };
}

/**
 * A construct that takes its sign, or the whole run of it, as text where `isText` says so, and else leaves it to the
 * constructs after it.
 */
function asText(isText: (paragraph: object, next: Code, length: number) => boolean, isRun = false): object {
  return {
    name: 'signAsText',
    // Of a run only its first sign, as the constructs after it have it.
    ...(isRun
      ? {
          previous(this: Paragraph, code: Code) {
            return code !== CODES['`'] || this.events.at(-1)?.[1].type === 'characterEscape';
          },
        }
      : {}),
    tokenize(this: object, effects: Effects, ok: State, nok: State): State {
      let length = 0;
      let sign: Code = null;
      let token = { type: '' } as ReturnType<Effects['enter']>;
      const after: State = (next) => {
        if (isRun && next === sign) return take(next);
        if (!isText(this, next, length)) return nok(next);
        // Every word is asked whether a bracket is open before it; with brackets spent none can be closed any more.
        token._gfmAutolinkLiteralWalkedInto = sign === CODES['['];
        effects.exit('data');
        return ok(next);
      };
      const take = (code: Code): State => {
        length++;
        effects.consume(code);
        return after;
      };
      return (code) => {
        sign = code;
        token = effects.enter('data');
        return take(code);
      };
    },
  };
}
