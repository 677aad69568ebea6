import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findInPath, freePort } from '../storage/servers.ts';
import { secretFiles, settingFaults } from '../support/deployed-settings.ts';
import { leftOut } from '../support/left-out.ts';
import { PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const REDIS = findInPath('redis-server');
if (REDIS === null) leftOut('the password of Redis', 'apt-get install redis-server');
const DEPLOY = path.join(PROJECT, 'deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const FILES = readdirSync(DEPLOY).filter((file) => file.startsWith('compose.'));
/** Laid over another file, so that what it leaves out is bounded there. */
const OVERLAY = 'compose.chromium.yaml';

interface ComposeService {
  readonly build?: { readonly dockerfile: string; readonly target?: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly deploy: { readonly resources: { readonly limits: object } };
  readonly secrets?: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period?: string;
}
const servicesOf = (file: string) =>
  (parse(read(file), { merge: true }) as { services: Readonly<Record<string, ComposeService>> }).services;

test('dclint has no warning', () => {
  const program = path.join(PROJECT, 'node_modules/dclint/bin/dclint.cjs');
  const files = FILES.map((file) => path.join(DEPLOY, file));
  const run = spawnSync(process.execPath, [program, '--max-warnings', '0', ...files], { encoding: 'utf8' });
  expect(run.stdout + run.stderr).not.toMatch(/error|warning/);
  expect(run.status).toBe(0);
});

describe.each(FILES.filter((file) => file !== OVERLAY))('%s', (file) => {
  const services = servicesOf(file);

  test('bounds every service and leaves it no rights', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(Object.keys(service.deploy.resources.limits).sort(), name).toEqual(['cpus', 'memory', 'pids']);
      expect([service.read_only, service.cap_drop, service.security_opt], name).toEqual([
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
    }
  });

  test('sets only known settings, and waits for a drain', async () => {
    const { environment = {}, stop_grace_period } = services.pagemark!;
    expect(settingFaults(environment)).toEqual([]);
    const { DRAIN_MS } = await import('../../src/http/drain.ts');
    expect(Number.parseInt(stop_grace_period!, 10) * 1000).toBeGreaterThan(DRAIN_MS);
  });

  test('reads further settings of a file that need not be there and is never committed', () => {
    for (const [name, { build, env_file: files }] of Object.entries(services))
      if (build !== undefined) expect(files, name).toEqual([{ path: 'settings.env', required: false }]);
    expect(readFileSync(path.join(PROJECT, '.gitignore'), 'utf8')).toContain('\n/deploy/settings.env\n');
  });

  test('says how the first key is made', () => {
    expect(read(file)).toContain(`-f deploy/${file} exec pagemark node dist/cli/main.js keys create`);
  });
});

describe.each(['compose.scaled.yaml', 'compose.balanced.yaml'])('secrets of %s', (file) => {
  const { services, secrets } = parse(read(file), { merge: true }) as {
    services: Readonly<Record<string, ComposeService>>;
    secrets: Readonly<Record<string, { file: string }>>;
  };
  const { dir, remove } = temporaryFolder();
  afterAll(remove);

  test('are files, each given to the services that read it', () => {
    const { environment = {}, secrets: given = [] } = services.pagemark!;
    expect([...secretFiles(environment).values()]).toEqual(given.map((name) => `/run/secrets/${name}`));
    expect(services.postgres!.environment!.POSTGRES_PASSWORD_FILE).toBe(
      `/run/secrets/${services.postgres!.secrets![0]}`,
    );
  });

  test('are made by the command in its head', () => {
    mkdirSync(path.join(dir, 'deploy'));
    const command = /^# {3}(mkdir .*)$/m.exec(read(file))![1]!;
    const run = spawnSync('sh', ['-ec', command], { cwd: dir, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    const textOf = (name: string) =>
      readFileSync(path.join(dir, 'deploy', secrets[name]!.file), 'utf8').trim();
    const texts = Object.keys(secrets).map(textOf);
    expect(new Set(texts).size).toBe(5);
    const { POSTGRES_USER, POSTGRES_DB } = services.postgres!.environment!;
    expect(textOf('database-url')).toBe(
      `postgres://${POSTGRES_USER}:${textOf('postgres-password')}@postgres:5432/${POSTGRES_DB}`,
    );
    expect(textOf('redis-url')).toBe(`redis://:${textOf('redis-password')}@redis:6379`);
  });

  test.skipIf(REDIS === null)('Redis wants its password, and its health check gives it', async () => {
    const { command = [], healthcheck, secrets: given } = services.redis!;
    expect(given).toEqual(['redis-password']);
    const folder = temporaryFolder();
    writeFileSync(path.join(folder.dir, 'redis-password'), 'of the test\n'.replaceAll(' ', '-'));
    const port = await freePort();
    /** As Compose gives it to the container, with its secrets elsewhere. */
    const inContainer = (text: string) =>
      text
        .replaceAll('$$', '$')
        .replaceAll('/run/secrets', folder.dir)
        .replace('redis-cli', `redis-cli -p ${port}`);
    const [program, ...args] = command.map(inContainer);
    const server = spawn(
      program!,
      [...args, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder.dir],
      {
        stdio: 'ignore',
      },
    );
    const [, check = ''] = healthcheck!.test;
    const ask = (line: string) => spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    try {
      await expect.poll(() => ask(inContainer(check)).status).toBe(0);
      expect(ask(`redis-cli -p ${port} ping`).stdout).toContain('NOAUTH');
      expect(ask(`REDISCLI_AUTH=of-the-test redis-cli -p ${port} config get appendfsync`).stdout).toContain(
        'always',
      );
      expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain('of-the-test');
    } finally {
      server.kill();
      await once(server, 'close');
      folder.remove();
    }
  });
});

test('compose.balanced.yaml runs two processes alike, that serve on until the balancer has seen them leave', () => {
  const { pagemark, 'pagemark-2': second, balancer } = servicesOf('compose.balanced.yaml');
  expect(second).toEqual(pagemark);
  const config = read('haproxy/haproxy.cfg');
  const [, interval, failures] = /check inter (\d+)s fall (\d+)/.exec(config)!;
  const delayMs = Number(pagemark!.environment!.PAGEMARK_DRAIN_DELAY_MS);
  expect(delayMs).toBeGreaterThan(Number(interval) * Number(failures) * 1000);
  for (const name of Object.keys(balancer!.environment!)) expect(config).toContain(`\${${name}}`);
});

test('compose.yaml is one container', () => {
  expect(Object.keys(servicesOf('compose.yaml'))).toEqual(['pagemark']);
});

test('compose.scaled.yaml runs Redis as the windows need it', () => {
  expect(servicesOf('compose.scaled.yaml').redis!.command).toEqual(
    expect.arrayContaining(['--appendonly', 'yes', '--appendfsync', 'always', 'noeviction', '--maxmemory']),
  );
});

test('compose.chromium.yaml takes the image with Chromium, under the filter that lets its sandbox work', () => {
  const { build, security_opt } = servicesOf(OVERLAY).pagemark!;
  expect(read('Dockerfile')).toMatch(new RegExp(`^FROM \\S+ AS ${build!.target}$`, 'm'));
  const profile = security_opt.find((option) => option.startsWith('seccomp:'))!.replace('seccomp:', '');
  const { syscalls } = JSON.parse(read(profile)) as {
    syscalls: { names: readonly string[]; action: string }[];
  };
  const refused = syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ERRNO' ? names : []));
  // What the sandbox calls: `content/zygote` and `sandbox/linux/services/credentials.cc` of Chromium.
  for (const needed of ['clone', 'unshare', 'setns', 'chroot']) expect(refused).not.toContain(needed);
  // What a namespace would open of the kernel beside it.
  for (const kernel of ['mount', 'bpf', 'perf_event_open', 'userfaultfd', 'keyctl', 'io_uring_setup'])
    expect(refused).toContain(kernel);
});
