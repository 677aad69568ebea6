import { withScheme } from '../../../contract/typed-address.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted, authenticate } from '../../metering.ts';
import { jsonBodyOf, requireJson } from '../../request-body.ts';
import { convertPage } from '../convert-page.ts';
import type { Door } from '../door.ts';
import { documentOf } from './document.ts';
import { errorOf } from './errors.ts';
import { jobRoutes } from './job-routes.ts';
import { mapRoutes } from './map-route.ts';
import { parseRoute } from './parse-route.ts';
import { readScrape, scrapeRequest } from './scrape-request.ts';

const VERSIONS = ['/v1', '/v2'] as const;

/** Their addresses, served here or not: what their clients ask for. */
const THEIRS =
  /^\/v[12]\/(?:scrape|batch|crawl|map|search|extract|parse|agent|browser|deep-research|llmstxt|team|concurrency-check)(?:[/?]|$)/;

/** What is served of it, below the version. */
const SERVED = ['scrape', 'map', 'crawl', 'batch/scrape', 'parse'];

/** Firecrawl, versions 1 and 2. */
export const firecrawl: Door = {
  name: 'firecrawl',
  owns: ({ url }) => THEIRS.test(url),
  errorBody: (failure) => ({ success: false, ...errorOf(failure) }),
  instead(path) {
    const [, version = '', feature = ''] = path.split('/');
    return `Use one of ${SERVED.join(', ')}: there is nothing at ${JSON.stringify(`/${version}/${feature}`.slice(0, 100))}.`;
  },
  addRoutes(app, deps) {
    for (const version of VERSIONS) {
      scrapeRoute(app, deps, version);
      usageRoutes(app, deps, version);
    }
    mapRoutes(app, deps, VERSIONS);
    jobRoutes(app, deps, VERSIONS);
    parseRoute(app, deps);
  },
};

/** `POST /v1/scrape`, `/v2/scrape`: as `/v1/convert`. */
function scrapeRoute(app: HttpApp, deps: HttpDeps, version: string): void {
  app.post(`${version}/scrape`, {
    onRequest: admitted(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const { asked, scrape } = readScrape(scrapeRequest, await jsonBodyOf(request, reply, deps));
      const { url } = asked;
      const wanted = { ...scrape.request, url: withScheme(url) };
      const page = await convertPage(request, reply, deps, wanted, scrape.call);
      return { success: true, data: documentOf(page, scrape, { url, id: request.id }) };
    },
  });
}

/** What is left of the hour and of credits; in version 1 with names of its own. */
function usageRoutes(app: HttpApp, deps: HttpDeps, version: string): void {
  app.get(`${version}/team/credit-usage`, async (request, reply) => {
    const { windows, credits } = await deps.meter.usage(await authenticate(request, reply, deps));
    const [left, plan] = [windows.hour.remaining + credits, windows.hour.limit];
    const data =
      version === '/v1'
        ? {
            remaining_credits: left,
            plan_credits: plan,
            billing_period_start: null,
            billing_period_end: null,
          }
        : { remainingCredits: left, planCredits: plan, billingPeriodStart: null, billingPeriodEnd: null };
    return { success: true, data };
  });
}
