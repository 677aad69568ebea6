import { flanking } from './flanking.ts';
import type { Delimiter, InlineList, InlineToken, Span } from './inline-token.ts';

/** A delimiter run: consecutive delimiters of one character. */
interface Run {
  readonly marker: string;
  /** The outermost first when it opens, the innermost when it closes. */
  readonly delimiters: readonly Delimiter[];
  readonly length: number;
  /** Codes of the characters on both sides. */
  readonly before: number;
  readonly after: number;
  canOpen: boolean;
  canClose: boolean;
  /** Bounds of the delimiters not yet matched, and how many characters they are. */
  from: number;
  to: number;
  left: number;
}

/** The spans that a parser would not read as intended. */
export function misread(list: InlineList): Set<Span> {
  const bad = new Set<Span>();
  const runs = collectRuns(list);
  for (const extended of [false, true]) {
    for (const run of runs) setFlanking(run, extended, bad);
    for (const reduced of [false, true]) match(runs, reduced, bad);
  }
  return bad;
}

function collectRuns(list: InlineList): Run[] {
  const runs: Run[] = [];
  let token = list.head.next;
  while (token !== list.tail) {
    if (!isDelimiter(token)) {
      token = token.next;
      continue;
    }
    const { marker } = token.span;
    const before = codeOf(token.prev, 'last');
    const delimiters: Delimiter[] = [];
    for (; isDelimiter(token) && token.span.marker === marker; token = token.next) delimiters.push(token);
    const length = delimiters.reduce((sum, { span }) => sum + span.length, 0);
    const free = { canOpen: false, canClose: false, from: 0, to: 0, left: 0 };
    runs.push({ marker, delimiters, length, before, after: codeOf(token, 'first'), ...free });
  }
  return runs;
}

function isDelimiter(token: InlineToken): token is Delimiter {
  return token.kind === 'open' || token.kind === 'close';
}

function addUnmatched({ delimiters, from, to }: Run, spans: Set<Span>): void {
  for (const { span } of delimiters.slice(from, to)) spans.add(span);
}

/** Outside the run is white space. */
const NO_CHARACTER = 0x20;

function codeOf(token: InlineToken, end: 'first' | 'last'): number {
  if (token.kind === 'edge') return NO_CHARACTER;
  if (isDelimiter(token)) return token.span.marker.charCodeAt(0);
  return token.value.charCodeAt(end === 'first' ? 0 : token.value.length - 1);
}

/** Settles whether a run can open and close. A run of `~` that does not strike by itself is bad. */
function setFlanking(run: Run, extended: boolean, bad: Set<Span>): void {
  Object.assign(run, flanking(run.marker, run.before, run.after, extended));
  const [only, other] = run.delimiters;
  if (run.marker !== '~') return;
  const strikes = other === undefined && (only!.kind === 'open' ? run.canOpen : run.canClose);
  if (!strikes) for (const { span } of run.delimiters) bad.add(span);
}

/**
 * "Process emphasis" (CommonMark, appendix) with one stack of openers; every match must be a span's two
 * delimiters. `reduced`: the rule of three looks at what is left of the runs (micromark), not at their length.
 */
function match(runs: readonly Run[], reduced: boolean, bad: Set<Span>): void {
  const openers: Run[] = [];
  for (const run of runs) {
    if (run.marker === '~') continue;
    run.from = 0;
    run.to = run.delimiters.length;
    run.left = run.length;
    if (run.canClose) closeWith(run, openers, reduced, bad);
    if (run.left === 0) continue;
    if (run.canOpen) openers.push(run);
    else addUnmatched(run, bad);
  }
  for (const run of openers) addUnmatched(run, bad);
}

function closeWith(run: Run, openers: Run[], reduced: boolean, bad: Set<Span>): void {
  while (run.left > 0) {
    const at = openers.findLastIndex((opener) => matches(opener, run, reduced));
    if (at < 0) return;
    const opener = openers[at]!;
    for (const skipped of openers.splice(at + 1)) addUnmatched(skipped, bad);
    const use = opener.left >= 2 && run.left >= 2 ? 2 : 1;
    const { span, kind } = opener.delimiters[--opener.to]!;
    const { span: closed } = run.delimiters[run.from++]!;
    opener.left -= span.length;
    run.left -= closed.length;
    if (span !== closed || span.length !== use || kind !== 'open') bad.add(span).add(closed);
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
