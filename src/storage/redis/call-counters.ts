import type { Cluster } from 'ioredis';
import type { UsageCount, UsageCountStore, UsageStore } from '../usage-store.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisClient } from './open-client.ts';

const CHANGED_KEY = 'pagemark:counters:changed';
/** The sets of the changed counters of a cluster, where a script's keys lie in one slot: one a subject. */
const CHANGED_OF_SUBJECTS = 'pagemark:windows:{*}:changed';
/** Held by the process that sweeps, for so long. */
const SWEEP_KEY = 'pagemark:counters:sweep';
const SWEEP_MS = 30_000;
/** Counters that are read and written at a time. */
const BATCH = 200;
/** Days of a counter that a quota may still look at. */
const KEPT_DAYS = 40;

/** The counter of a key's calls: a hash beside the windows of its subject. Its fields: `WINDOW_SCRIPT`. */
export function counterKey(subject: string, keyId: string): string {
  return `pagemark:windows:{${subject}}:calls:${keyId}`;
}

/** Set of counters with calls that were not brought to the store of the totals yet. */
export function changedKey(subject: string, kind: RedisConnection['kind']): string {
  return kind === 'cluster' ? CHANGED_OF_SUBJECTS.replace('*', subject) : CHANGED_KEY;
}

/**
 * KEYS: counter; set of the changed ones. ARGV: the changes that were seen; the last day that was collected; fields that
 * are not needed any more. A counter that changed since stays in the set.
 */
const COLLECTED_SCRIPT = `
local changes = redis.call('HGET', KEYS[1], 'changes') or ''
if changes ~= ARGV[1] then return 0 end
redis.call('SREM', KEYS[2], KEYS[1])
if changes == '' then return 1 end
redis.call('HSET', KEYS[1], 'kept', ARGV[2])
if #ARGV > 2 then redis.call('HDEL', KEYS[1], unpack(ARGV, 3)) end
return 1
`;

/** The totals in `store` with the calls that windows in Redis count: collected before they are read, and by `sweep`. */
export function countedUsage(connection: RedisConnection, store: UsageCountStore) {
  const collect = async (): Promise<void> => {
    for (const set of await changedSets(connection)) await collectCalls(connection, set, store);
  };
  /** The totals with the calls that are counted here. */
  const usage: UsageStore = {
    ...store,
    async daily(keyId, fromDay, toDay) {
      await collect();
      return store.daily(keyId, fromDay, toDay);
    },
    async totals(fromDay, toDay) {
      await collect();
      return store.totals(fromDay, toDay);
    },
    async busiest(fromDay, toDay, most) {
      await collect();
      return store.busiest(fromDay, toDay, most);
    },
    async forget(keyId, subject, atMs) {
      await connection.run((redis) => redis.del(counterKey(subject, keyId)));
      await store.forget(keyId, subject, atMs);
    },
  };
  return {
    usage,
    /** Brings the counted calls to the store of the totals; one process at a time does. */
    async sweep(): Promise<void> {
      const mine = connection.run((redis) => redis.set(SWEEP_KEY, '1', 'PX', SWEEP_MS, 'NX'));
      if ((await mine.catch(() => null)) !== null) await collect();
    },
  };
}

/** A counter as it was read. */
interface Counter {
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function changedSets(connection: RedisConnection): Promise<readonly string[]> {
  if (connection.kind !== 'cluster') return [CHANGED_KEY];
  return connection.run(async (redis) => {
    const found: string[] = [];
    for (const node of (redis as Cluster).nodes('master'))
      for await (const keys of node.scanStream({ match: CHANGED_OF_SUBJECTS, count: 1000 }))
        found.push(...(keys as string[]));
    return found;
  });
}

async function collectCalls(connection: RedisConnection, set: string, store: UsageCountStore): Promise<void> {
  const changed = await connection.run((redis) => redis.smembers(set));
  for (let from = 0; from < changed.length; from += BATCH) {
    const keys = changed.slice(from, from + BATCH);
    const read = await connection.run((redis) =>
      Promise.all(keys.map(async (key) => ({ key, fields: await redis.hgetall(key) }))),
    );
    const counts = read.flatMap(newCounts);
    if (counts.length > 0) await store.collect(counts);
    await connection.run((redis) => Promise.all(read.map((counter) => markCollected(redis, set, counter))));
  }
}

/** Counts of the days that can have changed since the counter was collected. */
function newCounts({ key, fields }: Counter): readonly UsageCount[] {
  const keyId = key.slice(key.lastIndexOf(':') + 1);
  const { source = '', kept = '0' } = fields;
  return daysOf(fields)
    .filter((day) => day >= Number(kept))
    .map((day) => ({
      keyId,
      day,
      source,
      admitted: Number(fields[`n${day}`] ?? 0),
      givenBack: Number(fields[`b${day}`] ?? 0),
    }));
}

async function markCollected(redis: RedisClient, set: string, { key, fields }: Counter): Promise<void> {
  const days = daysOf(fields);
  const newest = Math.max(0, ...days);
  const old = days.filter((day) => day < newest - KEPT_DAYS).flatMap((day) => [`n${day}`, `b${day}`]);
  // A call can be given back within the hour in which it was admitted, which may have been the day before.
  const args = [fields.changes ?? '', newest - 1, ...old];
  await redis.eval(COLLECTED_SCRIPT, 2, key, set, ...args);
}

function daysOf(fields: Counter['fields']): readonly number[] {
  const days = Object.keys(fields).flatMap((name) => (/^[nb]\d+$/.test(name) ? [Number(name.slice(1))] : []));
  return [...new Set(days)];
}
