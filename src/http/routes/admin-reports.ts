import { dayText } from '../../access/usage-reports.ts';
import type { AdminChecks, AdminUsage } from '../../contract/admin.ts';
import { fail } from '../../contract/failure.ts';
import { requireSession } from '../admin-access.ts';
import type { AdminDoor, HttpApp, HttpDeps } from '../deps.ts';

/** Days that the plots show, and how many keys and licences have one: a screen or two. */
const DAYS = 30;
const MOST_PLOTS = 24;

/** `GET /admin/api/usage` and `POST /admin/api/checks`, which runs what `doctor` runs, once at a time. */
export function adminReportRoutes(app: HttpApp, deps: HttpDeps): void {
  const { admin } = deps;
  if (admin === null) return;
  let isChecking = false;
  app.route({
    method: 'GET',
    url: '/admin/api/usage',
    schema: { hide: true },
    onRequest: async (request) => void requireSession(request, admin.gate, deps),
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send(await usageOf(admin)),
  });
  app.route({
    method: 'POST',
    url: '/admin/api/checks',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { id } = requireSession(request, admin.gate, deps);
      if (isChecking)
        throw fail('busy', 'Wait for the checks that are running: one is made at a time.', {
          retryAfterMs: 5000,
        });
      isChecking = true;
      try {
        admin.onAction({ action: 'run checks', address: request.ip, sessionId: id });
        const body: AdminChecks = { checks: await admin.runChecks() };
        return await reply.header('cache-control', 'no-store').send(body);
      } finally {
        isChecking = false;
      }
    },
  });
}

async function usageOf({ reports }: AdminDoor): Promise<AdminUsage> {
  const { firstDay, busiest, more, outcomes } = await reports.recent(DAYS, MOST_PLOTS);
  const { ok = 0, ...failed } = outcomes;
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
