import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { POOL_MAX } from '../storage/postgres/guarded-pool.ts';
import { TIMEOUT_MS } from '../storage/store-breaker.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './problems.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.table.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.problems;
    throw thrown;
  }
  return [];
}

describe('loadConfig', () => {
  test('gives the documented defaults on an empty environment', () => {
    const config = loadConfig({ PORT: '', UNRELATED: 'x' });
    expect(config).toMatchObject({
      production: false,
      logLevel: 'info',
      server: {
        host: '127.0.0.1',
        port: 8787,
        baseUrl: null,
        corsOrigins: [],
        trustProxy: false,
        maxBodyBytes: 4_194_304,
      },
      conversion: { queueMax: 256, timeoutMs: 30_000 },
      fetching: {
        timeoutMs: 15_000,
        maxResponseBytes: 10_485_760,
        ports: [80, 443, 8080, 8443],
        dnsServers: [],
        allow: [],
        robots: false,
      },
      snapshots: { ttlMs: 3_600_000, maxBytes: 536_870_912 },
      results: { maxBytes: 67_108_864 },
      browser: { mode: 'auto' },
      ai: { provider: 'extractive', timeoutMs: 45_000 },
      storage: { kind: 'sqlite', file: path.resolve('data/pagemark.db') },
      stores: { poolMax: POOL_MAX, timeoutMs: TIMEOUT_MS },
      dataDir: path.resolve('data'),
      plans: {},
      warnings: [],
    });
    expect(config.conversion.workers).toBeGreaterThan(0);
    expect(Object.values(config.secrets)).toEqual([null, null, null, null, null, null]);
  });

  test('reads every section', () => {
    const config = loadConfig({
      NODE_ENV: 'production',
      HOST: '::',
      PORT: '0',
      PAGEMARK_DATABASE_URL: 'postgres://u:hidden@db.example.org:5432/pagemark',
      PAGEMARK_REDIS_URL: 'redis://:hidden@cache.example.org',
      PAGEMARK_FETCH_ALLOW: '127.0.0.1:3000, [::1]:8080, Docs.Lan.:80, 10.0.0.0/8, fd00::/8',
      PAGEMARK_FETCH_PORTS: '80,8000',
      PAGEMARK_DNS_SERVERS: '9.9.9.9,127.0.0.1:5353,2620:fe::fe,[::1]:54',
      PAGEMARK_EGRESS_PROXY: 'http://u:hidden@proxy.example.org:3128',
      PAGEMARK_ROBOTS: 'on',
      PAGEMARK_BROWSER: process.execPath,
      PAGEMARK_AI_PROVIDER: 'openai-compatible',
      PAGEMARK_AI_BASE_URL: 'http://127.0.0.1:11434/v1/',
      PAGEMARK_AI_MODEL: 'small',
      PAGEMARK_AI_API_KEY: 'hidden',
      PAGEMARK_PLANS: '{"team":{"perMinute":100,"perHour":1000}}',
      PAGEMARK_BASE_URL: 'https://pagemark.example.org/',
      PAGEMARK_CORS_ORIGINS: 'https://a.example.org,http://localhost:3000',
      PAGEMARK_TRUST_PROXY: 'loopback,10.0.0.0/8',
      PAGEMARK_METRICS_TOKEN: 'hidden',
      PAGEMARK_DATA_DIR: '/var/lib/pagemark',
    });
    expect(config.fetching.allow).toEqual([
      { kind: 'address', address: '127.0.0.1', port: 3000 },
      { kind: 'address', address: '::1', port: 8080 },
      { kind: 'name', name: 'docs.lan', port: 80 },
      { kind: 'cidr', address: '10.0.0.0', prefix: 8, family: 4 },
      { kind: 'cidr', address: 'fd00::', prefix: 8, family: 6 },
    ]);
    expect(config.fetching.dnsServers).toEqual([
      '9.9.9.9:53',
      '127.0.0.1:5353',
      '[2620:fe::fe]:53',
      '[::1]:54',
    ]);
    expect(config.fetching.userAgent).toMatch(/^pagemark\/\S+ \(\+https:\/\/pagemark\.example\.org\)$/);
    expect(config.ai.baseUrl).toBe('http://127.0.0.1:11434/v1');
    expect(config.server).toMatchObject({
      trustProxy: ['loopback', '10.0.0.0/8'],
      corsOrigins: ['https://a.example.org', 'http://localhost:3000'],
    });
    expect(config.storage).toEqual({ kind: 'postgres' });
    expect(config.browser).toEqual({ mode: 'path', executablePath: process.execPath });
    expect(config.plans).toEqual({ team: { perMinute: 100, perHour: 1000 } });
    expect(config.secrets.postgresUrl?.reveal()).toContain('hidden');
    expect(
      inspect(config, { depth: 9 }) + JSON.stringify(config) + String(config.secrets.aiApiKey),
    ).not.toContain('hidden');
  });

  test.each([
    ['file:./a/b.db', path.resolve('a/b.db')],
    ['file:/tmp/b.db', '/tmp/b.db'],
    ['file:///tmp/b%20c.db', '/tmp/b c.db'],
  ])('reads the database address %s', (url, file) => {
    expect(loadConfig({ PAGEMARK_DATABASE_URL: url })).toMatchObject({
      storage: { kind: 'sqlite', file },
      dataDir: path.dirname(file),
    });
  });

  test('lists all problems at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      PAGEMARK_WORKERS: '2.5',
      PAGEMARK_DATABASE_URL: 'postgres://u:hidden@h/d',
      PAGEMARK_BASE_URL: 'ftp://x',
      PAGEMARK_LOG_LEVEL: 'loud',
      PAGEMARK_PLANS: '{"free":{"perMinute":1,"perHour":1},"team":{"perMinute":0,"perHour":1}}',
      PAGEMARK_AI_PROVIDER: 'openai',
    });
    expect(problems).toHaveLength(9);
    expect(problems.join('\n')).not.toContain('hidden');
    expect(problems).toContain('Set PORT to a whole number from 0 to 65535; it is "70000".');
    expect(problems).toContain(
      'Correct the plan "team" in PAGEMARK_PLANS: perMinute is 0; wanted is a whole number from 1 to 1000000.',
    );
  });

  test('a wrong number leads to no further problem', () => {
    const problems = problemsOf({ PAGEMARK_TIMEOUT_MS: '60s', PAGEMARK_FETCH_TIMEOUT_MS: '20000' });
    expect(problems).toEqual(['Set PAGEMARK_TIMEOUT_MS to a whole number from 100 to 600000; it is "60s".']);
  });

  test.each(['PAGEMARK_AI_BASE_URL', 'PAGEMARK_BASE_URL'])(
    'refuses a password in %s, which no message shows',
    (name) => {
      for (const value of [
        'http://u:hidden@h/v1',
        'http://u:hidden@h/v1#part',
        'http://u:hidden@h:99999/v1',
        'http://h/v1?key=hidden',
        'http://h:99999/v1?key=hidden',
        'h/v1#hidden',
      ]) {
        const problems = problemsOf({ [name]: value });
        expect(problems).toHaveLength(1);
        expect(problems[0]).toContain(name);
        expect(problems[0]).not.toContain('hidden');
      }
    },
  );

  test.each(['https://a.example/x/?', 'https://a.example/x/#'])(
    'puts no empty query or fragment of %s before paths',
    (given) => {
      expect(loadConfig({ PAGEMARK_BASE_URL: given }).server.baseUrl).toBe('https://a.example/x');
    },
  );

  test.each(['file:///tmp/a%2Fb.db', 'file:///tmp/a%b.db', 'file:///', 'file:///tmp/', 'file:./a?b.db'])(
    'refuses the file %s beside other problems',
    (PAGEMARK_DATABASE_URL) => {
      const problems = problemsOf({ PAGEMARK_DATABASE_URL, PORT: 'x' });
      expect(problems).toHaveLength(2);
      expect(problems[0]).toContain('no "?" or "#" in it, no "/" at its end');
    },
  );

  test('lists every wrong part of a plan', () => {
    const plan = { perMinute: 0, perHour: -1, perDay: 1 };
    expect(problemsOf({ PAGEMARK_PLANS: JSON.stringify({ Team: plan }) })).toEqual(
      [
        'a name is a lower-case letter, then up to 31 letters, digits or hyphens',
        'perMinute is 0; wanted is a whole number from 1 to 1000000',
        'perHour is -1; wanted is a whole number from 1 to 10000000',
        'unknown field "perDay"; wanted are perMinute and perHour',
      ].map((fault) => `Correct the plan "Team" in PAGEMARK_PLANS: ${fault}.`),
    );
  });

  test.each([
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['HOST', 'no host'],
    ['PAGEMARK_DATABASE_URL', 'mysql://h/d'],
    ['PAGEMARK_DATABASE_URL', 'file:'],
    ['PAGEMARK_DATABASE_URL', 'file://host/x.db'],
    ['PAGEMARK_REDIS_URL', 'http://h'],
    ['PAGEMARK_QUEUE_MAX', '0'],
    ['PAGEMARK_TIMEOUT_MS', '1e3'],
    ['PAGEMARK_FETCH_TIMEOUT_MS', '31000'],
    ['PAGEMARK_FETCH_ALLOW', 'foo'],
    ['PAGEMARK_FETCH_ALLOW', '127.0.0.1'],
    ['PAGEMARK_FETCH_ALLOW', '127.0.1:80'],
    ['PAGEMARK_FETCH_ALLOW', '10.0.0.0/33'],
    ['PAGEMARK_FETCH_ALLOW', '169.254.169.254:80'],
    ['PAGEMARK_FETCH_ALLOW', '[fe80::1]:80'],
    ['PAGEMARK_FETCH_ALLOW', '169.254.0.0/16'],
    ['PAGEMARK_FETCH_PORTS', '80,0'],
    ['PAGEMARK_DNS_SERVERS', 'dns.example.org'],
    ['PAGEMARK_EGRESS_PROXY', 'socks5://h:1'],
    ['PAGEMARK_USER_AGENT', 'a\nb'],
    ['PAGEMARK_ROBOTS', 'yes'],
    ['PAGEMARK_BROWSER', 'firefox'],
    ['PAGEMARK_BROWSER', '/nowhere/chromium'],
    ['PAGEMARK_AI_PROVIDER', 'other'],
    ['PAGEMARK_AI_PROVIDER', 'openai-compatible'],
    ['PAGEMARK_AI_BASE_URL', 'localhost:1'],
    ['PAGEMARK_PLANS', '[]'],
    ['PAGEMARK_PLANS', '{"Team":{"perMinute":1,"perHour":1}}'],
    ['PAGEMARK_PLANS', '{"team":{"perMinute":1,"perHour":1,"perDay":1}}'],
    ['PAGEMARK_PLANS', '{"team":5}'],
    ['PAGEMARK_PLANS', '{'],
    ['PAGEMARK_BASE_URL', 'https://u:p@h'],
    ['PAGEMARK_CORS_ORIGINS', 'https://a.example.org/path'],
    ['PAGEMARK_CORS_ORIGINS', '*,https://a.example.org'],
    ['PAGEMARK_TRUST_PROXY', '0'],
    ['PAGEMARK_TRUST_PROXY', 'yes'],
    ['PAGEMARK_TRUST_PROXY', '10.0.0.0/40'],
    ['PAGEMARK_METRICS_TOKEN', 'two words'],
    ['PAGEMARK_LOG_LEVEL', 'INFO'],
  ])('refuses %s=%s in a message that names the variable', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join()).toMatch(/PORT|HOST|PAGEMARK_/);
  });

  describe('secrets in files', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-secrets-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const fileOf = (name: string, text: string) => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    };
    const names = SETTINGS.filter((setting: Setting) => setting.secret).map(({ name }) => name);
    const VALUES: Partial<Record<SettingName, string>> = {
      PAGEMARK_DATABASE_URL: 'postgres://u:hidden@db.example.org/d',
      PAGEMARK_REDIS_URL: 'redis://:hidden@cache.example.org',
      PAGEMARK_EGRESS_PROXY: 'http://u:hidden@proxy.example.org:3128/',
    };

    test('every secret setting has one, without the newline at its end', () => {
      const values = Object.fromEntries(names.map((name) => [name, VALUES[name] ?? `hidden-${name}`]));
      const files = names.map((name) => [`${name}_FILE`, fileOf(name, `${values[name]}\n`)]);
      const config = loadConfig(Object.fromEntries(files));
      expect(config.warnings).toEqual([]);
      expect(Object.values(config.secrets).map((secret) => secret?.reveal())).toEqual(
        expect.arrayContaining(Object.values(values)),
      );
      expect(config).toEqual(loadConfig(values));
    });

    test.each(names)('%s and its file at once are refused', (name) => {
      const value = VALUES[name] ?? 'hidden';
      const problems = problemsOf({ [name]: value, [`${name}_FILE`]: fileOf('same', value) });
      expect(problems).toContain(`Unset ${name} or ${name}_FILE; both are set.`);
    });

    test('a file that is missing, a folder or empty is told with its setting and the error of the system', () => {
      const problems = problemsOf({
        PAGEMARK_REDIS_URL_FILE: '/nowhere/redis',
        PAGEMARK_AI_API_KEY_FILE: folder,
        PAGEMARK_METRICS_TOKEN_FILE: fileOf('empty', '\n'),
      });
      expect(problems).toEqual([
        `Let this process read "/nowhere/redis", which PAGEMARK_REDIS_URL_FILE names: ENOENT: no such file or directory, open '/nowhere/redis'.`,
        `Let this process read "${folder}", which PAGEMARK_AI_API_KEY_FILE names: EISDIR: illegal operation on a directory, read.`,
        `Write the value of PAGEMARK_METRICS_TOKEN into "${folder}/empty", which PAGEMARK_METRICS_TOKEN_FILE names; it is empty.`,
      ]);
    });
  });

  test('warns of every variable that is no setting, but for what orchestrators and clients set', () => {
    const { warnings } = loadConfig({
      PAGEMARK_QUEUE_MAXX: '1',
      PAGEMARK_BROWSER_EXECUTABLE: 'chromium',
      PAGEMARK_SERVICE_HOST: '10.0.0.1',
      PAGEMARK_REDIS_SERVICE_PORT_TCP: '6379',
      PAGEMARK_PORT: 'tcp://10.0.0.1:8787',
      PAGEMARK_PORT_8787_TCP_ADDR: '10.0.0.1',
      PAGEMARK_KEY: 'pmk_mine',
    });
    expect(warnings).toEqual([
      'Unset PAGEMARK_BROWSER_EXECUTABLE: there is no such setting, and it is not read. The nearest is PAGEMARK_BROWSER.',
      'Rename PAGEMARK_QUEUE_MAXX to PAGEMARK_QUEUE_MAX if that is meant; PAGEMARK_QUEUE_MAXX is not read.',
    ]);
  });

  test('doors: all unless told otherwise, off, or those of a list', () => {
    const doorsOf = (value: string) => loadConfig({ PAGEMARK_DOORS: value }).server.doors;
    expect(doorsOf('')).toEqual(['firecrawl', 'jina', 'openwebui']);
    expect(doorsOf('off')).toEqual([]);
    expect(doorsOf('jina, openwebui')).toEqual(['jina', 'openwebui']);
    expect(problemsOf({ PAGEMARK_DOORS: 'jina,gina' })).toEqual([
      'Set PAGEMARK_DOORS to all, off, or a comma list of firecrawl, jina, openwebui; it is "gina".',
    ]);
  });

  test('names them beside what is wrong, which they may be the cause of', () => {
    expect(() => loadConfig({ PORT: 'x', PAGEMARK_QUEUE_MAXX: '1' })).toThrow(
      /PORT[\s\S]*PAGEMARK_QUEUE_MAXX/,
    );
  });

  test('warns when it listens beyond loopback without a public address', () => {
    expect(loadConfig({ HOST: '0.0.0.0' }).warnings).toHaveLength(1);
    expect(loadConfig({ HOST: '0.0.0.0', PAGEMARK_BASE_URL: 'https://p.example.org' }).warnings).toEqual([]);
  });
});
