import { SESSION_MS } from '../../access/admin-gate.ts';
import { rfc3339 } from '../../access/ai-quota.ts';
import { dayText } from '../../access/usage-reports.ts';
import {
  type AdminChecks,
  type AdminSessionInfo,
  type AdminUsage,
  adminSignIn,
} from '../../contract/admin.ts';
import { fail } from '../../contract/failure.ts';
import {
  checkToken,
  requireAdmin,
  requireOwnPage,
  requireSession,
  sessionCookie,
  sessionOf,
} from '../admin-access.ts';
import type { AdminDoor, HttpApp, HttpDeps } from '../deps.ts';
import { jsonBody, requireJson } from '../request-body.ts';
import { adminKeyRoutes } from './admin-keys.ts';

const SESSION = '/admin/api/session';
const MAX_BODY_BYTES = 8192;
/** Days that the plots show, and how many keys and licences have one: a screen or two. */
const DAYS = 30;
const MOST_PLOTS = 24;

/** What the admin page and `pagemark top` call, below `/admin/api/`; without an admin token there is nothing. */
export function adminRoutes(app: HttpApp, deps: HttpDeps): void {
  const { admin } = deps;
  if (admin === null) return;
  sessionRoutes(app, deps, admin);
  adminKeyRoutes(app, deps, admin);
  reportRoutes(app, deps, admin);
}

/** GET says whether somebody is signed in, POST signs in with the admin token, DELETE signs out. */
function sessionRoutes(app: HttpApp, deps: HttpDeps, admin: AdminDoor): void {
  app.get(SESSION, async (request): Promise<AdminSessionInfo> => {
    requireOwnPage(request, deps);
    const session = await sessionOf(request, admin.gate.read);
    return { expires_at: session && rfc3339(session.expiresAtMs) };
  });
  app.route({
    method: 'POST',
    url: SESSION,
    schema: { body: adminSignIn },
    onRequest: async (request) => {
      requireOwnPage(request, deps);
      requireJson(request.headers);
    },
    preValidation: jsonBody(MAX_BODY_BYTES),
    handler: async (request, reply): Promise<AdminSessionInfo> => {
      await checkToken(request, admin, request.body.token);
      const { session, sealed } = admin.gate.open();
      admin.onAction({ action: 'sign in', address: request.ip, sessionId: session.id });
      reply.header('set-cookie', sessionCookie(sealed, SESSION_MS / 1000, deps));
      return { expires_at: rfc3339(session.expiresAtMs) };
    },
  });
  app.delete(SESSION, async (request, reply): Promise<AdminSessionInfo> => {
    const { id } = await requireSession(request, admin.gate.end, deps);
    admin.onAction({ action: 'sign out', address: request.ip, sessionId: id });
    reply.header('set-cookie', sessionCookie('', 0, deps));
    return { expires_at: null };
  });
}

/** What the process is at, usage, and what `doctor` finds, of which one run is made at a time. */
function reportRoutes(app: HttpApp, deps: HttpDeps, admin: AdminDoor): void {
  app.get('/admin/api/running', async (request) => {
    await requireAdmin(request, admin, deps);
    return deps.running();
  });
  app.get('/admin/api/usage', async (request) => {
    await requireSession(request, admin.gate.read, deps);
    return usageOf(admin);
  });
  let isChecking = false;
  app.post('/admin/api/checks', async (request): Promise<AdminChecks> => {
    const { id } = await requireSession(request, admin.gate.read, deps);
    if (isChecking)
      throw fail('busy', 'Wait for the checks that are running: one is made at a time.', {
        retryAfterMs: 5000,
      });
    isChecking = true;
    try {
      admin.onAction({ action: 'run checks', address: request.ip, sessionId: id });
      return { checks: await admin.runChecks() };
    } finally {
      isChecking = false;
    }
  });
}

async function usageOf({ reports }: AdminDoor): Promise<AdminUsage> {
  const { firstDay, busiest, more, outcomes } = await reports.recent(DAYS, MOST_PLOTS);
  const { ok = 0, cancelled: _, ...failed } = outcomes;
  return {
    first_day: dayText(firstDay),
    busiest: busiest.map(({ keyId, calls }) => ({ id: keyId, calls })),
    more,
    answered: ok,
    failures: Object.entries(failed)
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count),
  };
}
