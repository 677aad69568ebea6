import { z } from 'zod';
import { convertRequest } from '../../../contract/convert.ts';
import { fail, invalid } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import { withScheme } from '../../../contract/typed-address.ts';
import type { PageTrail } from '../../../conversion/page-trail.ts';
import { mapSite, type SiteMap } from '../../../crawl/map-site.ts';
import { siteFetch } from '../../../crawl/read-site.ts';
import { callerGone } from '../../connections.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted } from '../../metering.ts';
import { jsonBodyOf, requireJson } from '../../request-body.ts';
import { convertPage } from '../convert-page.ts';
import { meantFields, REFUSED_FIELDS } from './fields.table.ts';

/** Addresses of an answer unless told otherwise, and at most, as theirs. */
const [USUAL_LIMIT, MOST_LIMIT] = [5000, 100_000];
/** What is read of the sitemaps of a site for one request, which are read on the thread that serves all. */
const SITEMAPS = { files: 30, addresses: 100_000, bytes: 8_388_608 };
const MOST_SEARCH_CHARACTERS = 500;
/** As long as a map may take: a page and some sitemaps. */
const MOST_TIMEOUT_MS = 60_000;

const flag = z.boolean().nullish();
const mapRequest = z.object({
  url: convertRequest.shape.url,
  search: z.string().max(MOST_SEARCH_CHARACTERS).nullish(),
  limit: z.int().positive().max(MOST_LIMIT).nullish(),
  timeout: z.int().positive().nullish(),
  sitemap: z.enum(['include', 'skip', 'only']).nullish(),
  ignoreSitemap: flag,
  sitemapOnly: flag,
  includeSubdomains: flag,
  ignoreQueryParameters: flag,
});
type MapBody = z.infer<typeof mapRequest>;

/** `POST /v1/map`, `/v2/map`: one request, however many files of the site are read for it. */
export function mapRoute(app: HttpApp, deps: HttpDeps, version: string): void {
  app.post(`${version}/map`, {
    onRequest: admitted(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const body = (await jsonBodyOf(request, reply, deps)) as object;
      const asked = parseRequest(mapRequest, body);
      const [refused] = meantFields(body, REFUSED_FIELDS);
      if (refused !== undefined) throw invalid(refused.instead);
      const late = AbortSignal.timeout(Math.min(asked.timeout ?? MOST_TIMEOUT_MS, MOST_TIMEOUT_MS));
      const signal = AbortSignal.any([callerGone(reply.raw), late]);
      const holding = deps.converter.hold(request.caller!.keyId);
      const fetch = siteFetch(deps.fetcher, { signal, onBytes: holding.add });
      const wanted = { ...boundsOf(asked), userAgent: deps.userAgent, heedsRobots: true, sitemaps: SITEMAPS };
      const map = await mapSite(wanted, fetch, async (url) => {
        const converted = convertRequest.parse({ url, strict: false, render: 'never' });
        const page = await convertPage(request, reply, deps, converted, { signal, forms: ['trail'] });
        return { ...(JSON.parse(page.forms!.trail!) as PageTrail), finalUrl: page.finalUrl };
      })
        .catch((error: unknown) => {
          if (!late.aborted) throw error;
          throw fail('request_timeout', 'Raise "timeout", or set "sitemap" to "skip": the time was over.');
        })
        .finally(holding.release);
      const links = linksOf(map, asked);
      const warning = warningOf(map, asked);
      return {
        success: true,
        links: version === '/v1' ? links : links.map((url) => ({ url })),
        ...(warning === '' ? {} : { warning }),
      };
    },
  });
}

function boundsOf({ url, limit, sitemap, ignoreSitemap, sitemapOnly, search }: MapBody) {
  // What is searched for may stand anywhere among the addresses.
  const most = search ? MOST_LIMIT : (limit ?? USUAL_LIMIT);
  const bounds = { limit: most, depth: 1, include: [], exclude: [] };
  const told = sitemap ?? (sitemapOnly ? 'only' : ignoreSitemap ? 'skip' : 'include');
  return { url: withScheme(url), bounds, sitemap: told } as const;
}

/** The addresses, those whose paths have most words of the search first. */
function linksOf({ urls }: SiteMap, { limit, search, ignoreQueryParameters }: MapBody): readonly string[] {
  const plain = ignoreQueryParameters ? [...new Set(urls.map((url) => url.split('?', 1)[0]!))] : urls;
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = (url: string) => {
    const { pathname, search: query } = new URL(url.toLowerCase());
    return words.filter((word) => (pathname + query).includes(word)).length;
  };
  const counted = words.length === 0 ? [] : plain.map((url) => [url, found(url)] as const);
  const ranked = words.length === 0 ? plain : counted.sort(([, a], [, b]) => b - a).map(([url]) => url);
  return ranked.slice(0, limit ?? USUAL_LIMIT);
}

function warningOf({ leftOut, failed }: SiteMap, { includeSubdomains }: MapBody): string {
  const kinds = Object.entries(leftOut).map(([kind, count]) => `${kind} ${count}`);
  return [
    includeSubdomains ? '"includeSubdomains" is not done: addresses are of one host.' : '',
    kinds.length > 0 ? `Left out: ${kinds.join(', ')}.` : '',
    failed.length > 0 ? `Sitemaps that were not read: ${failed.length}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
