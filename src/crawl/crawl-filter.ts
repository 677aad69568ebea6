import { invalid } from '../contract/failure.ts';
import { siteOf } from './crawl-address.ts';
import type { LeftOutKind } from './left-out.ts';

/** Which addresses of a site are wanted, beside its bounds. Patterns are regular expressions, which may be slow: they are run in a thread. */
export interface CrawlFilter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Patterns are of the whole address, and not of its path. */
  readonly isOfAddress: boolean;
  /** Pages that are not below the first one are wanted too. */
  readonly isWhole: boolean;
  /** Most segments of a path beyond those of the first page; null: any. */
  readonly segments: number | null;
  /** Of addresses that differ in their query the first is taken. */
  readonly isPlain: boolean;
}

/** Segments of a path, without the name of an index. */
const segmentsOf = ({ pathname }: URL): number =>
  pathname.split('/').filter((segment) => !/^(?:index\.(?:html?|php))?$/.test(segment)).length;

/** Throws `invalid_request` for what is no regular expression, or too large for one. */
function patternOf(text: string): RegExp {
  try {
    // linear: maybe not; the thread that runs it is ended when its time at work is over.
    const pattern = new RegExp(text);
    pattern.test('');
    return pattern;
  } catch (cause) {
    throw invalid(`Give regular expressions as patterns; ${JSON.stringify(text)} is none.`, cause);
  }
}

/** Tells why an address is not wanted; null: it is. Throws `invalid_request`. */
export function createCrawlFilter(filter: CrawlFilter) {
  const include = filter.include.map(patternOf);
  const exclude = filter.exclude.map(patternOf);
  const plain = new Map<string, string>();
  let start: URL | undefined;
  /** Takes in an address; true where another one of its path was there before. */
  const isAgain = (url: URL): boolean => {
    const path = siteOf(url) + url.pathname;
    if (!plain.has(path)) plain.set(path, url.search);
    return plain.get(path) !== url.search;
  };
  return {
    unwanted(url: URL): LeftOutKind | null {
      const text = filter.isOfAddress ? url.href : url.pathname;
      if (exclude.some((pattern) => pattern.test(text))) return 'excluded';
      if (include.length > 0 && !include.some((pattern) => pattern.test(text))) return 'not_included';
      if (start !== undefined && !filter.isWhole && !url.pathname.startsWith(start.pathname))
        return 'not_included';
      const segments = start === undefined ? 0 : segmentsOf(url) - segmentsOf(start);
      if (filter.segments !== null && segments > filter.segments) return 'depth';
      return filter.isPlain && isAgain(url) ? 'query' : null;
    },
    /** The first address, and where its page ended: a crawl is below that, unless it is below the address itself. */
    begin(first: URL, final: URL): void {
      start = final.pathname.startsWith(first.pathname) ? first : final;
    },
    /** An address that was taken already. */
    learn: (url: URL): void => void (filter.isPlain && isAgain(url)),
  };
}
