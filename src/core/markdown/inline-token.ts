/**
 * An inline run as a linked list of tokens: text still unescaped, delimiters still without their characters,
 * everything else as finished syntax. Planning emphasis and escaping work on this list, where text that the
 * tree splits over nodes is already side by side.
 */

type MarkType = 'emphasis' | 'strong' | 'delete';

/** One emphasis, strong or delete span; both of its delimiter tokens point to it. */
export interface Span {
  type: MarkType;
  /** The delimiter character; chosen by the plan. */
  marker: '*' | '_' | '~';
  /** Both characters were tried. */
  flipped: boolean;
  opening: InlineToken;
  closing: InlineToken;
}

/** A link or an HTML mark: syntax around content. */
export interface Wrapper {
  opening: InlineToken;
  closing: InlineToken;
}

type TokenKind = 'edge' | 'text' | 'label' | 'address' | 'atom' | 'open' | 'close' | 'wrapOpen' | 'wrapClose';

/**
 * `text` and `label` (text inside a link) are page text; `address` is a link to what it says (`settleAddresses`); `atom`, `wrapOpen` and `wrapClose` finished syntax;
 * `open` and `close` delimiters; `edge` the ends of the list.
 */
export interface InlineToken {
  readonly kind: TokenKind;
  value: string;
  readonly span: Span | null;
  readonly wrapper: Wrapper | null;
  prev: InlineToken | null;
  next: InlineToken | null;
}

/** A token that is in no list yet. */
export function createToken(
  kind: TokenKind,
  value: string,
  span: Span | null = null,
  wrapper: Wrapper | null = null,
): InlineToken {
  return { kind, value, span, wrapper, prev: null, next: null };
}

/** A span with its first-choice delimiter and two tokens that are in no list yet. */
export function createSpan(type: MarkType): Span {
  const span = { type, marker: type === 'delete' ? '~' : '*', flipped: false } as Span;
  span.opening = createToken('open', '', span);
  span.closing = createToken('close', '', span);
  return span;
}

/** Length of a span's delimiter on each side. */
export function delimiterLength(span: Span): 1 | 2 {
  return span.type === 'emphasis' ? 1 : 2;
}

/** The tokens of one inline run between two edges. */
export class InlineList {
  readonly head = createToken('edge', '');
  readonly tail = createToken('edge', '');
  /** Emphasis, strong and delete spans put in so far. */
  spans = 0;

  constructor() {
    this.head.next = this.tail;
    this.tail.prev = this.head;
  }

  append(token: InlineToken): void {
    insertBefore(this.tail, token);
  }
}

export function insertBefore(anchor: InlineToken, token: InlineToken): void {
  const prev = anchor.prev as InlineToken;
  token.prev = prev;
  token.next = anchor;
  prev.next = token;
  anchor.prev = token;
}

export function insertAfter(anchor: InlineToken, token: InlineToken): void {
  insertBefore(anchor.next as InlineToken, token);
}

/** Takes a token out of its list; it may be put in again elsewhere. */
export function unlink(token: InlineToken): void {
  if (token.prev !== null) token.prev.next = token.next;
  if (token.next !== null) token.next.prev = token.prev;
  token.prev = null;
  token.next = null;
}

/** Removes a span's delimiters; its content stays. */
export function dissolve(span: Span): void {
  unlink(span.opening);
  unlink(span.closing);
}

/** What a character of the run is: finished syntax, a span's delimiter, or page text of three sorts. */
export const SYNTAX = 0;
export const OPENING = 1;
export const CLOSING = 2;
export const TEXT = 3;
/** Text inside link text whose brackets balance. */
export const LABEL = 4;
/** Text inside link text whose brackets do not. */
export const LABEL_UNBALANCED = 5;
export type Role = 0 | 1 | 2 | 3 | 4 | 5;

/** Added to the role of page text that gets a backslash. */
export const ESCAPED = 64;

/** Whether a role is that of page text, with a backslash or without. */
export function isTextRole(role: number): boolean {
  return (role & (ESCAPED - 1)) >= TEXT;
}
