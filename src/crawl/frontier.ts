import { matchesPattern, type RobotsRules } from '../fetching/robots.ts';
import { type CrawlAddress, crawlAddress, firstAddress, siteOf } from './crawl-address.ts';
import { LeftOut, type LeftOutKind } from './left-out.ts';
import { createTraps, listKind } from './traps.ts';
import { createUnheededParameters } from './unheeded-parameters.ts';

/** What of a site is wanted. */
export interface CrawlBounds {
  /** Most pages that are asked for. */
  readonly limit: number;
  /** Most links from the first page on; what a sitemap lists is one away. */
  readonly depth: number;
  /** Patterns as in robots.txt, of path and query; a page must match one of the first, unless there are none, and none of the second. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Where an address was found, the most wanted first: a link of a content, a sitemap, any other link. */
const RANKS = ['content', 'sitemap', 'link'] as const;
type Rank = (typeof RANKS)[number];

/** An address to ask for. */
export interface CrawlTarget {
  readonly url: string;
  readonly rank: Rank;
  readonly depth: number;
  /** Lists in a row that led here and to nothing else. */
  readonly row: number;
}

/** What a page turned out to be. */
export interface CrawlFinding {
  readonly finalUrl: string;
  readonly links: readonly string[];
  readonly contentLinks: number;
  readonly notToFollow: readonly string[];
  readonly canonical: string | null;
  /** '' of a page without content. */
  readonly digest: string;
  /** It was another page again, or none: nothing new. */
  readonly isRepeat: boolean;
}

/** Endings of files that no page is in. */
const MEDIA =
  /\.(?:jpe?g|png|gif|webp|svg|avif|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|zip|gz|t[gx]z|tar|bz2|xz|7z|rar|exe|dmg|iso|apk|deb|rpm|bin|msi|jar|xlsx?|pptx?|odt|ods|epub)$/i;

/** Addresses that wait at most: 100 bytes to 1 KiB each. */
const MOST_WAITING = 200_000;

/** The addresses of one site: each is given out once, traps are bounded by kind, what is left out is counted. */
export class Frontier {
  readonly #start: CrawlAddress;
  readonly #bounds: CrawlBounds;
  readonly #allows: RobotsRules;
  readonly #known = new Map<string, 'waits' | 'given'>();
  readonly #waiting: Record<Rank, CrawlTarget[]> = { content: [], sitemap: [], link: [] };
  readonly #heads: Record<Rank, number> = { content: 0, sitemap: 0, link: 0 };
  readonly #leftOut = new LeftOut();
  readonly #traps = createTraps();
  readonly #unheeded = createUnheededParameters();
  readonly #sites: Set<string>;
  #taken = 0;
  #left = 0;

  /** `allows`: robots.txt of the site. Throws `invalid_url` for a first address that is not http or https. */
  constructor(start: string, bounds: CrawlBounds, allows: RobotsRules) {
    const address = firstAddress(start);
    this.#start = address;
    this.#bounds = bounds;
    this.#allows = allows;
    this.#sites = new Set([siteOf(address.url)]);
  }

  /** Takes in the first address, whatever the bounds say of it. */
  begin(): void {
    this.#admit(this.#start, { rank: 'content', depth: 0, row: 0 });
  }

  /** Takes in what a sitemap lists. */
  list(urls: readonly string[]): void {
    for (const url of urls) this.#offer(url, { rank: 'sitemap', depth: 1, row: 0 });
  }

