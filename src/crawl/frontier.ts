import { patternMatcher, type RobotsRules } from '../fetching/robots.ts';
import { type CrawlAddress, crawlAddress, firstAddress, siteOf } from './crawl-address.ts';
import {
  ANY_DEPTH,
  type CrawlBounds,
  type CrawlFinding,
  type CrawlTarget,
  MEDIA,
  RANKS,
  type Rank,
} from './crawl-target.ts';
import { LeftOut, type LeftOutKind } from './left-out.ts';
import { createTraps, listKind } from './traps.ts';
import { createUnheededParameters } from './unheeded-parameters.ts';
import { WaitingLine } from './waiting-line.ts';

/** How an address was found. */
type Found = Omit<CrawlTarget, 'url'>;

/** An address that is wanted, or was. */
interface Known extends Found {
  readonly key: string;
  readonly url: string;
  readonly order: number;
  readonly isWaiting: boolean;
  /** A page leads there. */
  readonly isLinked: boolean;
  /** A sitemap has it, which is no trap, wherever else it is found. */
  readonly isListed: boolean;
  /** It was asked for; where another page ended was not. */
  readonly isTaken: boolean;
}
type Changing<T> = { -readonly [Name in keyof T]: T[Name] };

/** Addresses that wait at most: 100 bytes to 1 KiB each. */
const MOST_WAITING = 200_000;

/** The addresses of one site: each is given out once, traps are bounded by kind, what is left out is counted. */
export class Frontier {
  readonly #start: CrawlAddress;
  readonly #bounds: CrawlBounds;
  readonly #unwantedBy: (url: URL) => LeftOutKind | null;
  readonly #include: readonly RobotsRules[];
  readonly #exclude: readonly RobotsRules[];
  readonly #known = new Map<string, Changing<Known>>();
  readonly #line = new WaitingLine<Known>();
  readonly #leftOut = new LeftOut();
  readonly #traps = createTraps();
  readonly #unheeded = createUnheededParameters();
  /** The site, by hosts, with the robots.txt of each that is known. */
  readonly #sites = new Map<string, RobotsRules | undefined>();
  /** Pages that were given out and did not come yet, by depth. */
  readonly #underWay = new Map<number, number>();
  #taken = 0;
  #left = 0;

  /** `unwantedBy`: why an address is not wanted beside the bounds. Throws `invalid_url` for a first address that is not http or https. */
  constructor(start: string, bounds: CrawlBounds, unwantedBy: (url: URL) => LeftOutKind | null = () => null) {
    this.#start = firstAddress(start);
    this.#bounds = bounds;
    this.#unwantedBy = unwantedBy;
    this.#include = bounds.include.map(patternMatcher);
    this.#exclude = bounds.exclude.map(patternMatcher);
    this.#sites.set(siteOf(this.#start.url), undefined);
  }

  /** Takes in the first address, whatever the bounds say of it. */
  begin(): void {
    this.#admit(this.#start, { rank: 'content', depth: 0, row: 0 });
  }

  /** Heeds a robots.txt, that of the host of an address, which is of the site. */
  heed(url: string, rules: RobotsRules): void {
    this.#sites.set(siteOf(new URL(url)), rules);
  }

  /** Takes in what a sitemap lists. */
  list(urls: readonly string[]): void {
    for (const url of urls) this.#offer(url, { rank: 'sitemap', depth: 1, row: 0 });
  }

