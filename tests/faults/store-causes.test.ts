import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { TIMEOUT_MS } from '../../src/storage/store-breaker.ts';
import {
  findPostgres,
  findRedis,
  freePort,
  query,
  startPostgres,
  startRedis,
  type TestServer,
  unprivilegedUser,
} from '../storage/servers.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { hasEngines } from '../support/fleet.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { cleanEnv, runHere, runPagemark, startPagemark, temporaryFolder } from '../support/run-pagemark.ts';

const PASSWORD = 'hidden-word';
const TLS = fileURLToPath(new URL('../support/tls/', import.meta.url));
const CA = path.join(TLS, 'ca.pem');
const { dir, remove } = temporaryFolder();
afterAll(remove);

/** The key of the test certificates where PostgreSQL takes it: readable by the server's user only. */
function serverKey(): string {
  const file = path.join(dir, 'server.key');
  const user = unprivilegedUser();
  copyFileSync(path.join(TLS, 'server.key'), file);
  chmodSync(file, 0o600);
  chmodSync(dir, 0o755);
  if (user !== null) chownSync(file, user.uid, user.gid);
  return file;
}

if (!hasEngines()) {
  leftOut('causes of stores that do not open', 'apt-get install postgresql redis-server');
  test('causes of stores are left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe('a command on a store that does not open tells the cause and the setting', () => {
    let postgres: TestServer;
    let redis: TestServer;
    let tlsPort: number;
    let closedPort: number;

    beforeAll(async () => {
      [tlsPort, closedPort] = [await freePort(), await freePort()];
      const key = serverKey();
      const certificate = path.join(TLS, 'site.pem');
      const settings = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key };
      postgres = await startPostgres(
        findPostgres()!,
        Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      );
      redis = await startRedis(findRedis()!, [
        ...['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'],
        ...['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', CA],
      ]);
      await query(postgres.url, `CREATE ROLE guarded LOGIN PASSWORD '${PASSWORD}'`);
      await query(postgres.url, `CREATE ROLE crowded LOGIN CONNECTION LIMIT 0`);
      const rules = ['guarded all scram-sha-256', 'stranger all reject', 'all all trust'];
      const lines = rules.map((rule) => `'host all ${rule}'`).join(', ');
      const [file] = await query(postgres.url, 'SHOW hba_file');
      await query(postgres.url, `COPY (SELECT unnest(ARRAY[${lines}])) TO '${file!.hba_file}'`);
      await query(postgres.url, 'SELECT pg_reload_conf()');
      const client = new Redis(redis.url);
      await client.acl('SETUSER', 'guarded', 'on', `>${PASSWORD}`, '~*', '+@all');
      await client.acl('SETUSER', 'reader', 'on', 'nopass', '~*', '+@all', '-@write');
      client.disconnect();
    });
    afterAll(async () => {
      await Promise.all([postgres?.close(), redis?.close()]);
    });

    const address = (server: TestServer, change: (url: URL) => void) => {
      const url = new URL(server.url);
      change(url);
      return url.href;
    };
    const onPostgres = (change: (url: URL) => void) => ({
      PAGEMARK_DATABASE_URL: address(postgres, change),
      PAGEMARK_REDIS_URL: redis.url,
    });
    const onRedis = (change: (url: URL) => void) => ({
      PAGEMARK_DATABASE_URL: 'memory:',
      PAGEMARK_REDIS_URL: address(redis, change),
      // All of it is waited for where no connection is made.
      PAGEMARK_STORE_TIMEOUT_MS: String(Math.min(onThisMachine(TIMEOUT_MS), STORE_FAR_MS)),
    });
    const toTls = (url: URL) => {
      url.protocol = 'rediss:';
      url.port = String(tlsPort);
    };
    const as = (user: string, password: string) => (url: URL) => {
      url.username = user;
      url.password = password;
    };

    const CAUSES: readonly (readonly [string, () => Record<string, string>, string])[] = [
      [
        'PostgreSQL, wrong password',
        () => onPostgres(as('guarded', `${PASSWORD}-wrong`)),
        'Correct the user and the password in PAGEMARK_DATABASE_URL; PostgreSQL: password authentication failed for user "guarded"',
      ],
      [
        'PostgreSQL, no password',
        () => onPostgres(as('guarded', '')),
        'Add the password to PAGEMARK_DATABASE_URL; PostgreSQL: SASL',
      ],
      [
        'PostgreSQL, a user that pg_hba.conf refuses',
        () => onPostgres(as('stranger', PASSWORD)),
        'or let the server accept it from this host (pg_hba.conf); PostgreSQL: pg_hba.conf rejects connection',
      ],
      [
        'PostgreSQL, no such database',
        () =>
          onPostgres((url) => {
            url.pathname = '/other';
          }),
        'Create the database, or correct its name in PAGEMARK_DATABASE_URL; PostgreSQL: database "other" does not exist',
      ],
      [
        'PostgreSQL, no rights',
        () => onPostgres(as('guarded', PASSWORD)),
        'Grant the user of PAGEMARK_DATABASE_URL its rights: CREATE on the schema for the tables, then SELECT, INSERT, UPDATE and DELETE; PostgreSQL: permission denied for schema public',
      ],
      [
        'PostgreSQL, too many connections',
        () => onPostgres(as('crowded', '')),
        'Lower PAGEMARK_DATABASE_POOL_MAX, or raise the connections that the server allows; PostgreSQL: too many connections',
      ],
      [
        'PostgreSQL, a parameter that it does not know',
        () => onPostgres((url) => url.searchParams.set('options', '-c nonsense=1')),
        'Take the parameter out of PAGEMARK_DATABASE_URL',
      ],
      [
        'PostgreSQL, name not found',
        () =>
          onPostgres((url) => {
            url.hostname = 'db.invalid';
          }),
        'Correct the host name in PAGEMARK_DATABASE_URL, or the name server; PostgreSQL: getaddrinfo',
      ],
      [
        'PostgreSQL, connection refused',
        () =>
          onPostgres((url) => {
            url.port = String(closedPort);
          }),
        'Start the server, or correct host and port in PAGEMARK_DATABASE_URL; PostgreSQL: connect ECONNREFUSED',
      ],
      [
        'PostgreSQL, a CA that is not trusted',
        () => onPostgres((url) => url.searchParams.set('sslmode', 'verify-full')),
        "Name the file of the server's CA in NODE_EXTRA_CA_CERTS: its certificate is not trusted; PostgreSQL: unable to verify the first certificate",
      ],
      [
        'PostgreSQL, a certificate of another host',
        () =>
          onPostgres((url) => {
            url.hostname = 'localhost';
            url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: CA }).toString();
          }),
        'Name the server in PAGEMARK_DATABASE_URL as its certificate does, which is for another host',
      ],
      [
        'PostgreSQL, a CA file that is not there',
        () => onPostgres((url) => url.searchParams.set('sslrootcert', '/nowhere/ca.pem')),
        'Let this process open the socket or the certificate that PAGEMARK_DATABASE_URL names; PostgreSQL: ENOENT',
      ],
      [
        'Redis, wrong password',
        () => onRedis(as('guarded', `${PASSWORD}-wrong`)),
        'Correct the user and the password in PAGEMARK_REDIS_URL; Redis: WRONGPASS',
      ],
      [
        'Redis, no rights',
        () => onRedis(as('reader', 'any')),
        'Grant the user of PAGEMARK_REDIS_URL its rights: +@all on the keys pagemark*; Redis: NOPERM',
      ],
      [
        'Redis, name not found',
        () =>
          onRedis((url) => {
            url.hostname = 'cache.invalid';
          }),
        'Correct the host name in PAGEMARK_REDIS_URL, or the name server; Redis: getaddrinfo',
      ],
      [
        'Redis, connection refused',
        () =>
          onRedis((url) => {
            url.port = String(closedPort);
          }),
        'Start the server, or correct host and port in PAGEMARK_REDIS_URL; Redis: connect ECONNREFUSED',
      ],
      [
        'Redis, a CA that is not trusted',
        () => onRedis(toTls),
        "Name the file of the server's CA in NODE_EXTRA_CA_CERTS: its certificate is not trusted; Redis: self-signed certificate in certificate chain",
      ],
      [
        'Redis, no TLS at the port',
        () =>
          onRedis((url) => {
            url.protocol = 'rediss:';
          }),
        'that it speaks TLS just when PAGEMARK_REDIS_URL says so',
      ],
    ];

    test.each(CAUSES)('%s', async (_name, env, cause) => {
      const { code, err } = await runHere(['migrate'], cleanEnv(dir, env()));
      expect(err).toContain(cause);
      expect(err).toMatch(/ \(store_unavailable\)\n$/);
      expect(err).not.toContain(PASSWORD);
      expect(code).toBe(EXIT.internal);
    });

    test('a user that may not ask for its password is told of it', async () => {
      const client = new Redis(redis.url);
      await client.config('SET', 'requirepass', PASSWORD);
      try {
        const { err } = await runHere(
          ['migrate'],
          cleanEnv(
            dir,
            onRedis(() => undefined),
          ),
        );
        expect(err).toContain('Add the password to PAGEMARK_REDIS_URL; Redis: NOAUTH');
      } finally {
        await client.config('SET', 'requirepass', '');
        client.disconnect();
      }
    });

    test.concurrent('TLS to both works with the CA of the server', async ({ expect }) => {
      const env = {
        PAGEMARK_DATABASE_URL: address(postgres, (url) => url.searchParams.set('sslmode', 'verify-full')),
        PAGEMARK_REDIS_URL: address(redis, toTls),
      };
      const withCa = await runPagemark(['migrate'], cleanEnv(dir, { ...env, NODE_EXTRA_CA_CERTS: CA }));
      expect(withCa).toEqual({ code: 0, out: 'The store is up to date.\n', err: 'Store: postgres\n' });
      const inAddress = onPostgres((url) => {
        url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: CA }).toString();
      });
      expect((await runHere(['migrate'], cleanEnv(dir, inAddress))).err).toBe('Store: postgres\n');
    });

    test.concurrent('doctor tells it too, and the service in its log', async ({ expect }) => {
      const env = cleanEnv(dir, {
        ...onPostgres(as('guarded', 'wrong')),
        ...{ NODE_ENV: 'production', PORT: '0', PAGEMARK_BROWSER: 'off' },
      });
      const { out } = await runHere(['doctor', '--json'], env);
      const { checks } = JSON.parse(out) as { checks: { name: string; state: string; detail: string }[] };
      const store = checks.find(({ name }) => name === 'store')!;
      expect(store).toMatchObject({ state: 'failed' });
      expect(store.detail).toContain('Correct the user and the password in PAGEMARK_DATABASE_URL');
      const service = await startPagemark(env);
      await expect
        .poll(() => service.printed)
        .toContain('Correct the user and the password in PAGEMARK_DATABASE_URL');
      await service.stop('SIGKILL');
    });
  });
}
