/**
 * An inline run as a linked list of tokens: text still unescaped, delimiters still without their characters,
 * everything else as finished syntax. Planning emphasis and escaping work on this list, where text that the
 * tree splits over nodes is already side by side.
 */

/** Its neighbours; a token that is in no list is its own. */
interface Place {
  value: string;
  prev: InlineToken;
  next: InlineToken;
}

/**
 * `text` and `label` (text inside a link) are page text; `address` is a link to what it says (`settleAddresses`); `atom`,
 * `wrapOpen` and `wrapClose` finished syntax; `open` and `close` delimiters; `edge` the ends of the list.
 */
type Token =
  | { readonly kind: 'edge' | 'text' | 'label' | 'address' | 'atom' }
  | { readonly kind: 'open' | 'close'; readonly span: Span }
  | { readonly kind: 'wrapOpen' | 'wrapClose'; readonly wrapper: Wrapper };
export type InlineToken = Place & Token;
export type Delimiter = Extract<InlineToken, { readonly kind: 'open' | 'close' }>;

/** Which neighbour of a token. */
export type Side = 'prev' | 'next';

/** A token that is in no list yet. All have the same fields in the same order: others make the writer a seventh slower. */
export function createToken(value: string, own: Token): InlineToken {
  const { kind, span, wrapper }: Token & { readonly span?: Span; readonly wrapper?: Wrapper } = own;
  const token = { kind, value, span, wrapper, prev: null, next: null } as unknown as InlineToken;
  token.prev = token;
  token.next = token;
  return token;
}

/** One emphasis, strong or delete span; both of its delimiter tokens, at first in no list, point to it. */
export class Span {
  /** The delimiter character; chosen by the plan. */
  marker: '*' | '_' | '~';
  /** Both characters were tried. */
  flipped = false;
  readonly opening = createToken('', { kind: 'open', span: this });
  readonly closing = createToken('', { kind: 'close', span: this });

  constructor(public type: 'emphasis' | 'strong' | 'delete') {
    this.marker = type === 'delete' ? '~' : '*';
  }

  get length(): 1 | 2 {
    return this.type === 'emphasis' ? 1 : 2;
  }

  dissolve(): void {
    unlink(this.opening);
    unlink(this.closing);
  }
}

/** A link or an HTML mark: syntax around content. */
export class Wrapper {
  readonly opening: InlineToken;
  readonly closing: InlineToken;

  constructor(opening: string, closing: string) {
    this.opening = createToken(opening, { kind: 'wrapOpen', wrapper: this });
    this.closing = createToken(closing, { kind: 'wrapClose', wrapper: this });
  }
}

/** The tokens of one inline run between two edges. */
export class InlineList {
  readonly head = createToken('', { kind: 'edge' });
  readonly tail = createToken('', { kind: 'edge' });
  /** Emphasis, strong and delete spans put in so far. */
  spans = 0;

  constructor() {
    this.head.next = this.tail;
    this.tail.prev = this.head;
  }

  /** Adds a token that is in no list. */
  append(token: InlineToken): void {
    const { tail } = this;
    token.prev = tail.prev;
    token.next = tail;
    tail.prev.next = token;
    tail.prev = token;
  }
}

/** Puts a token, which leaves the list that it is in, right before or after another one. */
export function insert(anchor: InlineToken, side: Side, token: InlineToken): void {
  unlink(token);
  const [prev, next] = side === 'prev' ? [anchor.prev, anchor] : [anchor, anchor.next];
  token.prev = prev;
  token.next = next;
  prev.next = token;
  next.prev = token;
}

/** Takes a token out of its list. */
export function unlink(token: InlineToken): void {
  token.prev.next = token.next;
  token.next.prev = token.prev;
  token.prev = token;
  token.next = token;
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
