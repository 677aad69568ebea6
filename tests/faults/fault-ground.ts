import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Access, createAccess } from '../../src/access/access.ts';
import { aiPeriod } from '../../src/access/ai-quota.ts';
import { openStores, type StoreSettings } from '../../src/storage/open-stores.ts';
import type { Stores } from '../../src/storage/ports.ts';
import { TIMEOUT_MS } from '../../src/storage/store-breaker.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { type Engines, fleetEnv } from '../support/fleet.ts';
import { testEnv } from '../support/test-service.ts';

const PLANS = {
  wide: { perMinute: 1_000_000, perHour: 1_000_000 },
  /** After one call of the hour, credits pay. */
  paid: { perMinute: 1_000_000, perHour: 1 },
};
const CREDITS = 100_000;

/** Secrets of the operator that every process is given, to be looked for in all that it writes. */
export const PLANTED = {
  metricsToken: 'planted/metrics+token',
  aiKey: 'sk-planted/ai+key~"1"',
  storePassword: 'planted:store/password',
};

/** The place of one case: stores, the settings of a process on them, keys that nobody else uses. */
export interface FaultGround {
  readonly env: Record<string, string>;
  readonly admin: pg.Client | null;
  readonly file: string;
  readonly keys: { readonly wide: string; readonly paid: string; readonly license: string };
  /** What the stores have counted. */
  counted(): Promise<Counts>;
  close(): Promise<void>;
}

/** Calls by how they are counted. */
export interface Counts {
  readonly wide: number;
  readonly paid: number;
  readonly ai: number;
}

/** On PostgreSQL and Redis. */
export async function scaledGround(engines: Engines): Promise<FaultGround> {
  const admin = await connectAdmin(engines);
  const settings = { postgresUrl: engines.postgres.url, redisUrl: engines.redis.url };
  const made = await ground({ storage: { kind: 'postgres' }, ...settings });
  return {
    ...made,
    env: scaledEnv(engines),
    admin,
    file: '',
    close: async () => {
      await Promise.all([made.close(), admin.end().catch(() => undefined)]);
    },
  };
}

/** Settings of a process on PostgreSQL and Redis, which it waits for as long as the faults are made for. */
export function scaledEnv(engines: Engines): Record<string, string> {
  return {
    ...fleetEnv(engines, PLANS),
    PAGEMARK_DATABASE_URL: withPassword(engines.postgres.url, 'pagemark'),
    PAGEMARK_REDIS_URL: withPassword(engines.redis.url, 'default'),
    PAGEMARK_STORE_TIMEOUT_MS: String(TIMEOUT_MS),
  };
}

/** An address with the planted password, which the engines of the tests do not ask for. */
function withPassword(address: string, user: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = PLANTED.storePassword;
  return url.href;
}

/** On a database file of its own, with `diskBytes` on a device of its own too. */
export async function embeddedGround(diskBytes?: number): Promise<FaultGround> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-faults-'));
  if (diskBytes !== undefined) mountDisk(folder, diskBytes);
  const file = path.join(folder, 'pagemark.db');
  const made = await ground({ storage: { kind: 'sqlite', file }, postgresUrl: null, redisUrl: null });
  return {
    ...made,
    env: testEnv(folder, {
      PAGEMARK_PLANS: JSON.stringify(PLANS),
      PAGEMARK_WORKERS: '1',
      PAGEMARK_STORE_TIMEOUT_MS: String(TIMEOUT_MS),
    }),
    admin: null,
    file,
    close: async () => {
      await made.close();
      // Lazily: a closed database may hold its file a little longer.
      if (diskBytes !== undefined) execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** True when a file system can be mounted here, which needs root. */
export function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-mount-'));
  try {
    mountDisk(folder, 65_536);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a disk of so many bytes on a folder. */
export function mountDisk(folder: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
}

async function connectAdmin(engines: Engines): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: engines.postgres.url, application_name: 'admin' });
  admin.on('error', () => undefined);
  await admin.connect();
  return admin;
}

async function ground(settings: StoreSettings): Promise<Pick<FaultGround, 'keys' | 'counted' | 'close'>> {
  const issued = await onStores(settings, async ({ keys, licenses }) => {
    const wide = await keys.issue({ plan: 'wide' });
    const paid = await keys.issue({ plan: 'paid', credits: CREDITS });
    return { wide, paid, license: await licenses.issue({ tier: 'pro', aiCalls: 100_000 }) };
  });
  return {
    keys: { wide: issued.wide.key, paid: issued.paid.key, license: issued.license.key },
    // Opened anew, because a fault may have struck this side's connections too.
    counted: () =>
      onStores(settings, async (_access, stores) => {
        const states = await stores.rateLimits.peek(issued.wide.info.id, PLANS.wide);
        const firstOfHour = await stores.rateLimits.peek(issued.paid.info.id, PLANS.paid);
        const balance = await stores.credits.balance(issued.paid.info.id);
        const { used } = await stores.aiQuota.usage(issued.license.info.id, aiPeriod(Date.now()));
        return {
          wide: PLANS.wide.perHour - states.hour.remaining,
          paid: CREDITS - balance + (PLANS.paid.perHour - firstOfHour.hour.remaining),
          ai: used,
        };
      }),
    close: async () => undefined,
  };
}

async function onStores<T>(
  settings: StoreSettings,
  work: (access: Access, stores: Stores) => Promise<T>,
): Promise<T> {
  const stores = await openStores({ ...settings, timeoutMs: STORE_FAR_MS });
  try {
    return await work(createAccess({ stores, plans: PLANS }), stores);
  } finally {
    await stores.close();
  }
}
