import type { HttpApp, HttpDeps } from '../deps.ts';

/**
 * `GET /robots.txt` (RFC 9309): crawlers may read the pages, and make no calls. Addresses in the path are calls of the GET
 * form, plain and percent-encoded.
 */
const ROBOTS = `User-agent: *
Disallow: /v1/
Disallow: /mcp
Disallow: /http:
Disallow: /https:
Disallow: /http%3A
Disallow: /https%3A
`;

export function robotsRoute(app: HttpApp, _deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: '/robots.txt',
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(ROBOTS),
  });
}
