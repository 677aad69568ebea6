import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { expect, vi } from 'vitest';
import { FAR_MS } from '../support/far-deadlines.ts';
import { canConnect, freePort, onFreePort, serve, startRedis, type TestServer } from './servers.ts';

/** A primary, its replicas and a sentinel that moves the primary's part to one of them. */
export interface WatchedRedis {
  /** For `PAGEMARK_REDIS_URL`. */
  readonly url: string;
  readonly primary: TestServer;
  readonly replicas: readonly TestServer[];
  close(): Promise<void>;
}

const NAME = 'main';
/** A replica that joins is given the data at once, not after the 5 s in which a server waits for others to join. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0'];

/** Starts a primary, two replicas that have caught up, and a sentinel that waits half a second for a primary. */
export async function startWatched(program: string): Promise<WatchedRedis> {
  const primary = await startRedis(program, AT_ONCE);
  const { port } = new URL(primary.url);
  const replicas = await Promise.all(
    [0, 1].map(() => startRedis(program, [...AT_ONCE, '--replicaof', '127.0.0.1', port])),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-sentinel-'));
  const sentinelPort = await freePort();
  const file = path.join(folder, 'sentinel.conf');
  writeFileSync(
    file,
    `port ${sentinelPort}
bind 127.0.0.1
dir ${folder}
sentinel monitor ${NAME} 127.0.0.1 ${port} 1
sentinel down-after-milliseconds ${NAME} 500
sentinel failover-timeout ${NAME} 3000
`,
  );
  const start = () => spawn(program, [file, '--sentinel'], { stdio: 'ignore' });
  const url = `redis+sentinel://127.0.0.1:${sentinelPort}/${NAME}`;
  const sentinel = await serve(start, folder, url, () => canConnect(sentinelPort));
  await until(
    () => asked(sentinelPort, (redis) => redis.call('SENTINEL', 'REPLICAS', NAME)),
    (known) => (known as unknown[]).length === 2,
  );
  await until(
    () => asked(Number(port), (redis) => redis.info('replication')),
    (info) => String(info).split('state=online').length === 3,
  );
  return {
    url,
    primary,
    replicas,
    close: async () => {
      await Promise.all([sentinel, primary, ...replicas].map((server) => server.close()));
    },
  };
}

/** Three primaries with a replica each, in one cluster. */
export interface RedisCluster {
  readonly url: string;
  readonly nodes: readonly TestServer[];
  close(): Promise<void>;
}

/** Starts a cluster that gives a node up after a second. */
export async function startCluster(program: string): Promise<RedisCluster> {
  const settings = [...AT_ONCE, '--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const nodes = await Promise.all(
    Array.from({ length: 6 }, () =>
      onFreePort((port) => startRedis(program, [...settings, '--cluster-port', String(port)])),
    ),
  );
  const addresses = nodes.map(({ url }) => new URL(url).host);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync(path.join(path.dirname(program), 'redis-cli'), create, { stdio: 'ignore' });
  for (const { url } of nodes) {
    const port = Number(new URL(url).port);
    await until(
      () => asked(port, (redis) => redis.cluster('INFO')),
      (info) => String(info).includes('cluster_state:ok'),
    );
    const isLinked = (info: string) => /state=online|master_link_status:up/.test(info);
    await until(() => asked(port, (redis) => redis.info('replication')), isLinked);
  }
  return {
    url: `redis+cluster://${addresses.slice(0, 2).join(',')}`,
    nodes,
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

/** What a server answers on a connection of its own. */
export async function asked<T>(port: number, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

/** Asks again until the answer is right. */
async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<void> {
  await vi.waitFor(async () => expect(isRight(await ask())).toBe(true), { timeout: FAR_MS, interval: 100 });
}
