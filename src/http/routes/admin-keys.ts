import type { z } from 'zod';
import { rfc3339 } from '../../access/ai-quota.ts';
import type { ApiKeyInfo } from '../../access/api-key-service.ts';
import { stateOf } from '../../access/issued-secrets.ts';
import type { LicenseInfo } from '../../access/license-service.ts';
import {
  type AdminKey,
  type AdminKeys,
  adminCredits,
  adminHeld,
  adminNewKey,
  adminNewLicense,
  adminQuota,
} from '../../contract/admin.ts';
import { requireSession } from '../admin-access.ts';
import type { AdminDoor, HttpApp, HttpDeps } from '../deps.ts';
import { jsonBody, requireJson } from '../request-body.ts';

const MAX_BODY_BYTES = 8192;

/** Keys and licences that one answer holds at most: more than a person reads, and each costs a look at its credits. */
const MOST_SHOWN = 500;

/** `GET /admin/api/keys`, and the changes of keys and licences, each a POST with JSON; all for a session of the admin page. */
export function adminKeyRoutes(app: HttpApp, deps: HttpDeps, admin: AdminDoor): void {
  const { keys, licenses } = admin;
  app.get('/admin/api/keys', async (request) => {
    await requireSession(request, admin.gate.read, deps);
    return listOf(admin, Object.keys(deps.plans));
  });
  const addChange = changeAdder(app, deps, admin);
  addChange('keys', 'create key', adminNewKey, async ({ monthly_quota, expires_at, ...wanted }) => {
    const expiresAtMs = timeOf(expires_at);
    const { key, info } = await keys.issue({ ...wanted, monthlyQuota: monthly_quota, expiresAtMs });
    return { id: info.id, key };
  });
  addChange('keys/revoke', 'revoke key', adminHeld, async ({ id }) => {
    await keys.revoke(id);
    return { id };
  });
  addChange('keys/quota', 'set quota', adminQuota, async ({ id, monthly_quota }) => {
    await keys.setQuota(id, monthly_quota);
    return { id, monthly_quota };
  });
  addChange('keys/credits', 'add credits', adminCredits, async ({ id, credits }) => ({
    id,
    credits: await keys.addCredits(id, credits),
  }));
  addChange('licenses', 'create licence', adminNewLicense, async ({ name, expires_at, ai_calls }) => {
    const { key, info } = await licenses.issue({
      tier: 'pro',
      name,
      expiresAtMs: timeOf(expires_at),
      ...(ai_calls === undefined ? {} : { aiCalls: ai_calls }),
    });
    return { id: info.id, key };
  });
  addChange('licenses/revoke', 'revoke licence', adminHeld, async ({ id }) => {
    await licenses.revoke(id);
    return { id };
  });
}

/**
 * Adds a change: session → content type → size → JSON → schema → change → log. What it resolves to is the answer, with the id of
 * the key or licence that it was done to.
 */
const changeAdder =
  (app: HttpApp, deps: HttpDeps, { gate, onAction }: AdminDoor) =>
  <Schema extends z.ZodType>(
    path: string,
    action: string,
    schema: Schema,
    change: (wanted: z.infer<Schema>) => Promise<{ readonly id: string }>,
  ): void => {
    app.route({
      method: 'POST',
      url: `/admin/api/${path}`,
      schema: { body: schema },
      onRequest: async (request) => {
        await requireSession(request, gate.read, deps);
        requireJson(request.headers);
      },
      preValidation: jsonBody(MAX_BODY_BYTES),
      handler: async (request) => {
        const session = await requireSession(request, gate.read, deps);
        const answer = await change(request.body as z.infer<Schema>);
        onAction({ action, address: request.ip, sessionId: session.id, id: answer.id });
        return answer;
      },
    });
  };

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

async function listOf({ keys, licenses }: AdminDoor, plans: readonly string[]): Promise<AdminKeys> {
  const [allKeys, allLicenses] = await Promise.all([keys.list(), licenses.list()]);
  const nowMs = Date.now();
  return {
    keys: await Promise.all(
      newest(allKeys).map(
        async (key): Promise<AdminKey> => ({
          ...shown(key, nowMs),
          plan: key.plan,
          account: key.account,
          monthly_quota: key.monthlyQuota,
          credits: await keys.balance(key.id),
        }),
      ),
    ),
    licenses: newest(allLicenses).map((license) => ({
      ...shown(license, nowMs),
      tier: license.tier,
      ai_calls_limit: license.aiCallsLimit,
    })),
    keys_total: allKeys.length,
    licenses_total: allLicenses.length,
    plans,
  };
}

function newest<T>(oldestFirst: readonly T[]): T[] {
  return oldestFirst.slice(-MOST_SHOWN).reverse();
}

function shown(held: ApiKeyInfo | LicenseInfo, nowMs: number) {
  const { id, name, hint, createdAtMs, expiresAtMs } = held;
  return {
    id,
    name,
    hint,
    state: stateOf(held, nowMs),
    created_at: rfc3339(createdAtMs),
    expires_at: expiresAtMs === null ? null : rfc3339(expiresAtMs),
  };
}
