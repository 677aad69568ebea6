import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fail } from '../../contract/failure.ts';
import { openMemorySnapshots } from '../../storage/memory-snapshots.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import { readBytes } from '../page-task.ts';
import type { LoadedPage, PageRequest } from '../ports.ts';
import { CLAIM_MS, takeLead } from './fetch-lead.ts';
import { snapshotSource } from './snapshot-source.ts';

const PATIENCE_MS = 5000;
const never = () => new AbortController().signal;

test('takeLead gives the lead to one, and to the next when it ended', async () => {
  const store = openMemorySnapshots({ maxBytes: 1e6 });
  const first = await takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS });
  let isLed = false;
  const second = takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS }).then((lead) => {
    isLed = true;
    return lead;
  });
  await sleep(50);
  expect(isLed).toBe(false);
  await first.end('free');
  await (await second).end('free');
});

test('takeLead throws the failure of whoever was followed', async () => {
  const store = openMemorySnapshots({ maxBytes: 1e6 });
  const first = await takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS });
  const followers = Array.from({ length: 5 }, () =>
    takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS }).catch((error) => error.failure),
  );
  await sleep(50);
  const failure = { reason: 'upstream_tls', message: 'no certificate' } as const;
  await first.end(failure);
  expect(await Promise.all(followers)).toEqual(Array.from({ length: 5 }, () => failure));
  // Who comes later waited for nobody, and leads.
  await (await takeLead(store, 'k', { signal: never(), patienceMs: 0 })).end('free');
});

test('takeLead lets all followers of a page that is not shared go on at once', async () => {
  const store = openMemorySnapshots({ maxBytes: 1e6 });
  const first = await takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS });
  const followers = Array.from({ length: 5 }, () =>
    takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS }),
  );
  await sleep(50);
  await first.end('unshared');
  // None of them ends its lead, so all of them together mean that none waits for another.
  await Promise.all(followers);
});

test('takeLead follows a dead leader for no longer than its claim, and nobody beyond its patience', async () => {
  const clock = { ms: Date.now() };
  const store = openMemorySnapshots({ maxBytes: 1e6, now: () => clock.ms });
  await store.claim('k', 'dead', CLAIM_MS, null);
  let isLed = false;
  const lead = takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS }).then((taken) => {
    isLed = true;
    return taken;
  });
  clock.ms += CLAIM_MS - 1;
  await sleep(250);
  expect(isLed).toBe(false);
  clock.ms += 1;
  await (await lead).end('free');
  await store.claim('k', 'endless', 60_000, null);
  const startedAt = performance.now();
  await takeLead(store, 'k', { signal: never(), patienceMs: 200 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
});

test('takeLead throws the reason of its signal, and keeps no claim by it', async () => {
  const store = openMemorySnapshots({ maxBytes: 1e6 });
  const first = await takeLead(store, 'k', { signal: never(), patienceMs: PATIENCE_MS });
  const gone = new AbortController();
  const second = takeLead(store, 'k', { signal: gone.signal, patienceMs: PATIENCE_MS });
  gone.abort(fail('draining', 'gone'));
  await expect(second).rejects.toMatchObject({ failure: { reason: 'draining' } });
  await first.end('free');
  expect((await store.claim('k', 'other', 1000, null)).state).toBe('mine');
});

/** Sources of several processes on one store and one upstream. */
function replicas(
  count: number,
  store: SnapshotStore,
  answer: (request: PageRequest) => Promise<LoadedPage>,
) {
  const requests: PageRequest[] = [];
  const sources = Array.from({ length: count }, () =>
    snapshotSource({
      store,
      ttlMs: 3_600_000,
      loadTimeoutMs: PATIENCE_MS,
      scope: 'test',
      allows: () => true,
      inner: {
        load(request) {
          requests.push(request);
          return answer(request);
        },
      },
    }),
  );
  const load = (replica: number, signal = never()) =>
    sources[replica]!.load({
      url: 'https://example.com/',
      view: 'source',
      waitForSelector: undefined,
      language: undefined,
      timeoutMs: PATIENCE_MS,
      signal,
      maxAgeS: undefined,
      keyId: `key_${replica}`,
    });
  return { requests, load };
}

const pageOf = (text: string, more: Partial<LoadedPage> = {}): LoadedPage => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'text/html',
  finalUrl: 'https://example.com/',
  status: 200,
  redirects: [],
  caching: {},
  ...more,
});

test('three processes with fifty callers each make one fetch', async () => {
  const { requests, load } = replicas(3, openMemorySnapshots({ maxBytes: 1e6 }), async () => {
    await sleep(100);
    return pageOf('the page');
  });
  const calls = Array.from({ length: 150 }, (_, i) => load(i % 3));
  const pages = await Promise.all(calls);
  const told = await Promise.all(pages.map(({ cacheStatus }) => cacheStatus?.(1000)));
  expect(requests).toHaveLength(1);
  const texts = await Promise.all(
    pages.map(async (page) => Buffer.from((await readBytes(page))!).toString()),
  );
  expect(new Set(texts)).toEqual(new Set(['the page']));
  expect(told.filter((status) => status?.includes('collapsed'))).toHaveLength(149);
});

test('a failure reaches the callers of all processes that waited for it', async () => {
  const { requests, load } = replicas(3, openMemorySnapshots({ maxBytes: 1e6 }), async () => {
    await sleep(150);
    throw fail('upstream_unreachable', 'no');
  });
  const ends = await Promise.all(
    Array.from({ length: 30 }, (_, i) => load(i % 3).catch((error) => error.failure.reason)),
  );
  expect(new Set(ends)).toEqual(new Set(['upstream_unreachable']));
  expect(requests).toHaveLength(1);
});

test('when the callers of the process that fetches go, another one fetches', async () => {
  let fetches = 0;
  const { requests, load } = replicas(2, openMemorySnapshots({ maxBytes: 1e6 }), async ({ signal }) => {
    if (fetches++ > 0) return pageOf('second');
    await sleep(PATIENCE_MS, undefined, { signal }).catch(() => undefined);
    throw signal.reason;
  });
  const gone = new AbortController();
  const first = load(0, gone.signal).catch((error) => error.failure.reason);
  await sleep(20);
  const second = load(1);
  await sleep(50);
  expect(requests).toHaveLength(1);
  gone.abort(fail('draining', 'gone'));
  expect(await first).toBe('draining');
  expect(Buffer.from((await second).bytes).toString()).toBe('second');
  expect(requests).toHaveLength(2);
});

test('a private page is fetched by each process for its own key', async () => {
  const { requests, load } = replicas(3, openMemorySnapshots({ maxBytes: 1e6 }), async ({ keyId }) => {
    await sleep(50);
    return pageOf(String(keyId), { caching: { cacheControl: 'private' } });
  });
  const pages = await Promise.all(Array.from({ length: 9 }, (_, i) => load(i % 3)));
  expect(pages.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(
    Array.from({ length: 9 }, (_, i) => `key_${i % 3}`),
  );
  expect(requests).toHaveLength(3);
});
