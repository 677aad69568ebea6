import { lazy } from '../../core/lazy.ts';
import type { HttpApp } from '../deps.ts';
import { PAGE_POLICY } from '../page-policy.ts';
import { sendStaticFile, staticFile } from '../static-files.ts';

/**
 * `GET /openapi.json` and `GET /docs`: the OpenAPI document, made by `describe`, and the page that shows it. Both are made
 * at the first request: most processes are never asked, and it is a fifth of what a start loads.
 */
export function referenceRoutes(app: HttpApp, describe: () => Promise<string>): void {
  const document = lazy(describe);
  const page = lazy(async () => {
    const { referencePage } = await import('../../reference/reference-page.ts');
    return staticFile('docs.html', referencePage(await document()));
  });
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: { hide: true },
    handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(await document()),
  });
  app.route({
    method: 'GET',
    url: '/docs',
    schema: { hide: true },
    handler: async (request, reply) => sendStaticFile(request, reply, await page(), PAGE_POLICY),
  });
}
