import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted } from '../../metering.ts';
import { readJsonBody, requireJson } from '../../request-body.ts';
import { convertPage } from '../convert-page.ts';
import type { Door } from '../door.ts';
import { documentOf } from './document.ts';
import { errorBody } from './errors.ts';
import { addressOf, readScrape, scrapeRequest } from './scrape-request.ts';

const VERSIONS = ['/v1', '/v2'] as const;

/** Their addresses below `/v1`, which we share; all below `/v2` are theirs. */
const THEIRS =
  /^\/(?:v1\/(?:scrape|batch|crawl|map|search|extract|parse|deep-research|llmstxt|team|concurrency-check)|v2)(?:[/?]|$)/;

/** Firecrawl, versions 1 and 2. */
export const firecrawl: Door = {
  name: 'firecrawl',
  owns: ({ url }) => THEIRS.test(url),
  errorBody,
  instead(path) {
    const [, , feature = ''] = path.split('/');
    return `Use scrape, batch/scrape or parse: ${JSON.stringify(feature.slice(0, 100))} is not served here.`;
  },
  addRoutes(app, deps) {
    for (const version of VERSIONS) scrapeRoute(app, deps, version);
  },
};

/** The JSON body of a request, as it came. */
async function bodyOf(request: FastifyRequest, reply: FastifyReply, deps: HttpDeps): Promise<unknown> {
  const holding = deps.converter.hold(request.caller!.keyId);
  return readJsonBody(request.raw, reply.raw, deps.maxBodyBytes, holding);
}

/** `POST /v1/scrape`, `/v2/scrape`: as `/v1/convert`. */
function scrapeRoute(app: HttpApp, deps: HttpDeps, version: string): void {
  app.post(`${version}/scrape`, {
    onRequest: admitted(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const body = await bodyOf(request, reply, deps);
      const { url, ...options } = parseRequest(scrapeRequest, body);
      const scrape = readScrape(body as object, options, scrapeRequest);
      const asked = { ...scrape.request, url: addressOf(url) };
      const page = await convertPage(request, reply, deps, asked, scrape.call);
      return { success: true, data: documentOf(page, scrape, { url, id: request.id }) };
    },
  });
}
