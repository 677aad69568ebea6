import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import { type HostileUpstream, startHostileUpstream } from '../hostile-upstream/hostile-upstream.ts';
import { type Canary, startCanaries } from '../support/canary.ts';
import {
  answerOf,
  rebinding,
  startDnsServer,
  type TestDnsServer,
  type ZoneEntry,
} from '../support/dns-server.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

let upstream: HostileUpstream;
let canaries: readonly Canary[];
let dns: TestDnsServer;
let fetcher: PageFetcher;
let port: number;

beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: 256 * 1024, host: 'site.example' });
  port = upstream.plain.port;
  canaries = await startCanaries([port, upstream.tls.port]);
});

beforeEach(async () => {
  dns = await startDnsServer({ 'site.example': ['127.0.0.1'] });
  fetcher = testFetcher({
    allow: [
      `127.0.0.1:${port}`,
      `127.0.0.1:${upstream.tls.port}`,
      `printer:${port}`,
      `wiki.corp:${port}`,
      `localhost:${port}`,
    ],
    dnsServers: [dns.server],
  });
});

afterEach(() => dns.close());
afterAll(async () => {
  expect(canaries.length).toBeGreaterThan(6);
  expect(
    canaries.map((canary) => [canary.address, canary.port, canary.hits()]).filter(([, , hits]) => hits !== 0),
  ).toEqual([]);
  await Promise.all([upstream.close(), ...canaries.map((canary) => canary.close())]);
});

/** The deadline where a name server that keeps silent is the point. */
const SILENT_MS = 5_000;

const fetchName = (name: string, path = '/length-two', timeoutMs?: number) =>
  outcomeOf(fetcher.fetch({ url: `http://${name}:${port}${path}`, ...(timeoutMs ? { timeoutMs } : {}) }));

/** Answers one family from `addresses` and does `other` with the other. */
const oneFamily =
  (
    type: 'A' | 'AAAA',
    addresses: readonly string[],
    other: ReturnType<Extract<ZoneEntry, (...args: never) => unknown>>,
  ): ZoneEntry =>
  (question) =>
    question.type === type ? answerOf(addresses, question) : other;

const chain =
  (targets: readonly string[], addresses: readonly string[]): ZoneEntry =>
  (question) => {
    const names = [question.name, ...targets];
    const last = names.at(-1) ?? '';
    const cnames = targets.map((data, at) => ({ type: 'CNAME' as const, name: names[at] ?? '', data }));
    const found = (answerOf(addresses, question).records ?? []).map((record) => ({ ...record, name: last }));
    return { records: [...cnames, ...found] };
  };

const ANSWERS: readonly (readonly [what: string, entry: ZoneEntry, expected: string])[] = [
  ['the allowed address', ['127.0.0.1'], 'page'],
  ['the allowed address twice', ['127.0.0.1', '127.0.0.1'], 'page'],
  ['another loopback address', ['127.0.0.2'], 'blocked_target'],
  ['the allowed and another loopback address', ['127.0.0.1', '127.0.0.2'], 'blocked_target'],
  ['another loopback and the allowed address', ['127.0.0.2', '127.0.0.1'], 'blocked_target'],
  ['the allowed and a private address', ['127.0.0.1', '10.0.0.1'], 'blocked_target'],
  ['the allowed address and IPv6 loopback', ['127.0.0.1', '::1'], 'blocked_target'],
  ['the allowed address and its mapped form', ['127.0.0.1', '::ffff:127.0.0.1'], 'blocked_target'],
  ['a mapped loopback address', ['::ffff:127.0.0.2'], 'blocked_target'],
  ['a mapped public address', ['::ffff:8.8.8.8'], 'blocked_target'],
  ['a 6to4 address', ['2002:7f00:1::1'], 'blocked_target'],
  ['a Teredo address', ['2001:0:1::1'], 'blocked_target'],
  ['a NAT64 loopback address', ['64:ff9b::7f00:2'], 'blocked_target'],
  ['a NAT64 metadata address', ['64:ff9b::a9fe:a9fe'], 'blocked_target'],
  ['a local-use NAT64 address', ['64:ff9b:1::808:808'], 'blocked_target'],
  ['the metadata address', ['169.254.169.254'], 'blocked_target'],
  ['a unique local address', ['fd00::1'], 'blocked_target'],
  ['a link-local address', ['fe80::1'], 'blocked_target'],
  ['the unspecified address', ['0.0.0.0'], 'blocked_target'],
  ['the unspecified IPv6 address', ['::'], 'blocked_target'],
  ['a public address on a port that is not open', ['8.8.8.8'], 'blocked_target'],
  ['sixteen allowed and a refused address', [...Array(30).fill('127.0.0.1'), '127.0.0.3'], 'blocked_target'],
  ['no address', [], 'upstream_unreachable'],
  ['NXDOMAIN', () => ({ code: 'NXDOMAIN' }), 'upstream_unreachable'],
  ['SERVFAIL', () => ({ code: 'SERVFAIL' }), 'upstream_unreachable'],
  ['REFUSED', () => ({ code: 'REFUSED' }), 'upstream_unreachable'],
  ['FORMERR', () => ({ code: 'FORMERR' }), 'upstream_unreachable'],
  ['nothing', () => ({ drop: true }), 'fetch_timeout'],
  ['too late', (question) => ({ ...answerOf(['127.0.0.1'], question), delayMs: 3_600 }), 'fetch_timeout'],
  ['a little late', (question) => ({ ...answerOf(['127.0.0.1'], question), delayMs: 300 }), 'page'],
  ['A, and SERVFAIL for AAAA', oneFamily('A', ['127.0.0.1'], { code: 'SERVFAIL' }), 'page'],
  ['A, and nothing for AAAA', oneFamily('A', ['127.0.0.1'], { drop: true }), 'page'],
  ['a refused A, and nothing for AAAA', oneFamily('A', ['127.0.0.2'], { drop: true }), 'blocked_target'],
  ['a refused AAAA, and NXDOMAIN for A', oneFamily('AAAA', ['::1'], { code: 'NXDOMAIN' }), 'blocked_target'],
  ['truncated over UDP', (question) => ({ ...answerOf(['127.0.0.1'], question), truncated: true }), 'page'],
  [
    'truncated over UDP and refused over TCP',
    (question) => ({ ...answerOf(['127.0.0.2'], question), truncated: true }),
    'blocked_target',
  ],
  ['an alias of the allowed address', chain(['a.cdn.example'], ['127.0.0.1']), 'page'],
  [
    'a chain of aliases to the allowed address',
    chain(['a.example', 'b.example', 'c.example', 'd.example'], ['127.0.0.1']),
    'page',
  ],
  ['an alias of a refused address', chain(['a.cdn.example'], ['127.0.0.2']), 'blocked_target'],
  ['an alias of localhost', chain(['localhost'], ['127.0.0.2']), 'blocked_target'],
  ['an alias of nothing', chain(['a.cdn.example'], []), 'upstream_unreachable'],
];

