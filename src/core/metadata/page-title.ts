import { squash } from './plain-text.ts';
import {
  isSite,
  MAX_NAME_WORDS,
  partsOf,
  resemblesSite,
  type Segment,
  type SiteEvidence,
  segment,
} from './site-name.ts';

/** What is known of a page besides its title tag. */
export interface TitleEvidence extends SiteEvidence {
  /** Main headings. */
  readonly headings: readonly string[];
  /** Headings of the second and third level. */
  readonly subheadings: readonly string[];
  /** Title that structured data gives. */
  readonly headline: string | null;
  /** Titles for those who link to the page, which many a site fills from the title tag. */
  readonly copies: readonly string[];
  /** Whether this is the site's front page, whose title is the site's own. */
  readonly isFront: boolean;
}

/** A title without the site's name, and the name if it stood in the title. */
export interface SplitTitle {
  readonly title: string;
  readonly siteName: string | null;
}

/** First and last segment of a part of the title. */
type Run = readonly [from: number, to: number];

/** Fewest characters of a segment that a longer heading may begin with to confirm it. */
const PREFIX_LENGTH = 12;
/** Fewest letters of a name that is taken off where no known separator stands. */
const MIN_NAME = 3;
/** What may stand between a title and a name besides the known separators. */
const LEADING_SIGNS = /^[^\p{L}\p{N}¿¡("'“‘«[#]+/u;
const TRAILING_SIGNS = /(?<=^|[\p{L}\p{N}!?)\]'"”’»%])[^\p{L}\p{N}!?)\]'"”’»%]+$/u;
/** A title with something in brackets behind it. */
const BRACKETS = /^([^[\]]{2,250})\[([^[\]]{2,60})\]$/;

/**
 * The title of a page without the site's name. A part is taken off only on evidence: it is a name that the page or
 * its host gives the site, or the rest is a title that the page gives elsewhere. Without evidence the separator
 * belongs to the title, and all of it stays.
 */
export function splitTitle(titleTag: string, evidence: TitleEvidence): SplitTitle {
  if (evidence.isFront) {
    const parts = partsOf(titleTag);
    const own = parts.length < 2 ? undefined : parts.find((part) => isSite(part, evidence));
    return { title: titleTag, siteName: own ?? null };
  }
  const segments = segment(titleTag);
  const { headings, headline, copies } = evidence;
  const known = titlesAmong([...headings, headline, ...copies], evidence);
  const split =
    segments.length < 2
      ? { title: titleTag, siteName: null }
      : splitAtSeparators(titleTag, segments, known, evidence);
  if (known.includes(squash(split.title))) return split;
  return withoutName(split.title, known, evidence) ?? withoutBrackets(split, known) ?? split;
}

function splitAtSeparators(
  titleTag: string,
  segments: readonly Segment[],
  known: readonly string[],
  evidence: TitleEvidence,
): SplitTitle {
  const whole = (from: number, to: number) => titleTag.slice(segments[from]!.start, segments[to]!.end).trim();
  let first = 0;
  let last = segments.length - 1;
  let siteName: string | null = null;
  for (let i = 1; i <= last; i++) {
    if (!isSite(whole(i, last), evidence) && !resemblesSite(whole(i, last), evidence)) continue;
    siteName = whole(i, last);
    last = i - 1;
    break;
  }
  while (last > first && /^by\s/i.test(whole(last, last))) last--;
  if (siteName === null) {
    for (let i = last - 1; i >= 0; i--) {
      if (!isSite(whole(0, i), evidence)) continue;
      siteName = whole(0, i);
      first = i + 1;
      break;
    }
  }
  const run = confirmedRun(segments, first, last, whole, evidence);
  if (run !== null) {
    const title = whole(...run);
    const isOneTail = run[0] === first && run[1] === last - 1;
    return {
      title,
      siteName: siteName ?? (isOneTail ? nameBehind(title, whole(last, last), known) : null),
    };
  }
  // `標題_頻道_網站`: the low line is never part of a Chinese title.
  const line = segments.findIndex(({ separator }, i) => i >= first && i < last && /^_+$/.test(separator));
  if (line === -1) return { title: whole(first, last), siteName };
  return { title: whole(first, line), siteName: siteName ?? whole(last, last) };
}

/** What stands behind a title that the page names elsewhere: the site, unless it is a date, a number or long. */
function nameBehind(title: string, tail: string, known: readonly string[]): string | null {
  return known.includes(squash(title)) && !/\d/.test(tail) && tail.split(' ').length <= MAX_NAME_WORDS
    ? tail
    : null;
}

/** Those of some titles that are not the site's name, for comparison. */
function titlesAmong(titles: readonly (string | null)[], evidence: SiteEvidence): string[] {
  return titles
    .map((title) => squash(title ?? ''))
    .filter((title) => title !== '' && !isSite(title, evidence));
}

/**
 * The longest part of the title, from its beginning or to its end, that the page names as its title elsewhere; null
 * when that is all of it, or none. What the page tells others of its title comes before its main headings, which
 * may name the whole book; but where it is a copy of the title tag it says nothing, and a heading wins.
 */
function confirmedRun(
  segments: readonly Segment[],
  first: number,
  last: number,
  whole: (from: number, to: number) => string,
  evidence: TitleEvidence,
): Run | null {
  const headings = titlesAmong(evidence.headings, evidence);
  const headline = titlesAmong([evidence.headline], evidence);
  const copies = titlesAmong(evidence.copies, evidence);
  const all = squash(whole(first, last));
  if (headings.includes(all) || headline.includes(all)) return null;
  const runs = runsOf(segments, first, last);
  if (copies.includes(all))
    return runs.find(([from, to]) => from === first && headings.includes(squash(whole(from, to)))) ?? null;
  const isConfirmed = ([from, to]: Run, titles: readonly string[]) => {
    const run = squash(whole(from, to));
    const rest = squash(from === first ? whole(to + 1, last) : whole(first, from - 1));
    return titles.some(
      (t) =>
        t === run ||
        (from === first && run.length >= PREFIX_LENGTH && t.startsWith(run) && !t.includes(rest)),
    );
  };
  const told = runs.find((run) => isConfirmed(run, [...headline, ...copies]));
  if (told) return told;
  const headed = runs.find((run) => isConfirmed(run, headings));
  if (!headed || headed[0] === first) return headed ?? null;
  const chapter = squash(whole(first, headed[0] - 1));
  return evidence.subheadings.some((heading) => squash(heading) === chapter)
    ? [first, headed[0] - 1]
    : headed;
}

/** Parts of the title from its beginning or to its end, the longest first. What stands behind a colon is a subtitle. */
function runsOf(segments: readonly Segment[], first: number, last: number): Run[] {
  const runs: Run[] = [];
  for (let size = last - first; size > 0; size--) {
    if (segments[first + size - 1]!.separator !== ':') runs.push([first, first + size - 1]);
    if (segments[last - size]!.separator !== ':') runs.push([last - size + 1, last]);
  }
  return runs;
}

/** The title without a known name at one of its ends, whatever separates them, when that is a title of the page. */
function withoutName(title: string, known: readonly string[], { siteName }: SiteEvidence): SplitTitle | null {
  const lower = title.toLowerCase();
  const name = siteName?.toLowerCase() ?? '';
  if (squash(name).length < MIN_NAME) return null;
  const rests = [
    lower.endsWith(name) ? title.slice(0, -name.length).replace(TRAILING_SIGNS, '') : '',
    lower.startsWith(name) ? title.slice(name.length).replace(LEADING_SIGNS, '') : '',
  ];
  const rest = rests.find((text) => text !== '' && known.includes(squash(text)));
  return rest === undefined ? null : { title: rest, siteName };
}

/** The title without brackets at its end, when that is a title of the page. */
function withoutBrackets({ title, siteName }: SplitTitle, known: readonly string[]): SplitTitle | null {
  const [, rest, inner] = BRACKETS.exec(title) ?? [];
  if (rest === undefined || !known.includes(squash(rest))) return null;
  return { title: rest.trim(), siteName: siteName ?? inner!.trim() };
}
