import { classOf, OTHER, PUNCTUATION, SPACE } from './character-class.ts';
import { settleEdges } from './emphasis-edges.ts';
import { delimiterLength, dissolve, type InlineList, type InlineToken, type Span } from './inline-token.ts';

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
    bad = bestOf(list, bad, candidates, flip) ?? flipAll(list, bad) ?? dissolveFrom(list, bad, candidates);
  }
}

/** How many single changes are tried in one run of text, so that they stay cheap; then all misread spans change. */
const MAX_TRIALS = 64;
/** Spans read again for those trials, at most. */
const MAX_WORK = 4000;
const MAX_CANDIDATES = 8;

/** Makes the one change that leaves the fewest spans misread, if any leaves fewer; answers what it leaves. */
function bestOf(
  list: InlineList,
  bad: ReadonlySet<Span>,
  candidates: readonly Span[],
  change: (span: Span) => void,
): Set<Span> | null {
  let best: { readonly span: Span; readonly left: number } | null = null;
  for (const span of candidates) {
    if (span.marker === '~') continue;
    change(span);
    const left = misread(list).size;
    change(span);
    if (left < (best?.left ?? bad.size)) best = { span, left };
  }
  if (best === null) return null;
  change(best.span);
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
  for (const span of one === undefined ? bad : [one]) dissolve(span);
  return misread(list);
}

/** First choices; true when spans touch or nest, so that the reading must be checked. */
function chooseMarkers(list: InlineList): boolean {
  const open: Span[] = [];
  let delicate = false;
  for (let token = list.head.next; token !== null; token = token.next) {
    if (token.kind === 'close') {
      open.pop();
      if (token.next?.kind === 'open' || token.next?.kind === 'close') delicate = true;
    } else if (token.kind === 'open') {
      const span = token.span as Span;
      if (open.length > 0) delicate = true;
      if (span.marker !== '~') choose(span);
      open.push(span);
    }
  }
  return delicate;
}

/**
 * `_` keeps runs apart: where a span begins right after another, and where emphasis fills a span (`***x***` would
 * be strong in emphasis). It cannot touch letters; there, the two spans change places.
 */
function choose(span: Span): void {
  const before = span.opening.prev as InlineToken;
  const after = span.closing.next as InlineToken;
  const fills = before.kind === 'open' && after.kind === 'close' && before.span === after.span;
  const follows = before.kind === 'close' && before.span?.marker === '*';
  if (!follows && !(fills && span.type === 'emphasis' && before.span?.marker === '*')) return;
  const outer = fills ? (before.span as Span) : span;
  const isFree =
    outerClass(outer.opening.prev as InlineToken, -1) !== OTHER &&
    outerClass(outer.closing.next as InlineToken, 0) !== OTHER;
  if (isFree) span.marker = '_';
  else if (fills && outer.type === 'strong') {
    outer.type = 'emphasis';
    span.type = 'strong';
  }
}

function outerClass(token: InlineToken, at: number): number {
  if (token.kind === 'edge') return SPACE;
  if (token.kind === 'open' || token.kind === 'close') return PUNCTUATION;
  return classOf(token.value.charCodeAt(at < 0 ? token.value.length - 1 : 0));
}

/** A delimiter run: consecutive delimiters of one character. */
interface Run {
  readonly marker: string;
  /** Its outermost delimiter when it opens, its innermost when it closes; the rest up to `last` follow in the list. */
  readonly first: InlineToken;
  readonly last: InlineToken;
  readonly length: number;
  /** Codes of the characters on both sides. */
  readonly before: number;
  readonly after: number;
  canOpen: boolean;
  canClose: boolean;
  /** Bounds of the delimiters not yet matched, and how many characters they are. */
  from: InlineToken;
  to: InlineToken;
  left: number;
}

/** The spans that a parser would not read as intended. */
function misread(list: InlineList): Set<Span> {
  const bad = new Set<Span>();
  const runs = collectRuns(list);
  for (const extended of [false, true]) {
    for (let i = 0; i < runs.length; i++) setFlanking(runs[i] as Run, extended, bad);
    for (const reduced of [false, true]) match(runs, reduced, bad);
  }
  return bad;
}

