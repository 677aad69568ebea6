/** What is known of a page besides its title tag. */
export interface TitleEvidence {
  /** Names of the site that the page gives, best first. */
  readonly siteNames: readonly string[];
  /** Titles that the page gives elsewhere: main headings, Open Graph, structured data. */
  readonly titles: readonly string[];
  /** Host name of the page, or ''. */
  readonly host: string;
  /** Whether this is the site's front page, whose title is the site's own. */
  readonly isFront: boolean;
}

/** A title without the site's name, and the name if it stood in the title. */
export interface SplitTitle {
  readonly title: string;
  readonly siteName: string | null;
}

/**
 * What may stand between a title and a site's name. A hyphen or colon needs white space, except beside Chinese,
 * Japanese and Korean characters, where titles are written `標題-頻道_網站`.
 */
const SEPARATOR =
  /\s+[-–—−·•∙|¦:/\\~»«›‹>→]+\s+|\s*(?:\||｜|¦|│|┃|::|»|«|›|‹|•)\s*|:\s+|\s*_{1,2}\s*(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])\s*[-–—_]{1,2}\s*|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af!?！？。])\s*[-–—_]\s*/g;

/** Most segments that are told apart. */
const MAX_SEGMENTS = 8;
/** Fewest characters of a segment that a longer heading may begin with to confirm it. */
const PREFIX_LENGTH = 12;

/**
 * The title of a page without the site's name. A part is taken off only on evidence: it is a name that the page or
 * its host gives the site, or the rest is a title that the page gives elsewhere. Without evidence the separator
 * belongs to the title, and all of it stays.
 */
export function splitTitle(titleTag: string, evidence: TitleEvidence): SplitTitle {
  const segments = segment(titleTag);
  if (segments.length < 2) return { title: titleTag, siteName: null };
  const whole = (from: number, to: number) => titleTag.slice(segments[from]!.start, segments[to]!.end).trim();
  let first = 0;
  let last = segments.length - 1;
  let siteName: string | null = null;
  if (evidence.isFront) {
    const own = segments.map((_, i) => whole(i, i)).find((part) => isSite(part, evidence));
    return { title: titleTag, siteName: own ?? null };
  }
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
  if (run !== null) return { title: run, siteName };
  // `標題_頻道_網站`: the low line is never part of a Chinese title.
  const line = segments.findIndex(({ separator }, i) => i >= first && i < last && /^_+$/.test(separator));
  if (line === -1) return { title: whole(first, last), siteName };
  return { title: whole(first, line), siteName: siteName ?? whole(last, last) };
}

interface Segment {
  start: number;
  end: number;
  /** What stands behind it, without white space. */
  separator: string;
}

function segment(title: string): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const match of title.matchAll(SEPARATOR)) {
    if (match.index <= start || segments.length === MAX_SEGMENTS - 1) continue;
    segments.push({ start, end: match.index, separator: match[0].trim() });
    start = match.index + match[0].length;
  }
  if (start < title.length) segments.push({ start, end: title.length, separator: '' });
  return segments;
}

/** The longest part of the title, from its beginning or to its end, that the page names as its title elsewhere. */
function confirmedRun(
  segments: readonly Segment[],
  first: number,
  last: number,
  whole: (from: number, to: number) => string,
  evidence: TitleEvidence,
): string | null {
  const titles = evidence.titles.map(squash).filter((t) => t !== '' && !isSite(t, evidence));
  if (titles.includes(squash(whole(first, last)))) return null;
  for (let size = last - first; size > 0; size--) {
    for (const [from, to] of [
      [first, first + size - 1],
      [last - size + 1, last],
    ] as const) {
      // What stands behind a colon is a subtitle.
      if (segments[from === first ? to : from - 1]!.separator === ':') continue;
      const run = squash(whole(from, to));
      const rest = squash(from === first ? whole(to + 1, last) : whole(first, from - 1));
      const confirmed = titles.some(
        (t) =>
          t === run ||
          (from === first && run.length >= PREFIX_LENGTH && t.startsWith(run) && !t.includes(rest)),
      );
      if (confirmed) return whole(from, to);
    }
  }
  return null;
}

/** Whether a part of a title is the name of the site. */
function isSite(part: string, { siteNames, host }: TitleEvidence): boolean {
  const name = withoutThe(squash(part));
  if (name === '') return false;
  for (const siteName of siteNames) {
    if (withoutThe(squash(siteName)) === name) return true;
    // A name that carries its own motto: `Acme - All for the roadrunner`.
    const [short] = segment(siteName);
    if (short && withoutThe(squash(siteName.slice(short.start, short.end))) === name) return true;
  }
  if (host === '') return false;
  const bare = host.replace(/^www\./, '');
  return name === squash(bare) || hostWords(bare).some((word) => name === withoutThe(word));
}

/** Whether the last part of a title resembles the name of the site: one begins with the other, word for word. */
function resemblesSite(part: string, { siteNames, host }: TitleEvidence): boolean {
  if (part.length > 60) return false;
  const words = wordsOf(part);
  for (const siteName of siteNames) {
    const siteWords = wordsOf(siteName);
    const shared = Math.min(words.length, siteWords.length);
    if (shared > 0 && siteWords.slice(0, shared).join(' ') === words.slice(0, shared).join(' ')) return true;
  }
  return words.length > 0 && words.length <= 6 && hostWords(host).includes(words[0]!);
}

function wordsOf(text: string): string[] {
  const words = text
    .split(/[\s,.:|-]+/)
    .map(squash)
    .filter((word) => word !== '');
  return words[0] === 'the' ? words.slice(1) : words;
}

/** Labels of a host name, without the last, that can name a site. */
function hostWords(host: string): string[] {
  return host
    .split('.')
    .slice(0, -1)
    .map(squash)
    .filter((word) => word.length >= 3 && !GENERIC_LABELS.has(word));
}

function withoutThe(name: string): string {
  return name.length > 6 && name.startsWith('the') ? name.slice(3) : name;
}

/** Labels of host names that name no site. */
const GENERIC_LABELS = new Set(
  'www www2 web blog blogs news docs doc help support shop store en de fr es it forum forums wiki mobile com org net edu gov dev app api my community learn about info github gitlab wordpress blogspot'.split(
    ' ',
  ),
);

/** Letters and digits alone, in lower case. */
function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g,
      '',
    );
}
