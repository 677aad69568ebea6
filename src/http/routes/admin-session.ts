import type { z } from 'zod';
import { SESSION_MS } from '../../access/admin-gate.ts';
import { rfc3339 } from '../../access/ai-quota.ts';
import { type AdminSessionInfo, adminSignIn } from '../../contract/admin.ts';
import { checkToken, requireOwnPage, requireSession, sessionCookie, sessionOf } from '../admin-access.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { readJsonBody, requireJson } from '../json-body.ts';

const ADDRESS = '/admin/api/session';
const MAX_BODY_BYTES = 8192;

/** `/admin/api/session`: GET says whether somebody is signed in, POST signs in with the admin token, DELETE signs out. */
export function adminSessionRoutes(app: HttpApp, deps: HttpDeps): void {
  const { admin } = deps;
  if (admin === null) return;
  const schema = { hide: true };
  app.route({
    method: 'GET',
    url: ADDRESS,
    schema,
    onRequest: async (request) => requireOwnPage(request, deps),
    handler: async (request, reply) => {
      const session = sessionOf(request, admin.gate);
      const body: AdminSessionInfo = { expires_at: session && rfc3339(session.expiresAtMs) };
      return reply.header('cache-control', 'no-store').send(body);
    },
  });
  app.route({
    method: 'POST',
    url: ADDRESS,
    schema: { ...schema, body: adminSignIn },
    onRequest: async (request) => {
      requireOwnPage(request, deps);
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      (request as { body: unknown }).body = await readJsonBody(request.raw, reply.raw, MAX_BODY_BYTES);
    },
    handler: async (request, reply) => {
      const { token } = request.body as z.infer<typeof adminSignIn>;
      await checkToken(request, admin, token);
      const { session, sealed } = admin.gate.open();
      admin.onAction({ action: 'sign in', address: request.ip, sessionId: session.id });
      const body: AdminSessionInfo = { expires_at: rfc3339(session.expiresAtMs) };
      return reply
        .headers({
          'cache-control': 'no-store',
          'set-cookie': sessionCookie(sealed, SESSION_MS / 1000, deps),
        })
        .send(body);
    },
  });
  app.route({
    method: 'DELETE',
    url: ADDRESS,
    schema,
    handler: async (request, reply) => {
      const { id } = requireSession(request, admin.gate, deps);
      admin.onAction({ action: 'sign out', address: request.ip, sessionId: id });
      const body: AdminSessionInfo = { expires_at: null };
      return reply
        .headers({ 'cache-control': 'no-store', 'set-cookie': sessionCookie('', 0, deps) })
        .send(body);
    },
  });
}