  /** Takes in an address that was given out by another frontier of this crawl, once. */
  restore(target: CrawlTarget): void {
    const { key, url } = this.#addressOf(target.url, target.rank)!;
    if (this.#known.get(key)?.isTaken) return;
    if (!this.#known.has(key)) this.#traps.admit(url);
    this.#give(key, target);
    this.#countTaken(key, target.depth);
  }

  /** The next address, or undefined: none waits that may be asked for now, or there were as many as are wanted. */
  take(): CrawlTarget | undefined {
    if (this.#taken >= this.#bounds.limit) return undefined;
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      this.#give(entry.key, entry);
      const { url, rank, depth, row } = entry;
      const kind = this.#goneWrong(entry);
      if (kind !== null) {
        this.#leftOut.add(url, kind);
        continue;
      }
      this.#countTaken(entry.key, depth);
      return { url, rank, depth, row };
    }
    return undefined;
  }

  /** Takes in what a page turned out to be, and where it leads; gives what of it was new, which has another frontier learn the same. */
  finish(target: CrawlTarget, finding: CrawlFinding): CrawlFinding {
    const { url, key } = this.#addressOf(target.url, target.rank)!;
    const final = this.#addressOf(finding.finalUrl);
    this.#countUnderWay(target.depth, -1);
    // What the first page leads to is the site that was meant.
    const site = final === undefined ? '' : siteOf(final.url);
    if (target.depth === 0 && !this.#sites.has(site)) this.#sites.set(site, undefined);
    if (final !== undefined && this.#sites.has(site))
      this.#give(final.key, { ...target, url: final.url.href });
    if (finding.digest !== '') this.#unheeded.learn(url, finding.digest);
    const { leadsOn, ...links } = this.#follow(target, finding, listKind(url) !== null);
    this.#leftOut.count('links', finding.moreLinks);
    const notToFollow = finding.notToFollow.filter((href) => {
      const address = this.#addressOf(href);
      const isKnown = address === undefined || this.#known.has(address.key);
      return !isKnown && this.#leftOut.add(address.key, 'nofollow');
    });
    const isListed = this.#known.get(key)?.isListed === true;
    this.#traps.finish(url, { isRepeat: finding.isRepeat, leadsOn, isListed });
    return { ...finding, ...links, notToFollow };
  }

  /** Whether an address is of the site; where the first page ended is. */
  readonly isOfSite = (url: string): boolean => this.#sites.has(siteOf(new URL(url)));

  /** Addresses that were given out, and those that may follow. */
  readonly total = (): number => Math.min(this.#taken + this.#left, this.#bounds.limit);

  /** Addresses that are left out, by kind, with those that others left out. */
  leftOut({ limit = 0, ...beside }: Partial<Record<LeftOutKind, number>> = {}) {
    const beyond = this.#taken >= this.#bounds.limit ? this.#left : 0;
    return this.#leftOut.counts({ ...beside, limit: limit + beyond });
  }

  /** Takes in where a page leads, lists last: whether it leads to a page that none led to before decides on them. */
  #follow({ depth, row }: CrawlTarget, { canonical, links, contentLinks }: CrawlFinding, isList: boolean) {
    const lists: (readonly [string, Rank])[] = [];
    const fresh = new Set<string>();
    let leadsOn = false;
    const offer = (href: string, rank: Rank, rowOfLists: number) => {
      const { isFirst, isNew } = this.#offer(href, { rank, depth: depth + 1, row: rowOfLists });
      if (isNew) fresh.add(href);
      return isFirst;
    };
    const follow = (href: string, rank: Rank) => {
      const next = this.#addressOf(href);
      if (next !== undefined && listKind(next.url) !== null) lists.push([href, rank]);
      else if (offer(href, rank, 0)) leadsOn = true;
    };
    if (canonical !== null) follow(canonical, 'content');
    for (const [i, href] of links.entries()) follow(href, i < contentLinks ? 'content' : 'link');
    const rowOfLists = isList && !leadsOn ? row + 1 : 0;
    for (const [href, rank] of lists) offer(href, rank, rowOfLists);
    const isFresh = (href: string) => fresh.has(href);
    return {
      leadsOn,
      links: links.filter(isFresh),
      contentLinks: links.slice(0, contentLinks).filter(isFresh).length,
    };
  }

  /** Takes in an address, where it is wanted. `isFirst`: no page led to it before; `isNew`: something was learnt. */
  #offer(href: string, found: Found): { readonly isFirst: boolean; readonly isNew: boolean } {
    const address = this.#addressOf(href, found.rank);
    if (address === undefined) return { isFirst: false, isNew: false };
    const known = this.#known.get(address.key);
    if (known === undefined) {
      const kind = this.#unwanted(address, found);
      if (kind !== null) return { isFirst: false, isNew: this.#leftOut.add(address.key, kind) };
      this.#admit(address, found);
      return { isFirst: true, isNew: true };
    }
    const isNewCopy = address.isShortened && this.#leftOut.add(href, 'session');
    known.isListed ||= found.rank === 'sitemap';
    const isFirst = !known.isLinked && found.rank !== 'sitemap';
    known.isLinked ||= isFirst;
    return { isFirst, isNew: this.#improve(known, found) || isFirst || isNewCopy };
  }

  /** What waits is as wanted, as near and as little in lists as the best of its ways; true when this one is better in one of these. */
  #improve(known: Changing<Known>, found: Found): boolean {
    if (!known.isWaiting) return false;
    const rank = RANKS.indexOf(found.rank) < RANKS.indexOf(known.rank) ? found.rank : known.rank;
    const depth = Math.min(known.depth, found.depth);
    const row = Math.min(known.row, found.row);
    if (rank === known.rank && depth === known.depth && row === known.row) return false;
    const order = this.#orderOf({ rank, depth });
    const isMoved = order !== known.order;
    Object.assign(known, { rank, depth, row, order });
    if (isMoved) this.#line.put(known);
    return true;
  }

  #unwanted({ url }: CrawlAddress, { rank, depth, row }: Found): LeftOutKind | null {
    const path = url.pathname + url.search;
    const matches = (pattern: RobotsRules) => pattern(path);
    if (!this.#sites.has(siteOf(url))) return 'other_site';
    if (MEDIA.test(url.pathname)) return 'media';
    if (this.#exclude.some(matches)) return 'excluded';
    if (this.#include.length > 0 && !this.#include.some(matches)) return 'not_included';
    const kind = this.#unwantedBy(url);
    if (kind !== null) return kind;
    if (this.#sites.get(siteOf(url))?.(path) === false) return 'robots';
    if (depth > this.#bounds.depth) return 'depth';
    const trap = rank === 'sitemap' ? null : this.#traps.trapOf({ url, row });
    return trap ?? (this.#left >= (this.#bounds.waiting ?? MOST_WAITING) ? 'waiting' : null);
  }

  #admit({ url, key }: CrawlAddress, { rank, depth, row }: Found): void {
    const order = this.#orderOf({ rank, depth });
    const isListed = rank === 'sitemap';
    const state = { isWaiting: true, isLinked: !isListed, isListed, isTaken: false };
    const known = { key, url: url.href, rank, depth, row, order, ...state };
    this.#known.set(key, known);
    this.#left++;
    this.#leftOut.delete(key);
    this.#traps.admit(url);
    this.#line.put(known);
  }

  /** Where pages are bounded by their depth, the nearer ones come first, so that none is found on a longer way before. */
  #orderOf({ rank, depth }: Pick<Found, 'rank' | 'depth'>): number {
    return (this.#bounds.depth < ANY_DEPTH ? depth * RANKS.length : 0) + RANKS.indexOf(rank);
  }

  /** What waits and is no farther than the pages may lead that are under way. */
  #next(): Known | undefined {
    let depth = ANY_DEPTH;
    for (const each of this.#underWay.keys()) depth = Math.min(depth, each + 1);
    return this.#line.take(this.#orderOf({ rank: 'link', depth }));
  }

  #countTaken(key: string, depth: number): void {
    this.#known.get(key)!.isTaken = true;
    this.#taken++;
    this.#countUnderWay(depth, 1);
  }

  #countUnderWay(depth: number, more: number): void {
    const count = (this.#underWay.get(depth) ?? 0) + more;
    if (count > 0) this.#underWay.set(depth, count);
    else this.#underWay.delete(depth);
  }

  /** It waits no more. */
  #give(key: string, { url, rank, depth, row }: CrawlTarget): void {
    const known = this.#known.get(key);
    if (known?.isWaiting) this.#left--;
    const state = { order: 0, isWaiting: false, isLinked: true, isListed: false, isTaken: false };
    if (known === undefined) this.#known.set(key, { key, url, rank, depth, row, ...state });
    else known.isWaiting = false;
  }

  /** Why an address that waited is not wanted any more, by what was learnt since. */
  #goneWrong({ url, rank, row, key, isListed }: Known): LeftOutKind | null {
    if (isListed) return null;
    const now = this.#addressOf(url)!;
    if (now.key !== key) {
      if (this.#known.has(now.key)) return 'session';
      this.#give(now.key, { url, rank, depth: 0, row });
    }
    const trap = this.#traps.trapOf({ url: now.url, row });
    // Its own combination was counted when it came.
    return trap === 'query' ? null : trap;
  }

  /** What a sitemap lists is meant as it is spelt. */
  #addressOf(href: string, rank?: Rank): CrawlAddress | undefined {
    return crawlAddress(href, rank === 'sitemap' ? null : this.#unheeded.of);
  }
}
