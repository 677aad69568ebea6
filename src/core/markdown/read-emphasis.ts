import { flanking } from './flanking.ts';
import { delimiterLength, type InlineList, type InlineToken, type Span } from './inline-token.ts';

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
export function misread(list: InlineList): Set<Span> {
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
      before: codeOf(first.prev as InlineToken, 'last'),
      after: codeOf(token, 'first'),
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

/** The first or last character of a token as it will be written. */
function codeOf(token: InlineToken, end: 'first' | 'last'): number {
  if (token.kind === 'edge') return NO_CHARACTER;
  if (token.kind === 'open' || token.kind === 'close') return (token.span as Span).marker.charCodeAt(0);
  return token.value.charCodeAt(end === 'first' ? 0 : token.value.length - 1);
}

/** Settles whether a run can open and close. A run of `~` that does not strike by itself is bad. */
function setFlanking(run: Run, extended: boolean, bad: Set<Span>): void {
  const { canOpen, canClose } = flanking(run.marker, run.before, run.after, extended);
  run.canOpen = canOpen;
  run.canClose = canClose;
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