  /** Takes in an address that was given out by another frontier of this crawl. */
  restore({ url }: CrawlTarget): void {
    const address = crawlAddress(url)!;
    if (!this.#known.has(address.key)) this.#traps.admit(address.url);
    this.#give(address.key);
    this.#taken++;
  }

  /** The next address, or undefined: none waits, or there were as many as are wanted. */
  take(): CrawlTarget | undefined {
    if (this.#taken >= this.#bounds.limit) return undefined;
    for (const rank of RANKS) {
      const target = this.#takeFrom(rank);
      if (target === undefined) continue;
      this.#taken++;
      return target;
    }
    return undefined;
  }

  /** Takes in what a page turned out to be, and where it leads. */
  finish(target: CrawlTarget, finding: CrawlFinding): void {
    const { url } = crawlAddress(target.url)!;
    const final = this.#addressOf(finding.finalUrl);
    // What the first page leads to is the site that was meant.
    if (target.depth === 0 && final !== undefined) this.#sites.add(siteOf(final.url));
    if (final !== undefined && this.#sites.has(siteOf(final.url))) this.#give(final.key);
    if (finding.digest !== '') this.#unheeded.learn(url, finding.digest);
    const leadsOn = this.#follow(target, finding, listKind(url) !== null);
    for (const href of finding.notToFollow) {
      const address = this.#addressOf(href);
      if (address !== undefined && !this.#known.has(address.key)) this.#leftOut.add(address.key, 'nofollow');
    }
    this.#traps.finish(url, { isRepeat: finding.isRepeat, leadsOn });
  }

  /** Whether an address is of the site; where the first page ended is. */
  readonly isOfSite = (url: string): boolean => this.#sites.has(siteOf(new URL(url)));

  /** Addresses that were given out, and those that may follow. */
  readonly total = (): number => Math.min(this.#taken + this.#left, this.#bounds.limit);

  /** Addresses that are left out, by kind. */
  leftOut(): Partial<Record<LeftOutKind, number>> {
    return this.#leftOut.counts({ limit: this.#taken >= this.#bounds.limit ? this.#left : 0 });
  }

  /** Takes in where a page leads, lists last: whether it leads to a new page decides on them. True when it does. */
  #follow({ depth, row }: CrawlTarget, { canonical, links, contentLinks }: CrawlFinding, isList: boolean) {
    const lists: (readonly [string, Rank])[] = [];
    let leadsOn = false;
    const follow = (href: string, rank: Rank) => {
      const next = this.#addressOf(href);
      if (next !== undefined && listKind(next.url) !== null) lists.push([href, rank]);
      else if (this.#offer(href, { rank, depth: depth + 1, row: 0 })) leadsOn = true;
    };
    if (canonical !== null) follow(canonical, 'content');
    for (const [i, href] of links.entries()) follow(href, i < contentLinks ? 'content' : 'link');
    const rowOfLists = isList && !leadsOn ? row + 1 : 0;
    for (const [href, rank] of lists) this.#offer(href, { rank, depth: depth + 1, row: rowOfLists });
    return leadsOn;
  }

  /** True when the address is new and wanted. */
  #offer(href: string, target: Omit<CrawlTarget, 'url'>): boolean {
    const address = this.#addressOf(href);
    if (address === undefined) return false;
    const isKnown = this.#known.has(address.key);
    const kind = isKnown ? (address.isShortened ? 'session' : null) : this.#unwanted(address, target);
    if (kind !== null) this.#leftOut.add(kind === 'session' ? href : address.key, kind);
    if (kind === null && !isKnown) this.#admit(address, target);
    return kind === null && !isKnown;
  }

  #unwanted({ url }: CrawlAddress, { rank, depth, row }: Omit<CrawlTarget, 'url'>): LeftOutKind | null {
    const { include, exclude, depth: mostDepth } = this.#bounds;
    const path = url.pathname + url.search;
    const matches = (pattern: string) => matchesPattern(pattern, path);
    if (!this.#sites.has(siteOf(url))) return 'other_site';
    if (MEDIA.test(url.pathname)) return 'media';
    if (exclude.some(matches)) return 'excluded';
    if (include.length > 0 && !include.some(matches)) return 'not_included';
    if (!this.#allows(path)) return 'robots';
    if (depth > mostDepth) return 'depth';
    const trap = rank === 'sitemap' ? null : this.#traps.trapOf({ url, row });
    return trap ?? (this.#left >= MOST_WAITING ? 'limit' : null);
  }

  #admit({ url, key }: CrawlAddress, target: Omit<CrawlTarget, 'url'>): void {
    this.#known.set(key, 'waits');
    this.#left++;
    this.#leftOut.delete(key);
    this.#traps.admit(url);
    this.#waiting[target.rank].push({ ...target, url: url.href });
  }

  /** It waits no more. */
  #give(key: string): void {
    if (this.#known.get(key) === 'waits') this.#left--;
    this.#known.set(key, 'given');
  }

  #takeFrom(rank: Rank): CrawlTarget | undefined {
    const list = this.#waiting[rank];
    while (this.#heads[rank] < list.length) {
      const target = list[this.#heads[rank]++]!;
      const { key } = crawlAddress(target.url)!;
      if (this.#known.get(key) !== 'waits') continue;
      this.#give(key);
      const kind = this.#goneWrong(target, key);
      if (kind === null) return target;
      this.#leftOut.add(target.url, kind);
    }
    this.#waiting[rank] = [];
    this.#heads[rank] = 0;
    return undefined;
  }

  /** Why an address that waited is not wanted any more, by what was learnt since. */
  #goneWrong({ url, rank, row }: CrawlTarget, key: string): LeftOutKind | null {
    const now = this.#addressOf(url)!;
    if (now.key !== key) {
      if (this.#known.has(now.key)) return 'session';
      this.#known.set(now.key, 'given');
    }
    const trap = rank === 'sitemap' ? null : this.#traps.trapOf({ url: new URL(url), row });
    // Its own combination was counted when it came.
    return trap === 'query' ? null : trap;
  }

  #addressOf(href: string): CrawlAddress | undefined {
    return crawlAddress(href, this.#unheeded.names);
  }
}
