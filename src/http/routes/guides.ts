import path from 'node:path';
import { builtFile } from '../../built-file.ts';
import { fail } from '../../contract/failure.ts';
import { lazy } from '../../core/lazy.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { PAGE_POLICY } from '../page-policy.ts';
import { readStaticFiles, sendStaticFile } from '../static-files.ts';

/**
 * `GET /docs/guides` and what is below it: the pages of the guides, which the build wrote, their Markdown and the index of
 * their search. They are read at the first request and stay in memory.
 */
export function guideRoutes(app: HttpApp, _deps: HttpDeps): void {
  const files = lazy(
    () => new Map(readStaticFiles(builtFile('guides')).map((file) => [file.name, file] as const)),
  );
  const fileOf = (name: string) => files().get(path.extname(name) === '' ? `${name}.html` : name);
  app.route({
    method: 'GET',
    url: '/docs/guides',
    schema: { hide: true },
    handler: async (request, reply) => sendStaticFile(request, reply, fileOf('index')!, PAGE_POLICY),
  });
  app.route({
    method: 'GET',
    url: '/docs/guides/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const file = fileOf((request.params as { readonly name: string }).name);
      if (file === undefined)
        throw fail('not_found', 'Request another address: "/docs/guides" lists the guides there are.');
      return sendStaticFile(request, reply, file, PAGE_POLICY);
    },
  });
  // The addresses on a page are relative to its own, which is one.
  for (const [url, page] of [
    ['/docs/', '../docs'],
    ['/docs/guides/', '../guides'],
  ] as const)
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (_request, reply) => reply.redirect(page, 308),
    });
}
