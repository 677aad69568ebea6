import { type Token, Tokenizer } from 'parse5';
import { unitAt } from '../unit-at.ts';
import { isSpace } from './blank.ts';
import { spells } from './tag-names.ts';

const GT = 62;
const DASH = 45;
const BANG = 33;
const SOLIDUS = 47;

/** Index after the comment whose `<!--` ends before `from`; the length of `html` when it is not closed. */
export function commentEnd(html: string, from: number): number {
  const first = html.charCodeAt(from);
  if (first === GT) return from + 1;
  if (first === DASH && html.charCodeAt(from + 1) === GT) return from + 2;
  for (let dash = html.indexOf('--', from); dash !== -1; dash = html.indexOf('--', dash + 1)) {
    const after = html.charCodeAt(dash + 2);
    if (after === GT) return dash + 3;
    if (after === BANG && html.charCodeAt(dash + 3) === GT) return dash + 4;
  }
  return html.length;
}

/** Index after the next `>`, which ends bogus comments and doctypes; the length of `html` when there is none. */
export function afterGreaterThan(html: string, from: number): number {
  const end = html.indexOf('>', from);
  return end === -1 ? html.length : end + 1;
}

/** Index of the end tag that closes raw text of the element `name`; the length of `html` when there is none. */
export function rawTextEnd(html: string, from: number, name: string): number {
  for (let lt = html.indexOf('</', from); lt !== -1; lt = html.indexOf('</', lt + 2)) {
    if (endsName(html, lt + 2, name)) return lt;
  }
  return html.length;
}

/**
 * Index of the end tag that closes a script; the length of `html` when there is none. Within `<!--` … `-->` a
 * `<script` starts a nested script whose end tag does not count (HTML Standard, "script data escaped" states).
 */
export function scriptEnd(html: string, from: number): number {
  let lt = html.indexOf('<', from);
  for (; lt !== -1; lt = html.indexOf('<', lt + 1)) {
    const next = html.charCodeAt(lt + 1);
    if (next === SOLIDUS) {
      if (endsName(html, lt + 2, 'script')) return lt;
    } else if (next === BANG && html.startsWith('--', lt + 2)) {
      // The dashes of `<!--` may already be those of `-->`.
      const escaped = escapedScriptEnd(html, lt + 2);
      if (escaped < 0) return ~escaped;
      lt = escaped - 1;
    }
  }
  return html.length;
}

/** Index after the `-->` that ends an escaped script from `from`, or the complement of where the script ends. */
function escapedScriptEnd(html: string, from: number): number {
  let nested = false;
  for (let i = from, end = html.length; i < end; i++) {
    const unit = unitAt(html, i);
    if (unit === DASH) {
      if (html.charCodeAt(i + 1) === DASH && html.charCodeAt(i + 2) === GT) return i + 3;
    } else if (unit === 60) {
      if (html.charCodeAt(i + 1) === SOLIDUS) {
        if (!endsName(html, i + 2, 'script')) continue;
        if (!nested) return ~i;
        nested = false;
      } else if (!nested && endsName(html, i + 1, 'script')) nested = true;
    }
  }
  return ~html.length;
}

/** Whether `html` at `at` spells `name` in any ASCII case and then ends it: white space, `/` or `>`. */
function endsName(html: string, at: number, name: string): boolean {
  if (!spells(html, at, name)) return false;
  const after = html.charCodeAt(at + name.length);
  return after === GT || after === SOLIDUS || isSpace(after);
}

const ignore = () => {};

/** The doctype of nearly all pages, as parse5 reads it. */
const PLAIN_SOURCE = /^<!doctype html>$/i;
const PLAIN = tokenize('<!doctype html>');

/** The token of a doctype, given its source from `<!` to `>` (or the end of the page). */
export function parseDoctype(source: string): Token.DoctypeToken {
  return PLAIN_SOURCE.test(source) ? PLAIN : tokenize(source);
}

function tokenize(source: string): Token.DoctypeToken {
  let doctype: Token.DoctypeToken | null = null;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onParseError: null,
      onComment: ignore,
      onStartTag: ignore,
      onEndTag: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onDoctype: (token) => {
        doctype = token;
      },
    },
  );
  tokenizer.write(source, true);
  if (doctype === null) throw new Error(`a doctype gives a token; got none for "${source.slice(0, 40)}"`);
  return doctype;
}

/** Length of a slice, in UTF-16 code units. */
const SLICE_CHARS = 1 << 14;

/**
 * Decodes the character references of a long text slice by slice. A decoder appends after every reference, and a rope
 * of a million strands costs more to collect than the text to read. Slices end ahead of an ampersand: no reference
 * goes over one.
 */
export function decodeInSlices(text: string, decode: (text: string) => string): string {
  if (text.length <= SLICE_CHARS) return decode(text);
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    const amp = text.indexOf('&', start + SLICE_CHARS);
    const end = amp === -1 ? text.length : amp;
    const slice = decode(text.slice(start, end));
    // Looking into a rope makes it one string.
    slice.charCodeAt(0);
    slices.push(slice);
    start = end;
  }
  return slices.join('');
}
