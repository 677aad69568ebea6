import { shapeOfPath } from './crawl-address.ts';
import type { LeftOutKind } from './left-out.ts';

type Trap = Extract<LeftOutKind, 'loop' | 'query' | 'repeats' | 'calendar' | 'paging'>;

/** Times that the same segments may follow each other in a path, and how many of them are compared. */
const MOST_TURNS = 2;
const LONGEST_TURN = 4;
/** Addresses of a path with several parameters: so many in any case, and so many for each value of the parameter with most values. */
const [FREE_COMBINATIONS, COMBINATIONS_A_VALUE] = [20, 4];
/** Parameters of an address: one with more is a form that was filled in. */
const MOST_PARAMETERS = 32;
/** Pages of one shape that may be another page again: so many in any case, and for each that was not. */
const [FREE_REPEATS, REPEATS_A_PAGE] = [10, 2];
/** Lists in a row, each found in the one before, that lead to nothing but lists. */
const BARREN_ROW = 10;
/** Lists in all that lead to nothing but lists: so many in any case, and for each that led to a page. */
const [FREE_BARREN, BARREN_A_LIST] = [50, 2];

const YEAR_AND_MONTH = /(?:^|[^\d])(?:19|2\d)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?\/?$/;
const DAY_IN_ONE = /(?:^|\D)(?:19|2\d)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\/?$/;
const DATE_NAME = /^(?:y|yr|year|month|mon|day|week|date|cal|calendar|[a-z]{1,20}[_-]?date|ical)$/i;
const PAGE_NAME = /^(?:pg|page|paged|pagenum|page_?no|pageindex|offset|start|skip)$/i;
const PAGE_PATH = /\/page\/\d{1,9}\/?$/;

/** A list of a calendar, or of numbered pages; null: neither. */
export function listKind(url: URL): 'calendar' | 'paging' | null {
  const query = [...url.searchParams];
  const isDate = ([name, value]: readonly [string, string]) =>
    (DATE_NAME.test(name) && /\d/.test(value)) || YEAR_AND_MONTH.test(value);
  if (YEAR_AND_MONTH.test(url.pathname) || DAY_IN_ONE.test(url.pathname) || query.some(isDate))
    return 'calendar';
  const isPage = ([name, value]: readonly [string, string]) => PAGE_NAME.test(name) && /^\d+$/.test(value);
  return PAGE_PATH.test(url.pathname) || query.some(isPage) ? 'paging' : null;
}

/** True for a path such as `/a/b/a/b/a/b`. */
export function isLoop(pathname: string): boolean {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  for (let length = 1; length <= LONGEST_TURN; length++) {
    let same = 0;
    for (let i = length; i < segments.length; i++) {
      same = segments[i] === segments[i - length] ? same + 1 : 0;
      if (same >= length * MOST_TURNS) return true;
    }
  }
  return false;
}

/** The shape of a path, and the names of its parameters: what pages of one kind have in common. */
const shapeOf = (url: URL): string =>
  `${shapeOfPath(url.pathname)}?${[...url.searchParams.keys()].sort().join('&')}`;

/** What addresses of one path have in their parameters. */
interface Queries {
  /** Addresses with several parameters. */
  combinations: number;
  readonly values: Map<string, Set<string>>;
  /** Values of the parameter that has most. */
  mostValues: number;
}

/** What a page turned out to be. */
interface Outcome {
  readonly isRepeat: boolean;
  readonly leadsOn: boolean;
  readonly isListed?: boolean;
}

/** Judges addresses by what others alike turned out to be. Bounds grow with what is new, so that no large site is cut. */
export function createTraps() {
  const queries = new Map<string, Queries>();
  const shapes = new Map<string, { fresh: number; repeats: number }>();
  const lists = { fresh: 0, barren: 0 };
  const isCombination = (url: URL): boolean => {
    const names = new Set(url.searchParams.keys()).size;
    const { combinations = 0, mostValues = 0 } = queries.get(url.pathname) ?? {};
    if (names > MOST_PARAMETERS) return true;
    return names > 1 && combinations >= FREE_COMBINATIONS + COMBINATIONS_A_VALUE * mostValues;
  };
  const isRepeated = (url: URL): boolean => {
    const { fresh, repeats } = shapes.get(shapeOf(url)) ?? { fresh: 0, repeats: 0 };
    return repeats >= FREE_REPEATS + REPEATS_A_PAGE * fresh;
  };
  return {
    /** The trap that an address belongs to, or null. `row`: lists in a row that led to it and to nothing else. */
    trapOf({ url, row }: { readonly url: URL; readonly row: number }): Trap | null {
      if (isLoop(url.pathname)) return 'loop';
      if (isCombination(url)) return 'query';
      if (isRepeated(url)) return 'repeats';
      const kind = listKind(url);
      const isOver = row > BARREN_ROW || lists.barren >= FREE_BARREN + BARREN_A_LIST * lists.fresh;
      return kind !== null && isOver ? kind : null;
    },
    /** An address that is to be asked for. */
    admit(url: URL): void {
      const names = new Set(url.searchParams.keys());
      if (names.size === 0 || names.size > MOST_PARAMETERS) return;
      const query: Queries = queries.get(url.pathname) ?? {
        combinations: 0,
        values: new Map(),
        mostValues: 0,
      };
      queries.set(url.pathname, query);
      if (names.size > 1) query.combinations++;
      for (const [name, value] of url.searchParams) {
        const values = (query.values.get(name) ?? new Set<string>()).add(value);
        query.values.set(name, values);
        query.mostValues = Math.max(query.mostValues, values.size);
      }
    },
    /**
     * A page that came. `isRepeat`: it was another one again, or none; `leadsOn`: to a page that is no list and was not known;
     * `isListed`: a sitemap has it, so that it is a page itself where it is new.
     */
    finish(url: URL, { isRepeat, leadsOn, isListed = false }: Outcome): void {
      const shape = shapeOf(url);
      // A shape without a variable part has one page.
      if (/[#*]|\?./.test(shape)) {
        const { fresh, repeats } = shapes.get(shape) ?? { fresh: 0, repeats: 0 };
        shapes.set(shape, isRepeat ? { fresh, repeats: repeats + 1 } : { fresh: fresh + 1, repeats });
      }
      const isPage = isListed && !isRepeat && !leadsOn;
      if (listKind(url) !== null && !isPage) lists[leadsOn ? 'fresh' : 'barren']++;
    },
  };
}
