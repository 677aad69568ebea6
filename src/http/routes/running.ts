import { requireAdmin } from '../admin-access.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';

/** `GET /admin/api/running`: what the process is at, for whoever has the admin token; without such a token there is none. */
export function runningRoute(app: HttpApp, deps: HttpDeps): void {
  const { admin, running } = deps;
  if (admin === null) return;
  app.route({
    method: 'GET',
    url: '/admin/api/running',
    schema: { hide: true },
    onRequest: (request) => requireAdmin(request, admin, deps),
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send(await running()),
  });
}
