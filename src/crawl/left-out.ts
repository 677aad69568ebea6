/** Why a crawl leaves an address out, for messages. */
export const LEFT_OUT = {
  other_site: 'another host',
  not_included: 'not of --include',
  excluded: 'of --exclude',
  robots: 'disallowed by robots.txt',
  nofollow: 'the page asks not to follow it',
  media: 'a file that is no page',
  depth: 'farther than --depth',
  limit: 'beyond --limit',
  waiting: 'found while as many as can be kept waited',
  unlisted: 'listed by sitemaps beyond what is read of them',
  links: 'links of pages with more than are read',
  session: 'the address of a page with the id of a visit',
  loop: 'a path that repeats itself',
  query: 'one more combination of the same parameters',
  repeats: 'alike to addresses that were the same page again',
  calendar: 'a calendar that leads to nothing new',
  paging: 'numbered lists that lead to nothing new',
  duplicate: 'the content of another page',
} as const;

export type LeftOutKind = keyof typeof LEFT_OUT;

/** Addresses that are told apart; beyond them one that is found twice counts twice. */
const MOST_TOLD_APART = 100_000;

/** What a crawl leaves out, counted by kind, each address once. */
export class LeftOut {
  readonly #kinds = new Map<string, LeftOutKind>();
  readonly #more = new Map<LeftOutKind, number>();

  /** True when it was not left out before. */
  add(address: string, kind: LeftOutKind): boolean {
    if (this.#kinds.has(address)) return false;
    if (this.#kinds.size < MOST_TOLD_APART) this.#kinds.set(address, kind);
    else this.count(kind, 1);
    return true;
  }

  /** So many that are known by their number alone. */
  count(kind: LeftOutKind, number: number): void {
    if (number > 0) this.#more.set(kind, (this.#more.get(kind) ?? 0) + number);
  }

  /** It is not left out after all. */
  delete(address: string): void {
    this.#kinds.delete(address);
  }

  /** Addresses by kind, the most frequent kind first. */
  counts(beside: Partial<Record<LeftOutKind, number>>): Partial<Record<LeftOutKind, number>> {
    const counts = new Map(this.#more);
    const add = (kind: LeftOutKind, count: number) => counts.set(kind, (counts.get(kind) ?? 0) + count);
    for (const kind of this.#kinds.values()) add(kind, 1);
    for (const [kind, count] of Object.entries(beside)) if (count > 0) add(kind as LeftOutKind, count);
    return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  }
}