describe('a name that answers with', () => {
  test.each(ANSWERS)('%s', async (_what, entry, expected) => {
    dns.set('name.example', entry);
    const requests = upstream.requests.length;
    const { outcome } = await fetchName('name.example', '/length-two', SILENT_MS);
    expect(outcome).toBe(expected);
    expect(upstream.requests.length - requests).toBe(expected === 'page' ? 1 : 0);
  });
});

describe('names', () => {
  test.each([
    'localhost.',
    'a.localhost',
    'ip6-loopback',
    'x.internal',
    'x.local',
    'router',
    'metadata.google.internal',
    'x.svc',
    'x.onion',
    'x.test',
  ])('ask no name server about %s', async (name) => {
    expect((await outcomeOf(fetcher.fetch({ url: `http://${name}/` }))).outcome).toBe('blocked_target');
    expect(dns.questions).toEqual([]);
  });

  test('are asked for once per hop, one question for each family', async () => {
    expect((await fetchName('site.example')).outcome).toBe('page');
    expect(dns.questions.map(({ name, type }) => `${type} ${name}`).sort()).toEqual([
      'A site.example',
      'AAAA site.example',
    ]);
  });

  test('are asked for without their trailing dots and without a search list', async () => {
    expect((await fetchName('site.example.')).outcome).toBe('page');
    expect((await fetchName('nosuch.example')).outcome).toBe('upstream_unreachable');
    expect([...new Set(dns.questions.map(({ name }) => name))]).toEqual(['site.example', 'nosuch.example']);
  });

  test('are kept in Host, and dialled at the checked address', async () => {
    await fetchName('SITE.example');
    expect(upstream.requests.at(-1)).toContain(`\r\nhost: site.example:${port}`);
  });

  test('that rebind reach only the address that was checked', async () => {
    dns.set('rebind.example', rebinding(['127.0.0.1'], ['127.0.0.2']));
    const first = await fetchName('rebind.example');
    expect(first.outcome).toBe('page');
    expect(dns.questions).toHaveLength(2);
    expect((await fetchName('rebind.example')).outcome).toBe('blocked_target');
  });

  test('that rebind between two hops are judged again', async () => {
    dns.set('rebind.example', rebinding(['127.0.0.1'], ['127.0.0.2']));
    expect((await fetchName('rebind.example', '/redirect-301')).outcome).toBe('blocked_target');
  });

  test('are judged at the redirect too', async () => {
    dns.set('site.example', ['127.0.0.1']);
    expect((await fetchName('site.example', '/redirect-to-tls')).outcome).toBe('page');
    dns.set('site.example', rebinding(['127.0.0.1'], ['127.0.0.3']));
    expect((await fetchName('site.example', '/redirect-to-tls')).outcome).toBe('blocked_target');
  });

  test('that a name:port entry opens may be private in every respect', async () => {
    for (const name of ['printer', 'wiki.corp', 'localhost']) {
      dns.set(name, ['127.0.0.1']);
      expect([name, (await fetchName(name)).outcome]).toEqual([name, 'page']);
    }
    dns.set('wiki.corp', ['169.254.169.254']);
    expect((await fetchName('wiki.corp')).outcome).toBe('blocked_target');
  });

  test('are asked for no longer than the deadline of the fetch', async () => {
    dns.set('name.example', () => ({ drop: true }));
    const { outcome, ms } = await outcomeOf(
      fetcher.fetch({ url: `http://name.example:${port}/`, timeoutMs: 200 }),
    );
    expect(outcome).toBe('fetch_timeout');
    expect(ms).toBeLessThan(onThisMachine(400));
  });

  test('are left at once when the caller leaves', async () => {
    dns.set('name.example', () => ({ drop: true }));
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 50);
    const { ms } = await outcomeOf(
      fetcher.fetch({ url: `http://name.example:${port}/`, signal: caller.signal }),
    );
    expect(ms).toBeLessThan(onThisMachine(200));
  });
});

test('a fetched page is the one of the upstream', async () => {
  expect(textOf((await fetchName('site.example')).page)).toBe('ok');
});
