import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../contract/failure.ts';
import { lazy } from '../../core/lazy.ts';
import type { HttpApp } from '../deps.ts';
import type { ReferenceApp } from '../reference-app.ts';

/** Request headers that change the answer to a file. */
const CONDITIONS = ['if-none-match', 'if-modified-since'] as const;
/** Response headers that the connection or the length of the payload decides. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/**
 * `GET /openapi.json` and `GET /docs`: the OpenAPI document and the page that shows it. What makes them is loaded at the
 * first request, by `open`: most processes are never asked, and it is a fifth of what a start loads.
 */
export function referenceRoutes(app: HttpApp, open: () => Promise<ReferenceApp>): void {
  const reference = lazy(open);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = Object.fromEntries(CONDITIONS.map((name) => [name, request.headers[name] ?? '']));
    const answer = await (await reference()).inject({ method: 'GET', url: request.url, headers });
    if (answer.statusCode >= 500) throw new Error(`The reference answered ${answer.body}`);
    if (answer.statusCode >= 400)
      throw fail('not_found', 'Request another address: there is nothing at this path.');
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !OF_CONNECTION.has(name)) reply.header(name, value);
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  for (const url of ['/openapi.json', '/docs', '/docs/*'])
    app.route({ method: 'GET', url, schema: { hide: true }, handler });
}
