import { z } from 'zod';
import { convertRequest } from '../../../contract/convert.ts';
import { fail, ServiceError } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { Place } from '../../../conversion/admission.ts';
import { defined } from '../../../conversion/defined.ts';
import { busy } from '../../../conversion/fair-turns.ts';
import { limited } from '../../../conversion/held-bytes.ts';
import type { MapChoice, SiteMap } from '../../../crawl/map-site.ts';
import { openSiteThread } from '../../../crawl/open-site-thread.ts';
import { siteFetch } from '../../../crawl/read-site.ts';
import type { ThreadRequest } from '../../../crawl/site-thread.ts';
import { callerGone } from '../../connections.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted } from '../../metering.ts';
import { jsonBodyOf, requireJson } from '../../request-body.ts';
import { convertPage } from '../convert-page.ts';
import { readTheirs, scrapeOptions, warningOf } from './scrape-request.ts';
import { leftOutTexts, MOST_ADDRESSES, siteFields, wantedSite } from './site-request.ts';

/** Addresses of an answer unless told otherwise, and at most, as theirs. */
const [USUAL_LIMIT, MOST_LIMIT] = [5000, 100_000];
/** Characters of the addresses that are given, and of what is searched for. */
const [MOST_CHARACTERS, MOST_SEARCH_CHARACTERS] = [4_194_304, 500];
/** Maps at a time, of all callers and of one: each has a thread, of some 10 MiB and at most a quarter of a GiB. */
const [MOST_MAPS, MOST_OF_CALLER] = [4, 2];
/** Heap in MiB: some ten times of what addresses and sitemaps take within these bounds. */
const MOST_HEAP_MB = 192;
/** As long as a map may take: a page and some sitemaps. */
const MOST_TIMEOUT_MS = 60_000;

const flag = z.boolean().nullish();
const mapRequest = z.object({
  ...siteFields,
  search: z.string().max(MOST_SEARCH_CHARACTERS).nullish(),
  limit: z.int().positive().max(MOST_LIMIT).nullish(),
  timeout: z.int().positive().nullish(),
  location: scrapeOptions.shape.location,
  ignoreCache: flag,
  sitemapOnly: flag,
  includeSubdomains: flag,
});
type MapBody = z.infer<typeof mapRequest>;

/** `POST /v1/map`, `/v2/map`: one request and one place in flight, however many files of the site are read for it. */
export function mapRoutes(app: HttpApp, deps: HttpDeps, versions: readonly string[]): void {
  const enter = createRoom(deps);
  for (const version of versions) mapRoute(app, deps, version, enter);
}

/** Takes a place in flight and one among the maps. Throws `busy`, `concurrency_limited`. */
function createRoom({ converter }: Pick<HttpDeps, 'converter'>) {
  const callers: string[] = [];
  return (keyId: string): Place => {
    if (callers.length >= MOST_MAPS) throw new ServiceError(busy(0));
    if (callers.filter((each) => each === keyId).length >= MOST_OF_CALLER)
      throw new ServiceError(limited(`${MOST_OF_CALLER} maps of this key are in work`));
    const place = converter.enter(keyId);
    callers.push(keyId);
    const leave = () => {
      callers.splice(callers.indexOf(keyId), 1);
      place.leave();
    };
    return { ...place, leave };
  };
}

function mapRoute(app: HttpApp, deps: HttpDeps, version: string, enter: (keyId: string) => Place): void {
  app.post(`${version}/map`, {
    onRequest: admitted(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const { asked, warning } = readTheirs(mapRequest, await jsonBodyOf(request, reply, deps));
      const wanted = wantedMap(asked, deps.userAgent);
      const late = AbortSignal.timeout(Math.min(asked.timeout ?? MOST_TIMEOUT_MS, MOST_TIMEOUT_MS));
      const signal = AbortSignal.any([callerGone(reply.raw), late]);
      const { keyId } = request.caller!;
      const place = enter(keyId);
      const holding = deps.converter.hold(keyId);
      const readPage = async (url: string) => {
        const language = asked.location?.languages?.[0];
        const converted = parseRequest(convertRequest, { url, language, strict: false, render: 'never' });
        const fresh = defined({ maxAgeS: asked.ignoreCache ? 0 : undefined });
        const call = { signal, place, forms: ['trail'] as const, ...fresh };
        const { finalUrl, forms } = await convertPage(request, reply, deps, converted, call);
        return { finalUrl, outcome: 'ok', trail: forms!.trail! };
      };
      const fetch = (ended: AbortSignal) => siteFetch(deps.fetcher, { signal: ended, onBytes: holding.add });
      const onWork = (ms: number) => deps.converter.charge(keyId, ms);
      const map = await mapInThread(wanted, { fetch, onWork, signal }, readPage)
        .catch((error: unknown) => {
          if (!late.aborted) throw error;
          throw fail('fetch_timeout', 'Raise "timeout", or set "sitemap" to "skip": the time was over.');
        })
        .finally(() => {
          holding.release();
          place.leave();
        });
      const ofOneHost = asked.includeSubdomains
        ? '"includeSubdomains" is not done: addresses are of one host.'
        : '';
      return {
        success: true,
        links: version === '/v1' ? map.urls : map.urls.map((url) => ({ url })),
        ...warningOf(warning, ofOneHost, ...leftOutTexts(map)),
      };
    },
  });
}

/** Maps a site in a thread of its own. Throws what `readPage` throws, and the thread. */
async function mapInThread(
  wanted: ReturnType<typeof wantedMap>,
  parts: Omit<Parameters<typeof openSiteThread>[1], 'mostHeapMb'>,
  readPage: (url: string) => Promise<{ finalUrl: string; outcome: string; trail: string }>,
): Promise<SiteMap> {
  const { request, choice } = wanted;
  const thread = openSiteThread(request, { ...parts, mostHeapMb: MOST_HEAP_MB });
  try {
    const target = (await thread.ask('take'))!;
    // A map of sitemaps alone reads no page.
    const page = request.sitemap === 'only' ? null : await readPage(target.url);
    await thread.ask('finish', { target, page });
    return await thread.ask('map', target.url, choice);
  } finally {
    await thread.end();
  }
}

/** Throws `invalid_url`. */
function wantedMap(asked: MapBody, userAgent: string) {
  // Sitemaps may take any time: a map is one request, and waits for no delay.
  const site = wantedSite(asked, { limit: MOST_ADDRESSES, depth: 1 });
  const request: ThreadRequest = { ...site, userAgent, heedsRobots: true };
  // What is searched for may stand anywhere among the addresses.
  const choice: MapChoice = {
    search: asked.search ?? '',
    isPlain: asked.ignoreQueryParameters === true,
    limit: asked.limit ?? USUAL_LIMIT,
    characters: MOST_CHARACTERS,
  };
  return { request, choice };
}
