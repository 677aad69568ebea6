import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseUrl } from '../contract/address.ts';
import { parseRedisAddress } from '../contract/redis-address.ts';
import type { Config, Secrets } from './config-types.ts';
import { type IsInstalled, needPackages } from './optional-packages.ts';
import { Secret } from './secret.ts';
import type { SettingReader } from './setting-reader.ts';

/** Database, Redis and data folder, checked against each other. */
export function readStorage(
  read: SettingReader,
  isThere: IsInstalled,
): Pick<Config, 'storage' | 'dataDir'> & Pick<Secrets, 'postgresUrl' | 'redisUrl'> {
  const { problems } = read;
  const given = read.textOrDefault('PAGEMARK_DATABASE_URL');
  const redisUrl = readRedis(read);
  if (redisUrl) needPackages(problems, 'PAGEMARK_REDIS_URL', ['ioredis'], isThere);
  const folder = read.text('PAGEMARK_DATA_DIR');
  const dataDir = path.resolve(folder ?? './data');
  const inMemory = { storage: { kind: 'memory' }, dataDir, postgresUrl: null, redisUrl } as const;
  if (given === 'memory:') return inMemory;
  if (/^postgres(ql)?:\/\//.test(given)) {
    checkPostgres(given, read);
    needPackages(problems, 'PAGEMARK_DATABASE_URL', ['pg'], isThere);
    return { ...inMemory, storage: { kind: 'postgres' }, postgresUrl: new Secret(given) };
  }
  const file = databaseFile(given);
  if (file !== null)
    return {
      ...inMemory,
      storage: { kind: 'sqlite', file },
      dataDir: folder === null ? path.dirname(file) : dataDir,
    };
  problems.add(
    `Set PAGEMARK_DATABASE_URL to file:PATH (no "?" or "#" in it, no "/" at its end), postgres://… or memory:; it starts with ${JSON.stringify(given.slice(0, Math.max(0, given.indexOf(':')) + 1))}.`,
  );
  return inMemory;
}

/** Connections to PostgreSQL; longest wait for an answer of it and of Redis, in milliseconds. */
export function readStoreLimits(read: SettingReader): Config['stores'] {
  return {
    poolMax: read.integer('PAGEMARK_DATABASE_POOL_MAX', 1, 1000),
    timeoutMs: read.integer('PAGEMARK_STORE_TIMEOUT_MS', 100, 60_000),
  };
}

function readRedis(read: SettingReader): Secret | null {
  const given = read.text('PAGEMARK_REDIS_URL');
  if (given === null || parseRedisAddress(given) !== null) return read.secret('PAGEMARK_REDIS_URL');
  const wanted =
    'an address such as redis://127.0.0.1:6379, redis+sentinel://HOST:PORT,HOST:PORT/PRIMARY or redis+cluster://HOST:PORT,HOST:PORT';
  read.problems.wrong('PAGEMARK_REDIS_URL', null, wanted);
  return null;
}

function checkPostgres(given: string, read: SettingReader): void {
  if (!parseUrl(given)?.hostname) {
    read.problems.wrong(
      'PAGEMARK_DATABASE_URL',
      null,
      'an address such as postgres://user:password@host:5432/database',
    );
  }
  if (read.text('PAGEMARK_REDIS_URL') === null) {
    read.problems.add(
      'Set PAGEMARK_REDIS_URL, such as redis://127.0.0.1:6379; it is not set, and with a postgres:// database the request windows need it.',
    );
  }
}

/** `file:./relative`, `file:/absolute` or `file:///absolute` as an absolute path. */
function databaseFile(url: string): string | null {
  if (!/^file:[^?#]*[^?#/]$/.test(url)) return null;
  if (!url.startsWith('file://')) return path.resolve(url.slice('file:'.length));
  try {
    return parseUrl(url)?.host === '' ? fileURLToPath(url) : null;
  } catch {
    // A "%2F", or a "%" of nothing.
    return null;
  }
}
