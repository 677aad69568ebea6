import { fail } from '../../contract/failure.ts';
import { lazy } from '../../core/lazy.ts';
import type { HttpApp } from '../deps.ts';
import { REFERENCE_POLICY, referenceFiles } from '../reference-page.ts';
import { sendStaticFile } from '../static-files.ts';

/**
 * `GET /openapi.json` and `GET /docs`: the OpenAPI document, made by `describe`, and the page that shows it. Both are made
 * at the first request: most processes are never asked, and it is a fifth of what a start loads.
 */
export function referenceRoutes(app: HttpApp, describe: () => Promise<string>): void {
  const document = lazy(describe);
  const files = lazy(referenceFiles);
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: { hide: true },
    handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(await document()),
  });
  for (const url of ['/docs', '/docs/*']) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const file = files().get(request.url.split('?', 1)[0]!);
        if (file === undefined)
          throw fail('not_found', 'Request another address: there is nothing at this path.');
        return sendStaticFile(request, reply, file, REFERENCE_POLICY);
      },
    });
  }
}
