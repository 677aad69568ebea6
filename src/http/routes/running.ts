import type { HttpApp, HttpDeps } from '../deps.ts';
import { requireToken } from '../operator-token.ts';

/** `GET /admin/api/running`: what the process is at, for whoever has the admin token; without such a token there is none. */
export function runningRoute(app: HttpApp, { adminToken, running }: HttpDeps): void {
  if (adminToken === null) return;
  app.route({
    method: 'GET',
    url: '/admin/api/running',
    schema: { hide: true },
    onRequest: async (request) => requireToken(request, adminToken),
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send(await running()),
  });
}
