import { type CharacterClass, classOf, flanks, OTHER, PUNCTUATION, SPACE } from './flanking.ts';
import {
  createSpan,
  dissolve,
  type InlineList,
  type InlineToken,
  insertAfter,
  insertBefore,
  type Span,
  unlink,
  type Wrapper,
} from './inline-token.ts';

/** Opening brackets and quotation marks with their mates: they leave a span together. */
const MATES: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '“”', '‘’', '«»', '‹›', '「」', '『』', '（）', '【】', '《》', '〈〉', '""', "''"].map(
    (pair) => [pair.charAt(0), pair.charAt(1)],
  ),
);

/**
 * Makes the edges of emphasis writable. A delimiter between a letter outside and punctuation inside is neither
 * left- nor right-flanking (CommonMark 0.31.2, 6.2), so `他说**“好”**吗` would show its asterisks. Such
 * punctuation, blanks and code move out of the span; a link or HTML mark at the edge takes the span inside
 * instead. Spans left without content are removed.
 */
export function settleEdges(list: InlineList): void {
  for (let token: InlineToken | null = list.head.next; token !== null; token = token.next) {
    if (token.kind === 'open' && !opensWell(token)) token = settleOpening(token);
  }
  for (let token: InlineToken | null = list.tail.prev; token !== null; token = token.prev) {
    if (token.kind === 'close' && !closesWell(token)) token = settleClosing(token);
  }
}

/** A delimiter beside text that fits needs no settling: the usual case. */
function opensWell({ prev, next }: InlineToken): boolean {
  return (
    isText(next as InlineToken) && flanks(firstClass(next as InlineToken), lastClass(prev as InlineToken))
  );
}

function closesWell({ prev, next }: InlineToken): boolean {
  return (
    isText(prev as InlineToken) && flanks(lastClass(prev as InlineToken), firstClass(next as InlineToken))
  );
}

/** Settles the group of openings that starts here; returns the token after which to go on. */
function settleOpening(first: InlineToken): InlineToken {
  const before = first.prev as InlineToken;
  const group: Span[] = [];
  let inner = first;
  for (; inner.kind === 'open'; inner = inner.next as InlineToken) group.push(inner.span as Span);
  for (;;) {
    while (inner.kind === 'close' && inner.span === group[group.length - 1]) {
      const after = inner.next as InlineToken;
      dissolve(inner.span as Span);
      group.pop();
      inner = after;
    }
    const opening = group[0]?.opening;
    if (opening === undefined) return before;
    if (flanks(firstClass(inner), lastClass(opening.prev as InlineToken))) return inner.prev as InlineToken;
    const next = inner.next as InlineToken;
    if (isText(inner)) {
      const cut = leadingLength(inner.value);
      const moved = inner.value.slice(0, cut);
      const span = group[group.length - 1] as Span;
      if (span.closing.prev !== inner || cut < inner.value.length) releaseMate(span, moved);
      if (cut === inner.value.length) {
        moveBefore(opening, inner);
        inner = next;
      } else {
        insertBefore(opening, { ...inner, value: moved });
        inner.value = inner.value.slice(cut);
      }
    } else if (inner.kind === 'wrapOpen') {
      enterWrapper(group, inner.wrapper as Wrapper);
      const follower = (inner.wrapper as Wrapper).closing.next as InlineToken;
      for (const span of group) {
        unlink(span.opening);
        insertBefore(follower, span.opening);
      }
      return inner;
    } else {
      moveBefore(opening, inner);
      inner = next;
    }
  }
}

/** Settles the group of closings that ends here; returns the token before which to go on. */
function settleClosing(last: InlineToken): InlineToken {
  const after = last.next as InlineToken;
  const group: Span[] = [];
  let inner = last;
  for (; inner.kind === 'close'; inner = inner.prev as InlineToken) group.push(inner.span as Span);
  for (;;) {
    while (inner.kind === 'open' && inner.span === group[group.length - 1]) {
      const before = inner.prev as InlineToken;
      dissolve(inner.span as Span);
      group.pop();
      inner = before;
    }
    const closing = group[0]?.closing;
    if (closing === undefined) return after;
    if (flanks(lastClass(inner), firstClass(closing.next as InlineToken))) return inner.next as InlineToken;
    const prev = inner.prev as InlineToken;
    if (isText(inner)) {
      const cut = trailingStart(inner.value);
      if (cut === 0) {
        moveAfter(closing, inner);
        inner = prev;
      } else {
        insertAfter(closing, { ...inner, value: inner.value.slice(cut) });
        inner.value = inner.value.slice(0, cut);
      }
    } else if (inner.kind === 'wrapClose') {
      const wrapper = inner.wrapper as Wrapper;
      enterWrapper(group.toReversed(), wrapper);
      for (const span of group.toReversed()) {
        unlink(span.closing);
        insertBefore(wrapper.opening, span.closing);
      }
      return inner;
    } else {
      moveAfter(closing, inner);
      inner = prev;
    }
  }
}

/** Puts copies of the spans (outermost first) around all that the wrapper holds. */
function enterWrapper(outermostFirst: readonly Span[], wrapper: Wrapper): void {
  let anchor = wrapper.opening;
  for (const span of outermostFirst) {
    const copy = createSpan(span.type);
    insertAfter(anchor, copy.opening);
    anchor = copy.opening;
  }
  let end = wrapper.closing;
  for (
    let token: InlineToken | null = wrapper.opening.next, left = outermostFirst.length;
    token !== null && left > 0;
    token = token.next, left--
  ) {
    const closing = (token.span as Span).closing;
    insertBefore(end, closing);
    end = closing;
  }
}

/** When an opening bracket or quotation mark leaves a span, its mate at the span's end leaves too. */
function releaseMate(span: Span, moved: string): void {
  const mate = MATES.get(moved.trimEnd().slice(-1));
  const last = span.closing.prev as InlineToken;
  if (mate === undefined || !isText(last)) return;
  if (last.value.length < 2 || !last.value.endsWith(mate)) return;
  insertAfter(span.closing, { ...last, value: mate });
  last.value = last.value.slice(0, -1);
}

function isText({ kind }: InlineToken): boolean {
  return kind === 'text' || kind === 'label';
}

function moveBefore(anchor: InlineToken, token: InlineToken): void {
  unlink(token);
  insertBefore(anchor, token);
}

function moveAfter(anchor: InlineToken, token: InlineToken): void {
  unlink(token);
  insertAfter(anchor, token);
}

/** Class of the first character of a token as it will be written. */
function firstClass(token: InlineToken): CharacterClass {
  if (token.kind === 'edge') return SPACE;
  return token.value === '' ? PUNCTUATION : classOf(token.value.charCodeAt(0));
}

/** Class of the last character of a token as it will be written. */
function lastClass(token: InlineToken): CharacterClass {
  if (token.kind === 'edge') return SPACE;
  return token.value === '' ? PUNCTUATION : classOf(token.value.charCodeAt(token.value.length - 1));
}

function leadingLength(value: string): number {
  let at = 0;
  while (at < value.length && classOf(value.charCodeAt(at)) !== OTHER) at++;
  return at;
}

function trailingStart(value: string): number {
  let at = value.length;
  while (at > 0 && classOf(value.charCodeAt(at - 1)) !== OTHER) at--;
  return at;
}
