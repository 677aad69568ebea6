import { type Access, createAccess } from '../../src/access/access.ts';
import type { PlanLimits } from '../../src/contract/plans.ts';
import { openStores } from '../../src/storage/open-stores.ts';
import type { Stores } from '../../src/storage/ports.ts';
import { findPostgres, findRedis, startPostgres, startRedis, type TestServer } from '../storage/servers.ts';
import { FAR_DEADLINES, STORE_FAR_MS } from './far-deadlines.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** The engines of a scaled installation. */
export interface Engines {
  readonly postgres: TestServer;
  readonly redis: TestServer;
  close(): Promise<void>;
}

/** Several processes of the service on the same engines. */
export interface Fleet {
  readonly processes: ServiceProcess[];
  /** The stores as this test sees them. */
  readonly stores: Stores;
  readonly access: Access;
  /** The address of one of the processes, in turn. */
  nextUrl(): string;
  /** Ends process `index` with a signal and puts a new one in its place; resolves to how the old one ended. */
  replace(index: number, signal: NodeJS.Signals): Promise<number | string | null>;
  close(): Promise<void>;
}

/** True when both engines are installed here. */
export function hasEngines(): boolean {
  return findRedis() !== null && findPostgres() !== null;
}

/** Starts both engines as the docs say they must be run. */
export async function startEngines(): Promise<Engines> {
  const [redis, postgres] = await Promise.all([startRedis(findRedis()!), startPostgres(findPostgres()!)]);
  return {
    redis,
    postgres,
    close: async () => {
      await Promise.all([redis.close(), postgres.close()]);
    },
  };
}

/** Settings of a process on the engines. */
export function fleetEnv(
  engines: Engines,
  plans: Readonly<Record<string, PlanLimits>> = {},
): Record<string, string> {
  return {
    ...FAR_DEADLINES,
    PORT: '0',
    PAGEMARK_DATABASE_URL: engines.postgres.url,
    PAGEMARK_REDIS_URL: engines.redis.url,
    PAGEMARK_PLANS: JSON.stringify(plans),
    PAGEMARK_WORKERS: '1',
    PAGEMARK_AI_CONCURRENCY: '1000',
    PAGEMARK_LOG_LEVEL: 'silent',
    PAGEMARK_BROWSER: 'off',
    PAGEMARK_SNAPSHOT_TTL_S: '0',
  };
}

/** Starts `count` processes. */
export async function startFleet(
  engines: Engines,
  count: number,
  options: {
    readonly plans?: Readonly<Record<string, PlanLimits>>;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Fleet> {
  const env = { ...fleetEnv(engines, options.plans), ...options.env };
  const stores = await openStores({
    storage: { kind: 'postgres' },
    postgresUrl: engines.postgres.url,
    redisUrl: engines.redis.url,
    timeoutMs: STORE_FAR_MS,
  });
  const processes = await Promise.all(Array.from({ length: count }, () => startServiceProcess(env)));
  let turn = 0;
  return {
    processes,
    stores,
    access: createAccess({ stores, plans: options.plans ?? {} }),
    nextUrl: () => processes[turn++ % processes.length]!.url,
    async replace(index, signal) {
      const ended = await processes[index]!.end(signal);
      processes[index] = await startServiceProcess(env);
      return ended;
    },
    async close() {
      await Promise.all(processes.map((one) => one.end('SIGKILL')));
      await stores.close();
    },
  };
}
