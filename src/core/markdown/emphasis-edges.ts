import { type CharacterClass, classOf, flanks, OTHER, PUNCTUATION, SPACE } from './flanking.ts';
import {
  createToken,
  type InlineList,
  type InlineToken,
  insert,
  type Side,
  Span,
  type Wrapper,
} from './inline-token.ts';

/** Opening brackets and quotation marks with their mates: they leave a span together. */
const MATES: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '“”', '‘’', '«»', '‹›', '「」', '『』', '（）', '【】', '《》', '〈〉', '""', "''"].map(
    (pair) => [pair.charAt(0), pair.charAt(1)],
  ),
);

/** Closing brackets with what they close. */
const OPENINGS: ReadonlyMap<string, string> = new Map(
  [...MATES].filter(([open]) => open !== "'").map(([open, close]) => [close, open]),
);

/** What is told of both ends of a span, by the direction into it. */
const ENDS = {
  next: { delimiter: 'open', other: 'close', wrap: 'wrapOpen', outward: 'prev' },
  prev: { delimiter: 'close', other: 'open', wrap: 'wrapClose', outward: 'next' },
} as const;

/**
 * Makes the edges of emphasis writable. A delimiter between a letter outside and punctuation inside is neither
 * left- nor right-flanking (CommonMark 0.31.2, 6.2), so `他说**“好”**吗` would show its asterisks. Such
 * punctuation, blanks and code move out of the span; a link or HTML mark at the edge takes the span inside
 * instead. Spans left without content are removed.
 */
export function settleEdges(list: InlineList): void {
  for (let token = list.head.next; token !== list.tail; token = token.next) token = settled(token, 'next');
  for (let token = list.tail.prev; token !== list.head; token = token.prev) token = settled(token, 'prev');
}

/** Settles the group of delimiters that starts at a token, if one does; returns the token after which to go on. */
function settled(token: InlineToken, inward: Side): InlineToken {
  const { delimiter, outward } = ENDS[inward];
  if (token.kind !== delimiter) return token;
  // Beside text that fits: the usual case.
  const isSettled = isText(token[inward]) && fits(token[inward], token[outward], inward);
  return isSettled ? token : settleGroup(token, inward);
}

/** Whether a delimiter between two tokens flanks what is `inward` of it. */
function fits(inside: InlineToken, outside: InlineToken, inward: Side): boolean {
  return flanks(classAt(inside, inward), classAt(outside, ENDS[inward].outward));
}

function settleGroup(first: InlineToken, inward: Side): InlineToken {
  const { delimiter, other, wrap, outward } = ENDS[inward];
  const beyond = first[outward];
  /** The outermost first. */
  const group: Span[] = [];
  let inner = first;
  for (; inner.kind === delimiter; inner = inner[inward]) group.push(inner.span);
  for (;;) {
    while (inner.kind === other && inner.span === group.at(-1)) {
      const past = inner[inward];
      inner.span.dissolve();
      group.pop();
      inner = past;
    }
    if (group.length === 0) return beyond;
    const edge = endOf(group[0]!, inward);
    if (fits(inner, edge[outward], inward)) return inner[outward];
    const past = inner[inward];
    if (inner.kind === wrap) {
      enterWrapper(group, inner.wrapper, inward);
      return inner;
    }
    let moved = isText(inner) ? edgeOf(inner.value, inward) : inner.value;
    if (isText(inner) && inward === 'next') releaseMate(group.at(-1)!, inner, moved);
    if (isText(inner) && inward === 'prev') moved = withOpening(group.at(-1)!, inner, moved);
    const { length } = inner.value;
    if (moved.length === length) {
      insert(edge, outward, inner);
      inner = past;
    } else {
      insert(edge, outward, createToken(moved, inner));
      inner.value =
        inward === 'next' ? inner.value.slice(moved.length) : inner.value.slice(0, length - moved.length);
    }
  }
}

function endOf({ opening, closing }: Span, inward: Side): InlineToken {
  return inward === 'next' ? opening : closing;
}

/** Makes spans end, or begin, before a wrapper, and puts copies of them around all that it holds. */
function enterWrapper(outermostFirst: readonly Span[], wrapper: Wrapper, inward: Side): void {
  let [start, end] = [wrapper.opening, wrapper.closing];
  let beside = inward === 'next' ? wrapper.closing : wrapper.opening;
  for (const span of outermostFirst) {
    const { opening, closing } = new Span(span.type);
    insert(start, 'next', opening);
    insert(end, 'prev', closing);
    [start, end] = [opening, closing];
    insert(beside, inward, endOf(span, inward));
    beside = endOf(span, inward);
  }
}

/** When an opening bracket or quotation mark at the edge of a text leaves a span, its mate at the span's end leaves too. */
function releaseMate({ closing }: Span, text: InlineToken, moved: string): void {
  const mate = MATES.get(moved.trimEnd().slice(-1));
  const last = closing.prev;
  if (mate === undefined || !isText(last) || (last === text && moved === text.value)) return;
  if (last.value.length < 2 || !last.value.endsWith(mate)) return;
  insert(closing, 'next', createToken(mate, last));
  last.value = last.value.slice(0, -1);
}

/**
 * What leaves the end of a span, from the bracket on that it closes: `**重要**（必读）的`. An opening one that begins the span leaves
 * at its beginning.
 */
function withOpening({ opening }: Span, text: InlineToken, moved: string): string {
  const { value } = text;
  const end = value.length - moved.length;
  let at = end;
  for (const sign of moved) {
    const mate = OPENINGS.get(sign);
    if (mate === undefined) continue;
    const place = at === 0 ? -1 : value.lastIndexOf(mate, at - 1);
    if (place < 0) break;
    at = place;
  }
  if (at === end || at > 0 || opening.next !== text) return value.slice(at);
  insert(opening, 'prev', createToken(value.charAt(0), text));
  text.value = value.slice(1);
  return moved;
}

function isText({ kind }: InlineToken): boolean {
  return kind === 'text' || kind === 'label';
}

/** Class of the character that comes first in a direction, of a token as it will be written. */
export function classAt({ kind, value }: InlineToken, inward: Side): CharacterClass {
  if (kind === 'edge') return SPACE;
  return value === '' ? PUNCTUATION : classOf(value.charCodeAt(inward === 'next' ? 0 : value.length - 1));
}

function edgeOf(value: string, inward: Side): string {
  let length = 0;
  const at = () => (inward === 'next' ? length : value.length - 1 - length);
  while (length < value.length && classOf(value.charCodeAt(at())) !== OTHER) length++;
  return inward === 'next' ? value.slice(0, length) : value.slice(value.length - length);
}
