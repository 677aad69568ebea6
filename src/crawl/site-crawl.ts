import { fail } from '../contract/failure.ts';
import type { PageTrail } from '../conversion/page-trail.ts';
import { type CrawlEnd, endOf } from './crawl-end.ts';
import { type CrawlFilter, createCrawlFilter } from './crawl-filter.ts';
import type { CrawlBounds, CrawlFinding, CrawlTarget } from './crawl-target.ts';
import { Frontier } from './frontier.ts';
import { createContents, type LeftPage, lookAtPage, noFinding } from './look-at-page.ts';
import { readRobots, readSitemaps, type SiteFetch, type SitemapBounds, type Sitemaps } from './read-site.ts';

/** Disallowed addresses that are told, and their characters. */
const [MOST_BLOCKED, MOST_BLOCKED_CHARACTERS] = [1000, 65_536];

/** What is wanted of a crawl. */
export interface CrawlRequest {
  readonly url: string;
  readonly bounds: CrawlBounds;
  readonly filter: CrawlFilter;
  /** `only`: links are not followed. */
  readonly sitemap: 'include' | 'skip' | 'only';
  readonly userAgent: string;
  readonly sitemaps: SitemapBounds;
}

/** A page that was asked for. */
export interface CrawlVisit {
  readonly target: CrawlTarget;
  /** As it came, with its trail as JSON; null: it did not. */
  readonly page: { readonly finalUrl: string; readonly outcome: string; readonly trail: string } | null;
}

/** What a page turned out to be. */
export interface VisitedPage {
  /** It is no page of the crawl. */
  readonly isLeft: boolean;
  /** What another crawl has to know to go on with this one, as JSON. */
  readonly trail: string;
  /** Pages of the crawl, those that may follow among them. */
  readonly total: number;
  /** Seconds from one request to the next that the site asks for, where this page told. */
  readonly delayS?: number;
}

export interface CrawlEnding extends CrawlEnd {
  /** Some of the addresses that robots.txt disallows. */
  readonly blocked: readonly string[];
}

interface Trail {
  readonly target: CrawlTarget;
  readonly finding: CrawlFinding;
  readonly left?: LeftPage;
}

/** The crawl of a site whose pages are read by somebody else. */
export type SiteCrawl = ReturnType<typeof createSiteCrawl>;

/** Begins with the address of a request. Throws `invalid_url`. `fetch`: for robots.txt, which is heeded, and sitemaps. */
export function createSiteCrawl(request: CrawlRequest, fetch: SiteFetch) {
  const { sitemap, userAgent } = request;
  const filter = createCrawlFilter(request.filter);
  const frontier = new Frontier(request.url, request.bounds, filter.unwanted);
  const { claim } = createContents();
  const view = { isOfSite: frontier.isOfSite, claim };
  const blocked = new Set<string>();
  const left = { duplicate: 0, other_site: 0 };
  let charactersLeft = MOST_BLOCKED_CHARACTERS;
  let listed: Sitemaps | undefined;
  frontier.begin();

  /** Heeds the robots.txt of the site, which is where the first page ended. */
  const learnSite = async (finalUrl: string, isAgain = false) => {
    const final = new URL(finalUrl);
    const { origin } = final;
    filter.begin(new URL(request.url), final);
    const robots = await readRobots(origin, fetch, userAgent);
    // All that was found would be left out for good.
    if (isAgain && robots.isDown)
      throw fail('upstream_unavailable', 'Retry later: the robots.txt of the site is answered with 5xx.');
    frontier.heed(origin, (path) => {
      const isAllowed = robots.allows(path);
      if (isAllowed || blocked.has(origin + path) || blocked.size >= MOST_BLOCKED) return isAllowed;
      charactersLeft -= path.length;
      if (charactersLeft > 0) blocked.add(origin + path);
      return isAllowed;
    });
    return {
      delayS: robots.delayS,
      async list() {
        if (sitemap === 'skip') return;
        listed = await readSitemaps(origin, robots, fetch, request.sitemaps);
        frontier.list(listed.urls);
      },
    };
  };
  const finish = (target: CrawlTarget, finding: CrawlFinding): CrawlFinding =>
    frontier.finish(
      target,
      sitemap === 'only' ? { ...noFinding(finding.finalUrl), digest: finding.digest } : finding,
    );
  const restoreOne = (trail: Trail) => {
    const { target, finding } = trail;
    filter.learn(new URL(target.url));
    frontier.restore(target);
    finish(target, finding);
    if (finding.digest !== '') claim(finding.digest, trail.left?.of ?? target.url);
    if (trail.left) left[trail.left.kind]++;
  };
  return {
    take: (): CrawlTarget | undefined => frontier.take(),
    /** Takes in a page. Throws what the fetch of robots.txt throws. */
    async finish({ target, page }: CrawlVisit): Promise<VisitedPage> {
      const seen = page && { ...target, ...page, trail: JSON.parse(page.trail) as PageTrail };
      const look: { readonly finding: CrawlFinding; readonly left?: LeftPage } =
        seen === null ? { finding: noFinding(target.url) } : await lookAtPage(seen, view);
      const { finding } = look;
      const site = target.depth === 0 ? await learnSite(finding.finalUrl) : undefined;
      filter.learn(new URL(finding.finalUrl));
      const trail: Trail = { ...look, target, finding: finish(target, finding) };
      await site?.list();
      if (look.left) left[look.left.kind]++;
      return {
        trail: JSON.stringify(trail),
        total: frontier.total() - left.duplicate - left.other_site,
        isLeft: look.left !== undefined,
        ...(site && { delayS: site.delayS }),
      };
    },
    /** Takes in pages that were visited before, in their order, the first page ahead; resolves to the delay that the site asks for. Throws what the fetch of robots.txt throws, `upstream_unavailable` where it fails. */
    async restore(trails: readonly string[]): Promise<number | undefined> {
      let delayS: number | undefined;
      for (const text of trails) {
        const trail = JSON.parse(text) as Trail;
        const site = trail.target.depth === 0 ? await learnSite(trail.finding.finalUrl, true) : undefined;
        restoreOne(trail);
        await site?.list();
        delayS ??= site?.delayS;
      }
      return delayS;
    },
    end(): CrawlEnding {
      return { ...endOf(frontier, listed, left), blocked: [...blocked] };
    },
  };
}
