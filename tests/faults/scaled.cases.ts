import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { query } from '../storage/servers.ts';
import type { FaultCase, Ground, Heal } from './fault-case.ts';

/** Runs commands on Redis, each a list of words. */
async function redisCommands(
  ground: Ground,
  commands: readonly (readonly string[])[],
  password?: string,
): Promise<void> {
  const redis = new Redis(ground.engines!.redis.url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
    ...(password === undefined ? {} : { password }),
  });
  redis.on('error', () => undefined);
  try {
    for (const [name, ...args] of commands) await redis.call(name!, ...args);
  } finally {
    redis.disconnect();
  }
}

/** A fault that commands begin and others end. */
const onRedis =
  (
    begin: readonly (readonly string[])[],
    end: readonly (readonly string[])[],
    passwordAtEnd?: string,
  ): FaultCase['strike'] =>
  async (ground) => {
    await redisCommands(ground, begin);
    return () => redisCommands(ground, end, passwordAtEnd);
  };

const CUT_CLIENTS = ['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'];

/** A fault that statements of a superuser begin and others end. */
const onPostgres =
  (begin: readonly string[], end: readonly string[]): FaultCase['strike'] =>
  async ({ admin }) => {
    for (const statement of begin) await admin!.query(statement);
    return async () => {
      for (const statement of end) await admin!.query(statement);
    };
  };

const CUT_SESSIONS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pagemark'";

/** Writes the file of who may connect, from inside the server. */
async function allowConnections({ admin }: Ground, method: 'trust' | 'reject'): Promise<void> {
  const { rows } = await admin!.query('SHOW hba_file');
  const line = `host all all 127.0.0.1/32 ${method}`;
  await admin!.query(`COPY (SELECT '${line}') TO '${(rows[0] as { hba_file: string }).hba_file}'`);
  await admin!.query('SELECT pg_reload_conf()');
  await sleep(100);
}

const freeze =
  (engine: 'redis' | 'postgres'): FaultCase['strike'] =>
  async ({ engines }): Promise<Heal> => {
    engines![engine].signal('SIGSTOP');
    return async () => engines![engine].signal('SIGCONT');
  };

const kill =
  (engine: 'redis' | 'postgres'): FaultCase['strike'] =>
  async ({ engines }) => {
    await engines![engine].kill();
    return () => engines![engine].restart();
  };

/** Faults of PostgreSQL and Redis. */
export const SCALED_FAULTS: readonly FaultCase[] = [
  { name: 'Redis is down at the start', atStart: true, strike: kill('redis') },
  { name: 'PostgreSQL is down at the start', atStart: true, strike: kill('postgres') },
  { name: 'Redis is killed and comes back', strike: kill('redis') },
  { name: 'Redis is frozen', lastsMs: 2600, strike: freeze('redis') },
  {
    name: 'Redis answers after 3 s',
    lastsMs: 2600,
    strike: onRedis([['CLIENT', 'PAUSE', '3000', 'ALL']], []),
  },
  {
    // The script's first write frees memory, so Redis lets it go on: exact counts, and nothing to refuse.
    name: 'Redis is full',
    isFelt: false,
    strike: onRedis(
      [
        ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'],
        ['CONFIG', 'SET', 'maxmemory', '1'],
      ],
      [['CONFIG', 'SET', 'maxmemory', '0']],
    ),
  },
  {
    name: 'Redis became a replica without its primary',
    strike: onRedis([['REPLICAOF', '127.0.0.1', '1']], [['REPLICAOF', 'NO', 'ONE']]),
  },
  {
    name: 'Redis cuts all connections',
    isFelt: false,
    strike: onRedis([CUT_CLIENTS, CUT_CLIENTS], []),
  },
  {
    name: 'Redis asks for a password',
    strike: onRedis(
      [['CONFIG', 'SET', 'requirepass', 'other'], CUT_CLIENTS],
      [['CONFIG', 'SET', 'requirepass', '']],
      'other',
    ),
  },
  {
    name: 'Redis accepts no further client',
    strike: async (ground) => {
      const held = new Redis(ground.engines!.redis.url, { retryStrategy: () => null });
      held.on('error', () => undefined);
      await held.config('SET', 'maxclients', '1');
      await held.call(...(CUT_CLIENTS as [string, ...string[]]));
      return async () => {
        await held.config('SET', 'maxclients', '10000');
        held.disconnect();
      };
    },
  },
  {
    name: 'Redis is busy with a script of somebody else',
    lastsMs: 1500,
    strike: async (ground) => {
      await redisCommands(ground, [['CONFIG', 'SET', 'busy-reply-threshold', '100']]);
      void redisCommands(ground, [['EVAL', 'while true do end', '0']]).catch(() => undefined);
      await sleep(200);
      return () => redisCommands(ground, [['SCRIPT', 'KILL']]);
    },
  },
  {
    name: 'Redis forgets its scripts',
    isFelt: false,
    strike: onRedis([['SCRIPT', 'FLUSH']], []),
  },
  { name: 'PostgreSQL is killed and comes back', strike: kill('postgres') },
  { name: 'PostgreSQL is frozen', lastsMs: 3600, strike: freeze('postgres') },
  {
    name: 'PostgreSQL cuts all connections',
    isFelt: false,
    strike: onPostgres([CUT_SESSIONS, CUT_SESSIONS], []),
  },
  {
    name: 'a table of PostgreSQL is locked',
    lastsMs: 3600,
    strike: onPostgres(['BEGIN', 'LOCK TABLE api_key, credit_entry IN ACCESS EXCLUSIVE MODE'], ['ROLLBACK']),
  },
  {
    name: 'PostgreSQL became read-only',
    strike: onPostgres(
      ["ALTER SYSTEM SET default_transaction_read_only = 'on'", 'SELECT pg_reload_conf()', CUT_SESSIONS],
      [
        'SET default_transaction_read_only = off',
        'ALTER SYSTEM RESET default_transaction_read_only',
        'SELECT pg_reload_conf()',
      ],
    ),
  },
  {
    name: 'PostgreSQL accepts no connection to the database',
    strike: async ({ admin, engines }) => {
      const elsewhere = engines!.postgres.url.replace(/pagemark$/, 'postgres');
      await query(elsewhere, 'ALTER DATABASE pagemark ALLOW_CONNECTIONS false');
      await admin!.query(CUT_SESSIONS);
      return async () => void (await query(elsewhere, 'ALTER DATABASE pagemark ALLOW_CONNECTIONS true'));
    },
  },
  {
    name: 'PostgreSQL refuses the user',
    strike: async (ground) => {
      await allowConnections(ground, 'reject');
      await ground.admin!.query(CUT_SESSIONS);
      return () => allowConnections(ground, 'trust');
    },
  },
  {
    name: 'PostgreSQL and Redis are both killed',
    strike: async ({ engines }) => {
      await Promise.all([engines!.redis.kill(), engines!.postgres.kill()]);
      return async () => {
        await Promise.all([engines!.redis.restart(), engines!.postgres.restart()]);
      };
    },
  },
];
