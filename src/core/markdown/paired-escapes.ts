import { flanking } from './flanking.ts';
import { CLOSING, ESCAPED, isTextRole, OPENING } from './inline-token.ts';

/** Characters of an inline run, from the first to the one after the last. */
type Range = readonly [start: number, end: number];

/** A run of one character that is all text or all delimiters. */
interface AttentionRun {
  readonly range: Range;
  readonly text: boolean;
  /** How many more of the character open spans here than close them. */
  readonly depth: number;
  readonly opens: boolean;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/**
 * The text of a run that needs a backslash because it could be a delimiter (`*`, `_`, `~`): it can open and a later run can
 * close or the other way round, or it can do either inside a span of the same character, whose own delimiters it would take.
 * `roles`: what each character of `raw` is.
 */
export function attentionEscapes(raw: string, roles: Uint8Array, char: string): Range[] {
  const escapes: Range[] = [];
  const runs = attentionRuns(raw, roles, char, escapes);
  const kind = ({ range }: AttentionRun): number => (char === '~' ? range[1] - range[0] : 0);
  const lastCloser = new Map<number, number>();
  runs.forEach((run, i) => {
    if (run.canClose && (run.text || run.opens)) lastCloser.set(kind(run), i);
  });
  const openers = new Set<number>();
  let inside = 0;
  runs.forEach((run, i) => {
    inside += run.depth;
    if (!run.text) return;
    const opens = run.canOpen && (inside > 0 || (lastCloser.get(kind(run)) ?? -1) > i);
    const closes = run.canClose && (inside > 0 || openers.has(kind(run)));
    if (opens || closes) escapes.push(run.range);
    else if (run.canOpen) openers.add(kind(run));
  });
  return escapes;
}

/** Text beside a delimiter would make it longer: it is escaped and is no run. */
function attentionRuns(raw: string, roles: Uint8Array, char: string, escapes: Range[]): AttentionRun[] {
  const runs: AttentionRun[] = [];
  const add = (range: Range, text: boolean, depth: number, opens: boolean): void => {
    const [start, end] = range;
    const flanks = flanking(char, raw.charCodeAt(start - 1), raw.charCodeAt(end), true);
    runs.push({ range, text, depth, opens, ...flanks });
  };
  for (let start = raw.indexOf(char), end = start; start >= 0; start = raw.indexOf(char, end)) {
    end = start + 1;
    while (raw[end] === char) end++;
    const hasDelimiters = roles.subarray(start, end).some(isDelimiter);
    if (!hasDelimiters) {
      if (isTextRole(roles[start]!) && (char !== '~' || end - start <= 2)) add([start, end], true, 0, false);
      continue;
    }
    for (let from = start, to = from; from < end; from = to) {
      const isEscaped = !isDelimiter(roles[from]!);
      while (to < end && isDelimiter(roles[to]!) !== isEscaped) to++;
      const delimiters = roles.subarray(from, to);
      const opening = delimiters.filter((role) => role === OPENING).length;
      if (isEscaped) escapes.push([from, to]);
      else add([from, to], false, 2 * opening - delimiters.length, opening > 0);
    }
  }
  return runs;
}

function isDelimiter(role: number): boolean {
  return role === OPENING || role === CLOSING;
}

/**
 * The text of a run that needs a backslash because it could be the fence of code (`` ` ``) or of a formula (`$`): a later run of
 * its length can close it. Both take whatever lies between, so runs inside other syntax count. A single dollar is one by
 * Pandoc's rule (`tex_math_dollars`): a blank follows no opening one and precedes no closing one, a digit follows no closing
 * one. `roles`: what each character of `raw` is.
 */
export function codeEscapes(raw: string, roles: Uint8Array, char: string): Range[] {
  const escapes: Range[] = [];
  const later = new Set<number>();
  // From the last run to the first: an escaped run leaves single characters behind that could close an earlier one.
  for (let end = raw.lastIndexOf(char) + 1, start = end; end > 0; ) {
    start = end - 1;
    while (start > 0 && raw[start - 1] === char) start--;
    const length = end - start;
    const texts = roles.subarray(start, end).filter(isTextRole).length;
    const isMixed = texts > 0 && texts < length;
    const isSingle = char === '$' && length === 1;
    const opens = !isSingle || /\S/.test(raw.charAt(end));
    const closes = !isSingle || (/\S/.test(raw.charAt(start - 1)) && !/\d/.test(raw.charAt(end)));
    if (texts > 0 && (isMixed || (opens && later.has(length)) || roles[end - 1]! >= ESCAPED)) {
      escapes.push([start, end]);
      later.add(1);
      // The last escaped character and a fence right after it look like one longer run to an earlier opener.
      if (isMixed) later.add(length - texts).add(length - texts + 1);
    } else if (closes) later.add(length);
    end = start === 0 ? 0 : raw.lastIndexOf(char, start - 1) + 1;
  }
  return escapes;
}
