import { fail } from '../contract/failure.ts';
import type { PageTrail } from '../conversion/page-trail.ts';
import { type CrawlFilter, createCrawlFilter } from './crawl-filter.ts';
import type { CrawlBounds, CrawlFinding, CrawlTarget } from './crawl-target.ts';
import { Frontier } from './frontier.ts';
import type { LeftOutKind } from './left-out.ts';
import { createContents, type LeftPage, lookAtPage, noFinding } from './look-at-page.ts';
import type { Site, Sitemaps } from './read-site.ts';

/** Disallowed addresses that are told, and their characters. */
const [MOST_BLOCKED, MOST_BLOCKED_CHARACTERS] = [1000, 65_536];

/** What is wanted of a site. */
export interface SiteRequest {
  readonly url: string;
  readonly bounds: CrawlBounds;
  /** All within the bounds unless told. */
  readonly filter?: CrawlFilter;
  /** `only`: links are not followed. */
  readonly sitemap: 'include' | 'skip' | 'only';
}

/** A page that was asked for. */
interface CrawlVisit {
  readonly target: CrawlTarget;
  /** As it came, with its trail as JSON; null: it did not. */
  readonly page: { readonly finalUrl: string; readonly outcome: string; readonly trail: string } | null;
}

/** What a page turned out to be. */
export interface VisitedPage {
  /** It is none of the work. */
  readonly isLeft: boolean;
  /** What whoever goes on with the work has to know of it, as JSON. */
  readonly trail: string;
  /** Pages of the work, those that may follow among them. */
  readonly total: number;
}

/** What a crawl did not ask for, by kind, and could not read. */
export interface CrawlEnd extends Pick<Sitemaps, 'failed' | 'unread'> {
  readonly leftOut: Partial<Record<LeftOutKind, number>>;
  /** Some of the addresses that robots.txt disallows. */
  readonly blocked: readonly string[];
}

/** A page that was visited: what another crawl has to know of it. */
export interface Trail {
  readonly target: CrawlTarget;
  readonly finding: CrawlFinding;
  readonly left?: LeftPage;
}

/** The crawl of a site whose pages are read by somebody else. */
export type SiteCrawl = ReturnType<typeof createSiteCrawl>;

/**
 * Begins with the address of a request. Throws `invalid_url`, `invalid_request`. `siteAt`: the site of an address, which is where the
 * first page ended; `listOf`: what its sitemaps list.
 */
export function createSiteCrawl(
  request: SiteRequest,
  siteAt: (url: string) => Promise<Site>,
  listOf: (site: Site) => Promise<Sitemaps> = (site) => site.list(),
) {
  const { sitemap } = request;
  const filter = request.filter && createCrawlFilter(request.filter);
  const frontier = new Frontier(request.url, request.bounds, filter?.unwanted);
  const view = { isOfSite: frontier.isOfSite, ...createContents() };
  const blocked = new Set<string>();
  const left = { duplicate: 0, other_site: 0 };
  let charactersLeft = MOST_BLOCKED_CHARACTERS;
  let site: Site | undefined;
  let listed: Partial<Sitemaps> = {};
  frontier.begin();

  const settle = async (finalUrl: string, isAgain: boolean): Promise<void> => {
    filter?.begin(new URL(request.url), new URL(finalUrl));
    site = await siteAt(finalUrl);
    const { origin, allows, isDown } = site;
    // All that was found would be left out for good.
    if (isAgain && isDown)
      throw fail('upstream_unavailable', 'Retry later: the robots.txt of the site is answered with 5xx.');
    frontier.heed(origin, (path) => {
      const isAllowed = allows(path);
      if (isAllowed || blocked.has(origin + path) || blocked.size >= MOST_BLOCKED) return isAllowed;
      charactersLeft -= path.length;
      if (charactersLeft > 0) blocked.add(origin + path);
      return isAllowed;
    });
  };
  const learn = async ({ target, finding, left: other }: Trail, isAgain = false): Promise<CrawlFinding> => {
    if (target.depth === 0) await settle(finding.finalUrl, isAgain);
    for (const url of [target.url, finding.finalUrl]) filter?.learn(new URL(url));
    const { finalUrl, digest } = finding;
    if (digest !== '') view.claim(digest, other?.of ?? target.url);
    if (other) left[other.kind]++;
    return frontier.finish(target, sitemap === 'only' ? { ...noFinding(finalUrl), digest } : finding);
  };
  const list = async (): Promise<void> => {
    if (sitemap === 'skip') return;
    const { urls, ...more } = await listOf(site!);
    frontier.list(urls);
    listed = more;
  };
  return {
    /** What tells whether a page is one of the crawl. */
    view,
    take: (): CrawlTarget | undefined => frontier.take(),
    /** Takes in an address that was given out by another crawl of this request. */
    again: (target: CrawlTarget): void => frontier.restore(target),
    /**
     * Takes in what a page turned out to be, the first one ahead of all others, with its site; gives what of it was new. `isAgain`: another
     * crawl of this request found more. Throws what `siteAt` throws, and then `upstream_unavailable` for a robots.txt that fails.
     */
    learn,
    /** Takes in what sitemaps list, once the first page is learnt and kept: it may take long. Throws what `listOf` throws. */
    list,
    /** Pages that were asked for, and that may follow. */
    total: frontier.total,
    /** Takes in a page as it came, with the first one what sitemaps list. Throws as `learn` and `list` do. */
    async finish({ target, page }: CrawlVisit): Promise<VisitedPage> {
      const seen = page && { ...target, ...page, trail: JSON.parse(page.trail) as PageTrail };
      const look: Omit<Trail, 'target'> =
        seen === null ? { finding: noFinding(target.url) } : await lookAtPage(seen, view);
      const trail: Trail = { ...look, target, finding: await learn({ ...look, target }) };
      if (target.depth === 0) await list();
      return {
        trail: JSON.stringify(trail),
        total: frontier.total() - left.duplicate - left.other_site,
        isLeft: look.left !== undefined,
      };
    },
    /** Takes in a page that was visited before. Throws as `finish` does, and `upstream_unavailable` for a robots.txt that fails. */
    async restore(trail: Trail): Promise<void> {
      frontier.restore(trail.target);
      await learn(trail, true);
      if (trail.target.depth === 0) await list();
    },
    /** What was left out by now; `beyond`: addresses more that are beyond the limit. */
    end(beyond = 0): CrawlEnd {
      const { failed = [], unread = 0, unlisted = 0 } = listed;
      const leftOut = frontier.leftOut({ unlisted, ...left, limit: beyond });
      return { leftOut, failed, unread, blocked: [...blocked] };
    },
  };
}