function collectRuns(list: InlineList): Run[] {
  const runs: Run[] = [];
  let token = list.head.next as InlineToken;
  while (token.kind !== 'edge') {
    if (token.kind !== 'open' && token.kind !== 'close') {
      token = token.next as InlineToken;
      continue;
    }
    const first = token;
    const marker = (token.span as Span).marker;
    let length = 0;
    while ((token.kind === 'open' || token.kind === 'close') && token.span?.marker === marker) {
      length += delimiterLength(token.span);
      token = token.next as InlineToken;
    }
    const last = token.prev as InlineToken;
    runs.push({
      marker,
      first,
      last,
      length,
      before: charBefore(first.prev as InlineToken),
      after: charAfter(token),
      canOpen: false,
      canClose: false,
      from: first,
      to: last,
      left: length,
    });
  }
  return runs;
}

/** Adds the spans of the delimiters between two tokens of a run. */
function addSpans(from: InlineToken, to: InlineToken, spans: Set<Span>): void {
  for (let token = from; ; token = token.next as InlineToken) {
    spans.add(token.span as Span);
    if (token === to) return;
  }
}

/** Outside the run is white space. */
const NO_CHARACTER = 0x20;

function charBefore(token: InlineToken): number {
  if (token.kind === 'edge') return NO_CHARACTER;
  if (token.kind === 'open' || token.kind === 'close') return (token.span as Span).marker.charCodeAt(0);
  return token.value.charCodeAt(token.value.length - 1);
}

function charAfter(token: InlineToken): number {
  if (token.kind === 'edge') return NO_CHARACTER;
  if (token.kind === 'open' || token.kind === 'close') return (token.span as Span).marker.charCodeAt(0);
  return token.value.charCodeAt(0);
}

function isTilde(code: number): boolean {
  return code === 0x7e;
}

/**
 * Settles whether a run can open and close. `extended`: as micromark with GFM reads it, where a neighbouring `~` always
 * lets it; otherwise by the letter of the specification. A run of `~` that does not strike by itself is bad.
 */
function setFlanking(run: Run, extended: boolean, bad: Set<Span>): void {
  const before = classOf(run.before);
  const after = classOf(run.after);
  const left =
    after === OTHER || (after === PUNCTUATION && before !== OTHER) || (extended && isTilde(run.after));
  const right =
    before === OTHER || (before === PUNCTUATION && after !== OTHER) || (extended && isTilde(run.before));
  const intraword = run.marker === '_';
  run.canOpen = left && (!intraword || !right || before !== OTHER);
  run.canClose = right && (!intraword || !left || after !== OTHER);
  if (run.marker !== '~') return;
  const strikes = run.first === run.last && (run.first.kind === 'open' ? run.canOpen : run.canClose);
  if (!strikes) addSpans(run.first, run.last, bad);
}

/**
 * "Process emphasis" (CommonMark, appendix) with one stack of openers; every match must be a span's two
 * delimiters. `reduced`: the rule of three looks at what is left of the runs (micromark), not at their length.
 */
function match(runs: readonly Run[], reduced: boolean, bad: Set<Span>): void {
  const openers: Run[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] as Run;
    if (run.marker === '~') continue;
    run.from = run.first;
    run.to = run.last;
    run.left = run.length;
    if (run.canClose) closeWith(run, openers, reduced, bad);
    if (run.left === 0) continue;
    if (run.canOpen) openers.push(run);
    else addSpans(run.from, run.to, bad);
  }
  for (const run of openers) addSpans(run.from, run.to, bad);
}

function closeWith(run: Run, openers: Run[], reduced: boolean, bad: Set<Span>): void {
  while (run.left > 0) {
    let at = openers.length - 1;
    while (at >= 0 && !matches(openers[at] as Run, run, reduced)) at--;
    if (at < 0) return;
    const opener = openers[at] as Run;
    for (let i = at + 1; i < openers.length; i++) {
      const skipped = openers[i] as Run;
      addSpans(skipped.from, skipped.to, bad);
    }
    openers.length = at + 1;
    const use = opener.left >= 2 && run.left >= 2 ? 2 : 1;
    const opening = opener.to;
    const closing = run.from;
    opener.to = opening.prev as InlineToken;
    run.from = closing.next as InlineToken;
    const span = opening.span as Span;
    opener.left -= delimiterLength(span);
    run.left -= delimiterLength(closing.span as Span);
    if (span !== closing.span || delimiterLength(span) !== use || opening.kind !== 'open') {
      bad.add(span);
      bad.add(closing.span as Span);
    }
    if (opener.left === 0) openers.pop();
  }
}

function matches(opener: Run, closer: Run, reduced: boolean): boolean {
  if (opener.marker !== closer.marker) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  const open = reduced ? opener.left : opener.length;
  const close = reduced ? closer.left : closer.length;
  return (open + close) % 3 !== 0 || (open % 3 === 0 && close % 3 === 0);
}
