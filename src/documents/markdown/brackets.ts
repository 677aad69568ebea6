import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { lazyBy } from '../../core/lazy.ts';
import { callOf } from './notes.ts';

/** A `[` or `![` that may begin a link or an image. */
interface Opener {
  /** Place of its text among the tokens. */
  readonly token: number;
  /** Where its label begins. */
  readonly from: number;
  readonly isImage: boolean;
  /** Delimiters of emphasis ahead of it. */
  readonly delimiters: number;
  /** A bracket follows inside: what it holds is no label. */
  hasBracket: boolean;
}

interface Brackets {
  readonly openers: Opener[];
  /** Links stand in no link: of the openers below this place only those of images still count. */
  closedBelow: number;
}

interface Target {
  readonly href: string;
  readonly title: string;
  /** Behind its last character. */
  readonly end: number;
}

const bracketsOf = lazyBy((_: StateInline): Brackets => ({ openers: [], closedBelow: 0 }));

/** Whether a bracket, or a link of raw HTML, is open: GFM sees no bare addresses in it. */
export function isInBrackets(state: StateInline & { linkLevel?: number }): boolean {
  return bracketsOf(state).openers.length > 0 || (state.linkLevel ?? 0) > 0;
}

/**
 * Links, images and calls of notes by the stack of brackets that CommonMark describes ("An algorithm for parsing nested emphasis
 * and links"), in place of markdown-it's own rules, which look from every bracket for its end.
 */
export function brackets(md: MarkdownIt): void {
  md.disable(['link', 'image']);
  md.inline.ruler.after('link', 'open_bracket', openBracket);
  md.inline.ruler.after('link', 'close_bracket', closeBracket);
  md.inline.ruler2.before('fragments_join', 'images', foldImages);
}

function openBracket(state: StateInline): boolean {
  const isImage = state.src.startsWith('![', state.pos);
  if (!isImage && state.src[state.pos] !== '[') return false;
  const sign = isImage ? '![' : '[';
  const known = bracketsOf(state);
  const outer = known.openers.at(-1);
  if (outer !== undefined) outer.hasBracket = true;
  known.closedBelow = Math.min(known.closedBelow, known.openers.length);
  state.push('text', '', 0).content = sign;
  state.pos += sign.length;
  known.openers.push({
    token: state.tokens.length - 1,
    from: state.pos,
    isImage,
    delimiters: state.delimiters.length,
    hasBracket: false,
  });
  return true;
}

function closeBracket(state: StateInline): boolean {
  if (state.src[state.pos] !== ']') return false;
  const known = bracketsOf(state);
  const opener = known.openers.pop();
  const end = state.pos++;
  if (opener !== undefined && closeNote(state, opener, end)) return true;
  const isClosed = opener === undefined || (!opener.isImage && known.openers.length < known.closedBelow);
  const target = isClosed ? null : targetOf(state, opener, end);
  if (isClosed || target === null) {
    state.pending += ']';
    return true;
  }
  const token = state.tokens[opener.token]!;
  token.type = opener.isImage ? 'image_open' : 'link_open';
  token.tag = opener.isImage ? 'img' : 'a';
  token.nesting = 1;
  token.content = '';
  token.attrs = opener.isImage
    ? [
        ['src', target.href],
        ['alt', ''],
      ]
    : [['href', target.href]];
  if (target.title !== '') token.attrs.push(['title', target.title]);
  // Emphasis pairs inside of it and outside.
  state.tokens_meta[opener.token] = { delimiters: state.delimiters.splice(opener.delimiters) };
  state.push(opener.isImage ? 'image_close' : 'link_close', token.tag, 0).nesting = -1;
  if (!opener.isImage) known.closedBelow = known.openers.length;
  state.pos = target.end;
  return true;
}

/** Makes `[^label]` the call of its note, where there is one: with nothing but text inside. */
function closeNote(
  state: StateInline,
  { token, from, isImage, delimiters, hasBracket }: Opener,
  end: number,
): boolean {
  if (hasBracket || state.src[from] !== '^') return false;
  const call = callOf(state.env, state.src.slice(from + 1, end));
  if (call === null) return false;
  state.pending = '';
  state.tokens.length = token;
  state.tokens_meta.length = token;
  state.delimiters.length = delimiters;
  if (isImage) state.push('text', '', 0).content = '!';
  state.push('note_call', '', 0).content = call;
  return true;
}

/** Most characters of a label (CommonMark 0.31.2, "Link reference definitions"). */
const MAX_LABEL = 999;
const LABEL = /\[((?:[^\\[\]]|\\.){0,999})\]/sy;

/** Where a link leads: the address in parentheses behind its text, else the definition of its label. */
function targetOf(state: StateInline, { from, hasBracket }: Opener, close: number): Target | null {
  const { src, env, md } = state;
  const inline = src[close + 1] === '(' ? inlineTarget(state, close + 2) : null;
  if (inline !== null) return inline;
  LABEL.lastIndex = close + 1;
  const full = LABEL.exec(src);
  const own = hasBracket || close - from > MAX_LABEL ? '' : src.slice(from, close);
  const definition = env.references?.[md.utils.normalizeReference(full?.[1] || own)];
  return definition === undefined ? null : { ...definition, end: close + 1 + (full?.[0].length ?? 0) };
}

function inlineTarget({ src, posMax, md }: StateInline, from: number): Target | null {
  const { parseLinkDestination, parseLinkTitle } = md.helpers;
  let end = afterBlanks(src, from);
  let [href, title] = ['', ''];
  const destination = parseLinkDestination(src, end, posMax);
  if (destination.ok) {
    href = md.normalizeLink(destination.str);
    end = afterBlanks(src, destination.pos);
    const quoted = end > destination.pos ? parseLinkTitle(src, end, posMax) : null;
    if (quoted?.ok) {
      title = quoted.str;
      end = afterBlanks(src, quoted.pos);
    }
  }
  return src[end] === ')' ? { href, title, end: end + 1 } : null;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n'.includes(text[at]!)) at++;
  return at;
}

/** What an alternative has as text, beside text itself. */
const AS_TEXT = new Set(['code_inline', 'formula', 'display_formula']);

/** Gives each image what stands between its signs: the text of it is its alternative. */
function foldImages({ tokens }: StateInline): boolean {
  let kept = 0;
  let depth = 0;
  let image: Token | null = null;
  for (const token of tokens) {
    depth += token.type === 'image_open' ? 1 : token.type === 'image_close' ? -1 : 0;
    if (image !== null) {
      if (depth === 0) image = null;
      else if (token.nesting === 0) {
        if (AS_TEXT.has(token.type)) token.type = 'text';
        image.children!.push(token);
      }
    } else {
      if (token.type === 'image_open') {
        image = token;
        token.type = 'image';
        token.nesting = 0;
        token.children = [];
      }
      tokens[kept++] = token;
    }
  }
  tokens.length = kept;
  return true;
}
