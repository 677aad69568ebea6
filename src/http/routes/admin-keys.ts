import type { z } from 'zod';
import { rfc3339 } from '../../access/ai-quota.ts';
import type { ApiKeyInfo } from '../../access/api-key-service.ts';
import { stateOf } from '../../access/held-state.ts';
import type { LicenseInfo } from '../../access/license-service.ts';
import {
  type AdminKey,
  type AdminKeys,
  type AdminLicense,
  adminCredits,
  adminHeld,
  adminNewKey,
  adminNewLicense,
  adminQuota,
} from '../../contract/admin.ts';
import { requireSession } from '../admin-access.ts';
import type { AdminDoor, HttpApp, HttpDeps } from '../deps.ts';
import { readJsonBody, requireJson } from '../json-body.ts';

const MAX_BODY_BYTES = 8192;

/** Keys and licences that one answer holds at most: more than a person reads, and each costs a look at its credits. */
const MOST_SHOWN = 500;

/** What a change says of itself: the id that it was done to, and the answer. */
interface Done {
  readonly id: string;
  readonly answer: object;
}

/** `GET /admin/api/keys`, and the changes of keys and licences, each a POST with JSON; all for a session of the admin page. */
export function adminKeyRoutes(app: HttpApp, deps: HttpDeps): void {
  const { admin } = deps;
  if (admin === null) return;
  app.route({
    method: 'GET',
    url: '/admin/api/keys',
    schema: { hide: true },
    onRequest: async (request) => void requireSession(request, admin.gate, deps),
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await listOf(admin, Object.keys(deps.plans))),
  });
  addChange(app, deps, admin, 'keys', 'create key', adminNewKey, async (wanted) => {
    const { key, info } = await admin.keys.issue({
      plan: wanted.plan,
      name: wanted.name,
      account: wanted.account,
      monthlyQuota: wanted.monthly_quota,
      credits: wanted.credits,
      expiresAtMs: timeOf(wanted.expires_at),
    });
    return { id: info.id, answer: { id: info.id, key } };
  });
  addChange(app, deps, admin, 'keys/revoke', 'revoke key', adminHeld, async ({ id }) => {
    await admin.keys.revoke(id);
    return { id, answer: { id } };
  });
  addChange(app, deps, admin, 'keys/quota', 'set quota', adminQuota, async ({ id, monthly_quota }) => {
    await admin.keys.setQuota(id, monthly_quota);
    return { id, answer: { id, monthly_quota } };
  });
  addChange(app, deps, admin, 'keys/credits', 'add credits', adminCredits, async ({ id, credits }) => ({
    id,
    answer: { id, credits: await admin.keys.addCredits(id, credits) },
  }));
  addChange(app, deps, admin, 'licenses', 'create licence', adminNewLicense, async (wanted) => {
    const { key, info } = await admin.licenses.issue({
      tier: 'pro',
      name: wanted.name,
      expiresAtMs: timeOf(wanted.expires_at),
      ...(wanted.ai_calls === undefined ? {} : { aiCalls: wanted.ai_calls }),
    });
    return { id: info.id, answer: { id: info.id, key } };
  });
  addChange(app, deps, admin, 'licenses/revoke', 'revoke licence', adminHeld, async ({ id }) => {
    await admin.licenses.revoke(id);
    return { id, answer: { id } };
  });
}

/** One change: session → content type → size → JSON → schema → change → log. */
function addChange<Schema extends z.ZodType>(
  app: HttpApp,
  deps: HttpDeps,
  { gate, onAction }: AdminDoor,
  path: string,
  action: string,
  schema: Schema,
  change: (wanted: z.infer<Schema>) => Promise<Done>,
): void {
  app.route({
    method: 'POST',
    url: `/admin/api/${path}`,
    schema: { hide: true, body: schema },
    onRequest: async (request) => {
      requireSession(request, gate, deps);
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      (request as { body: unknown }).body = await readJsonBody(request.raw, reply.raw, MAX_BODY_BYTES);
    },
    handler: async (request, reply) => {
      const session = requireSession(request, gate, deps);
      const { id, answer } = await change(request.body as z.infer<Schema>);
      onAction({ action, address: request.ip, sessionId: session.id, id });
      return reply.header('cache-control', 'no-store').send(answer);
    },
  });
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

async function listOf({ keys, licenses }: AdminDoor, plans: readonly string[]): Promise<AdminKeys> {
  const [allKeys, allLicenses] = await Promise.all([keys.list(), licenses.list()]);
  const nowMs = Date.now();
  return {
    keys: await Promise.all(
      newest(allKeys).map(async (key) => shownKey(key, await keys.balance(key.id), nowMs)),
    ),
    licenses: newest(allLicenses).map((license) => shownLicense(license, nowMs)),
    keys_total: allKeys.length,
    licenses_total: allLicenses.length,
    plans,
  };
}

function newest<T>(oldestFirst: readonly T[]): T[] {
  return oldestFirst.slice(-MOST_SHOWN).reverse();
}

function shownKey(key: ApiKeyInfo, credits: number, nowMs: number): AdminKey {
  const { plan, account, monthlyQuota } = key;
  return { ...shown(key, nowMs), plan, account, monthly_quota: monthlyQuota, credits };
}

function shownLicense(license: LicenseInfo, nowMs: number): AdminLicense {
  return { ...shown(license, nowMs), tier: license.tier, ai_calls_limit: license.aiCallsLimit };
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
