import { classAt, settleEdges } from './emphasis-edges.ts';
import { OTHER } from './flanking.ts';
import type { InlineList, Span } from './inline-token.ts';
import { misread } from './read-emphasis.ts';

/**
 * Chooses delimiters so that the run parses to exactly its spans: edges are settled first; then, where spans
 * touch or nest, the delimiter algorithm of CommonMark 0.31.2 (6.2) is run on what would be written, and spans
 * that it would read otherwise change between `*` and `_`, or are dissolved when both fail. There is no raw
 * HTML way out (the output allows no `<strong>`): the words stay, their weight goes.
 */
export function planEmphasis(list: InlineList): void {
  if (list.spans === 0) return;
  settleEdges(list);
  if (!chooseMarkers(list)) return;
  let bad = misread(list);
  for (let trials = Math.min(MAX_TRIALS, MAX_WORK / list.spans); bad.size > 0; ) {
    const candidates = trials >= 1 ? [...bad].slice(0, MAX_CANDIDATES) : [];
    trials -= candidates.length;
    bad = bestOf(list, bad, candidates) ?? flipAll(list, bad) ?? dissolveFrom(list, bad, candidates);
  }
}

/** How many single changes are tried in one run of text, so that they stay cheap; then all misread spans change. */
const MAX_TRIALS = 64;
/** Spans read again for those trials, at most. */
const MAX_WORK = 4000;
const MAX_CANDIDATES = 8;

/** Makes the one change that leaves the fewest spans misread, if any leaves fewer; answers what it leaves. */
function bestOf(list: InlineList, bad: ReadonlySet<Span>, candidates: readonly Span[]): Set<Span> | null {
  let best: { readonly span: Span; readonly left: number } | null = null;
  for (const span of candidates) {
    if (span.marker === '~') continue;
    flip(span);
    const left = misread(list).size;
    flip(span);
    if (left < (best?.left ?? bad.size)) best = { span, left };
  }
  if (best === null) return null;
  flip(best.span);
  return misread(list);
}

function flip(span: Span): void {
  span.marker = span.marker === '*' ? '_' : '*';
}

/** Changes every misread span that was not changed before; null when there is none. */
function flipAll(list: InlineList, bad: ReadonlySet<Span>): Set<Span> | null {
  let changed = false;
  for (const span of bad) {
    if (span.flipped || span.marker === '~') continue;
    span.flipped = true;
    flip(span);
    changed = true;
  }
  return changed ? misread(list) : null;
}

/** Gives up one of few misread spans, the innermost, or all of many. */
function dissolveFrom(list: InlineList, bad: ReadonlySet<Span>, candidates: readonly Span[]): Set<Span> {
  const one = candidates.at(-1);
  for (const span of one === undefined ? bad : [one]) span.dissolve();
  return misread(list);
}

/** First choices; true when spans touch or nest, so that the reading must be checked. */
function chooseMarkers(list: InlineList): boolean {
  let delicate = false;
  let depth = 0;
  for (let token = list.head.next; token !== list.tail; token = token.next) {
    if (token.kind === 'close') {
      depth--;
      if (token.next.kind === 'open' || token.next.kind === 'close') delicate = true;
    } else if (token.kind === 'open') {
      if (depth > 0) delicate = true;
      if (token.span.marker !== '~') choose(token.span);
      depth++;
    }
  }
  return delicate;
}

/**
 * `_` keeps runs apart: where a span begins right after another, and where emphasis fills a span (`***x***` would
 * be strong in emphasis). It cannot touch letters; there, the two spans change places.
 */
function choose(span: Span): void {
  const before = span.opening.prev;
  const after = span.closing.next;
  const fills = before.kind === 'open' && after.kind === 'close' && before.span === after.span;
  const follows = before.kind === 'close' && before.span.marker === '*';
  if (!follows && !(fills && span.type === 'emphasis' && before.span.marker === '*')) return;
  const outer = fills ? before.span : span;
  const isFree =
    classAt(outer.opening.prev, 'prev') !== OTHER && classAt(outer.closing.next, 'next') !== OTHER;
  if (isFree) span.marker = '_';
  else if (fills && outer.type === 'strong') {
    outer.type = 'emphasis';
    span.type = 'strong';
  }
}
