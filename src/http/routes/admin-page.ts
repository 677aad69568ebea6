import { builtFile } from '../../built-file.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { PAGE_POLICY } from '../page-policy.ts';
import { readStaticFiles, sendStaticFile } from '../static-files.ts';

/** `GET /admin` and the files of its page under `/assets/admin/`, from memory; without an admin token there is no such page. */
export function adminPageRoute(app: HttpApp, { admin }: HttpDeps): void {
  if (admin === null) return;
  for (const file of readStaticFiles(builtFile('admin')))
    app.route({
      method: 'GET',
      url: file.name === 'index.html' ? '/admin' : `/assets/admin/${file.name}`,
      schema: { hide: true },
      handler: async (request, reply) => sendStaticFile(request, reply, file, PAGE_POLICY),
    });
}
