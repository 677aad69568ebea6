import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { onThisMachine } from '../../../tests/support/machine-speed.ts';
import { fail } from '../../contract/failure.ts';
import { openMemorySnapshots } from '../../storage/memory-snapshots.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import { pageVersion } from '../page-cursor.ts';
import { readBytes, takeBytes } from '../page-task.ts';
import type { LoadedPage, PageRequest } from '../ports.ts';
import {
  deferred,
  onAbort,
  reasonOf,
  requestOf,
  settle,
  setUp,
  TTL_MS,
  URL_A,
} from './snapshot-source.fixture.ts';
import { STALE_IF_ERROR_MS } from './snapshot-source.ts';

test('a page is fetched once within its time, and told by Age and Cache-Status', async () => {
  const { clock, requests, results, load } = setUp();
  expect(await load()).toMatchObject({
    text: 'version 1',
    ageS: 0,
    cacheStatus: 'pagemark; fwd=miss; fwd-status=200; stored; ttl=3600',
  });
  clock.ms += 600_500;
  expect(await load()).toMatchObject({
    text: 'version 1',
    contentType: 'text/html',
    finalUrl: URL_A,
    status: 200,
    redirects: [],
    ageS: 600,
    cacheStatus: 'pagemark; hit; ttl=3000',
  });
  expect(requests).toHaveLength(1);
  expect(results).toEqual(['miss', 'hit']);
});

test('the time to live ends when the age reaches it', async () => {
  const { clock, requests, load } = setUp();
  await load();
  clock.ms += TTL_MS - 1;
  expect((await load()).cacheStatus).toBe('pagemark; hit; ttl=1');
  clock.ms += 1;
  expect(await load()).toMatchObject({
    text: 'version 2',
    ageS: 0,
    cacheStatus: 'pagemark; fwd=stale; fwd-status=200; stored; ttl=3600',
  });
  expect(requests).toHaveLength(2);
});

test('a page from ahead of the clock, which was set back, is not served for ever', async () => {
  const { clock, requests, load } = setUp();
  await load();
  clock.ms -= 59_000;
  await load();
  expect(requests).toHaveLength(1);
  clock.ms -= 2000;
  await load();
  expect(requests).toHaveLength(2);
});

test('max-age takes an age that equals it, no-cache takes nothing that is kept', async () => {
  const { clock, requests, load } = setUp();
  await load();
  clock.ms += 60_000;
  expect((await load({ maxAgeS: 60 })).text).toBe('version 1');
  clock.ms += 1;
  expect(await load({ maxAgeS: 60 })).toMatchObject({
    text: 'version 2',
    cacheStatus: 'pagemark; fwd=request; fwd-status=200; stored; ttl=3600',
  });
  expect((await load({ maxAgeS: 0 })).text).toBe('version 3');
  expect((await load()).text).toBe('version 3');
  expect(requests).toHaveLength(3);
});

test('only-if-cached takes what is kept and fresh enough, and fetches nothing', async () => {
  const { clock, requests, load } = setUp();
  const onlyIfCached = true;
  expect(await reasonOf(load({ onlyIfCached }))).toBe('not_cached');
  await load();
  expect((await load({ onlyIfCached })).text).toBe('version 1');
  clock.ms += 60_001;
  expect(await reasonOf(load({ onlyIfCached, maxAgeS: 60 }))).toBe('not_cached');
  expect(await reasonOf(load({ onlyIfCached, maxAgeS: 0, noStore: true }))).toBe('not_cached');
  clock.ms += TTL_MS;
  expect(await reasonOf(load({ onlyIfCached }))).toBe('not_cached');
  expect(requests).toHaveLength(1);
});

describe('a version that somebody reads on in', () => {
  const read = { version: pageVersion(createHash('sha256').update('version 1').digest('hex')) };

  test('stays when another caller asks for a newer one, until its time is over', async () => {
    const { clock, load } = setUp();
    await load();
    expect((await load({ maxAgeS: 0, keyId: 'key_two' })).text).toBe('version 2');
    expect((await load()).text).toBe('version 2');
    expect(await load(read)).toMatchObject({ text: 'version 1', cacheStatus: 'pagemark; hit; ttl=3600' });
    expect((await load({ ...read, keyId: 'key_three' })).text).toBe('version 1');
    expect((await load({ ...read, maxAgeS: 0 })).text).toBe('version 3');
    clock.ms += TTL_MS;
    expect((await load(read)).text).toBe('version 4');
  });

  test('stays when the newer one is gone or no page', async () => {
    const { load, upstream } = setUp();
    await load();
    upstream.answer = () => ({ status: 404 });
    await load({ maxAgeS: 0 });
    expect((await load(read)).text).toBe('version 1');
    expect((await load()).text).toBe('version 3');
  });

  test('is not shown to others when the page has become private', async () => {
    const { load, upstream } = setUp();
    await load();
    upstream.answer = () => ({ caching: { cacheControl: 'private' } });
    await load({ maxAgeS: 0, keyId: 'key_two' });
    expect((await load({ ...read, keyId: 'key_three' })).text).not.toBe('version 1');
  });

  test('stays with the key that it is private to', async () => {
    const { load, upstream } = setUp();
    upstream.answer = () => ({ caching: { cacheControl: 'private' } });
    await load();
    await load({ maxAgeS: 0 });
    expect((await load(read)).text).toBe('version 1');
    expect((await load({ ...read, keyId: 'key_two' })).text).not.toBe('version 1');
  });
});

test('no-store keeps and shares nothing', async () => {
  const { load } = setUp();
  expect(await load({ maxAgeS: 0, noStore: true })).toMatchObject({
    text: 'version 1',
    cacheStatus: 'pagemark; fwd=request',
  });
  expect((await load()).text).toBe('version 2');
});

test('keys: fragment and form of the address do not matter, everything that shapes the fetch does', async () => {
  const { requests, load } = setUp();
  await load();
  await load({ url: 'HTTPS://EXAMPLE.com:443/b/../a?x=1#part' });
  expect(requests).toHaveLength(1);
  // What is waited for shapes only a rendered page.
  await load({ waitForSelector: 'main' });
  expect(requests).toHaveLength(1);
  const others: Partial<PageRequest>[] = [
    { url: 'https://example.com/a?x=2' },
    { url: 'http://example.com/a?x=1' },
    { url: 'https://example.com/a?x=1&utm_source=y' },
    { language: 'de' },
    { view: 'rendered' },
    { view: 'rendered', waitForSelector: 'main' },
  ];
  for (const other of others) await load(other);
  expect(requests).toHaveLength(1 + others.length);
});

/** The bytes that a worker gets of a page. */
async function taken(page: Pick<LoadedPage, 'bytes' | 'read' | 'isShared'>): Promise<ArrayBuffer> {
  return takeBytes((await readBytes(page))!, page).buffer;
}

test('what is kept is not the buffer that a worker got', async () => {
  const { load } = setUp();
  const first = await load();
  structuredClone(0, { transfer: [await taken(first)] });
  const second = await load();
  expect(second.text).toBe('version 1');
  structuredClone(0, { transfer: [await taken(second)] });
  expect((await load()).text).toBe('version 1');
});

test('a page that ran out is asked for under its validators; 304 makes it fresh again', async () => {
  const { clock, requests, upstream, load } = setUp();
  upstream.answer = () => ({ caching: { etag: '"v1"', lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT' } });
  await load();
  expect(requests[0]!.validators).toBeUndefined();
  clock.ms += TTL_MS;
  upstream.answer = () => ({ bytes: new Uint8Array(0), status: 304, notModified: true, caching: {} });
  expect(await load()).toMatchObject({
    text: 'version 1',
    status: 200,
    ageS: 0,
    cacheStatus: 'pagemark; fwd=stale; fwd-status=304; stored; ttl=3600',
  });
  expect(requests[1]!.validators).toEqual({
    url: URL_A,
    etag: '"v1"',
    lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
  });
  clock.ms += TTL_MS - 1;
  expect((await load()).cacheStatus).toBe('pagemark; hit; ttl=1');
  // The validators outlive the 304, and a 200 replaces the page.
  clock.ms += 1;
  upstream.answer = () => ({});
  expect(await load()).toMatchObject({ text: 'version 3', status: 200 });
  expect(requests[2]!.validators).toMatchObject({ etag: '"v1"' });
});

test('a 304 that makes a page private takes it from the others', async () => {
  const { clock, requests, upstream, load } = setUp();
  upstream.answer = () => ({ caching: { etag: '"v1"' } });
  await load();
  clock.ms += TTL_MS;
  upstream.answer = () => ({ status: 304, notModified: true, caching: { cacheControl: 'private' } });
  expect((await load()).text).toBe('version 1');
  upstream.answer = () => ({});
  expect((await load({ keyId: 'key_two' })).text).toBe('version 3');
  expect(requests).toHaveLength(3);
});

test.each(['private', 'no-store', 'max-age=60, Private', 'private="set-cookie"', undefined])(
  'a page sent with Cache-Control %j is kept for the key that fetched it',
  async (cacheControl) => {
    const { requests, upstream, load } = setUp();
    upstream.answer = () => ({ caching: cacheControl === undefined ? undefined : { cacheControl } }) as never;
    expect((await load()).text).toBe('version 1');
    expect((await load({ keyId: 'key_two' })).text).toBe('version 2');
    expect((await load({ keyId: null })).text).toBe('version 3');
    expect((await load()).text).toBe('version 1');
    expect((await load({ keyId: 'key_two' })).cacheStatus).toBe('pagemark; hit; ttl=3600');
    expect((await load({ keyId: null })).text).toBe('version 3');
    expect(requests).toHaveLength(3);
  },
);

test('a page that becomes private is served to nobody else from what was public', async () => {
  const { upstream, load } = setUp();
  await load();
  upstream.answer = () => ({ caching: { cacheControl: 'private' } });
  expect((await load({ maxAgeS: 0 })).text).toBe('version 2');
  expect((await load({ keyId: 'key_two' })).text).toBe('version 3');
  upstream.answer = () => ({ caching: { cacheControl: 'public, x-private-y' } });
  expect((await load({ maxAgeS: 0, keyId: 'key_two' })).text).toBe('version 4');
  expect((await load({ keyId: 'key_three' })).text).toBe('version 4');
});

test('failures are not kept: error statuses, other successes, and thrown ones', async () => {
  const { requests, upstream, load } = setUp();
  for (const status of [500, 404, 403, 429, 202]) {
    upstream.answer = () => ({ status });
    expect(await load()).toMatchObject({ status, cacheStatus: `pagemark; fwd=miss; fwd-status=${status}` });
  }
  upstream.answer = () => Promise.reject(fail('upstream_tls', 'no'));
  expect(await reasonOf(load())).toBe('upstream_tls');
  upstream.answer = () => ({});
  expect((await load()).text).toBe(`version ${requests.length}`);
  expect(requests).toHaveLength(7);
});

test('forget makes the next request ask the site again', async () => {
  const { requests, load } = setUp();
  await (await load()).forget?.();
  await (await load()).forget?.();
  expect((await load()).text).toBe('version 3');
  expect(requests).toHaveLength(3);
});

test.each([
  ['503', () => ({ status: 503 }), 'fwd-status=503; '],
  ['429', () => ({ status: 429 }), 'fwd-status=429; '],
  ['no connection', () => Promise.reject(fail('upstream_unreachable', 'no')), ''],
  ['a timeout', () => Promise.reject(fail('fetch_timeout', 'no')), ''],
])('a page that ran out stands in for an upstream with %s, for a day', async (_, answer, status) => {
  const { clock, results, upstream, load } = setUp();
  await load();
  upstream.answer = answer;
  clock.ms += TTL_MS + STALE_IF_ERROR_MS;
  expect(await load()).toMatchObject({
    text: 'version 1',
    status: 200,
    ageS: 90_000,
    cacheStatus: `pagemark; fwd=stale; ${status}ttl=-86400; detail=stale-if-error`,
  });
  expect(results.at(-1)).toBe('stale_if_error');
  // Whoever asks for newer is told that there is none.
  const wantsNewer = load({ maxAgeS: 10 }).then(
    (page) => page.status,
    (error) => error.failure.reason,
  );
  expect(await wantsNewer).not.toBe(200);
  clock.ms += 1;
  const late = await load().then(
    (page) => page.status,
    (error) => error.failure.reason,
  );
  expect(late).not.toBe(200);
});

test.each([
  ['blocked_target', () => Promise.reject(fail('blocked_target', 'no'))],
  ['upstream_tls', () => Promise.reject(fail('upstream_tls', 'no'))],
  ['404', () => ({ status: 404 })],
  ['403', () => ({ status: 403 })],
])('a page that ran out does not hide %s', async (name, answer) => {
  const { clock, upstream, load } = setUp();
  await load();
  clock.ms += TTL_MS;
  upstream.answer = answer;
  const seen = await load().then(
    (page) => String(page.status),
    (error) => error.failure.reason,
  );
  expect(seen).toBe(name);
  // What is gone does not come back when the upstream fails after that.
  upstream.answer = () => ({ status: 500 });
  expect((await load()).status).toBe(name === '404' ? 500 : 200);
});

test('a slow upstream leaves a caller the time to serve what ran out', async () => {
  const { clock, upstream, load } = setUp();
  await load();
  clock.ms += TTL_MS;
  upstream.answer = ({ signal }) => new Promise((_, reject) => onAbort(signal, reject));
  const timeoutMs = onThisMachine(300);
  const startedAt = performance.now();
  expect(await load({ timeoutMs })).toMatchObject({ text: 'version 1' });
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs);
});

test('a URL that the policy now refuses is not served, nor one whose way leads over such', async () => {
  const { requests, upstream, policy, load } = setUp();
  upstream.answer = () => ({
    finalUrl: 'https://other.example/end',
    redirects: [
      { status: 301, url: URL_A },
      { status: 302, url: 'https://hop.example/' },
    ],
  });
  await load();
  await load();
  expect(requests).toHaveLength(1);
  for (const [at, refused] of ['hop.example', 'other.example', 'example.com/a'].entries()) {
    policy.allows = (url) => !url.includes(refused);
    await load();
    expect(requests).toHaveLength(2 + at);
    policy.allows = () => true;
  }
  // What was refused went to the fetcher, whose words and timing a refusal has.
  expect(requests.at(-1)).toMatchObject({ url: URL_A });
});

test('fifty callers at once make one fetch, wait with the same bytes, and each task gets its own', async () => {
  const { requests, results, upstream, load } = setUp();
  const gate = deferred();
  upstream.answer = () => gate.promise.then(() => ({}));
  const calls = Array.from({ length: 50 }, () => load());
  await settle();
  gate.resolve(undefined);
  const pages = await Promise.all(calls);
  expect(requests).toHaveLength(1);
  expect(new Set(pages.map(({ text }) => text))).toEqual(new Set(['version 1']));
  expect(new Set(pages.map(({ bytes }) => bytes.buffer)).size).toBe(1);
  expect(new Set(await Promise.all(pages.map(taken))).size).toBe(50);
  expect(pages.filter(({ cacheStatus }) => cacheStatus?.includes('collapsed'))).toHaveLength(49);
  expect(pages.filter(({ cacheStatus }) => cacheStatus?.includes('stored'))).toHaveLength(1);
  expect(results.filter((result) => result === 'collapsed')).toHaveLength(49);
});

test('callers of other keys do not get what turns out to be private, and fetch their own', async () => {
  const { requests, upstream, load } = setUp();
  upstream.answer = async () => {
    await settle();
    return { caching: { cacheControl: 'private' } };
  };
  const calls = ['one', 'one', 'two', 'two', 'three'].map((keyId) => load({ keyId }));
  const texts = (await Promise.all(calls)).map(({ text }) => text);
  expect(requests).toHaveLength(3);
  expect(texts[0]).toBe(texts[1]);
  expect(texts[2]).toBe(texts[3]);
  expect(new Set(texts).size).toBe(3);
  expect(requests.map(({ keyId }) => keyId).sort()).toEqual(['one', 'three', 'two']);
});

test('a failure is shared by those who waited for it, and the next one tries anew', async () => {
  const { requests, upstream, load } = setUp();
  upstream.answer = async () => {
    await settle();
    throw fail('upstream_unreachable', 'no');
  };
  const reasons = await Promise.all(Array.from({ length: 10 }, () => reasonOf(load())));
  expect(new Set(reasons)).toEqual(new Set(['upstream_unreachable']));
  expect(requests).toHaveLength(1);
  expect(await reasonOf(load())).toBe('upstream_unreachable');
  expect(requests).toHaveLength(2);
});

test('a caller that goes leaves the fetch to the others; with the last one it is cancelled', async () => {
  const { requests, upstream, load } = setUp();
  const aborted = vi.fn();
  upstream.answer = ({ signal }) =>
    new Promise((_, reject) => {
      onAbort(signal, (reason) => {
        aborted();
        reject(reason);
      });
    });
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [load({ signal: first.signal }), load({ signal: second.signal })];
  const ends = calls.map(reasonOf);
  await settle();
  first.abort(fail('draining', 'gone'));
  expect(await ends[0]).toBe('draining');
  await settle();
  expect(aborted).not.toHaveBeenCalled();
  second.abort(fail('draining', 'gone'));
  expect(await ends[1]).toBe('draining');
  expect(aborted).toHaveBeenCalledOnce();
  // Nobody joins what was cancelled.
  upstream.answer = () => ({});
  expect((await load()).text).toBe('version 2');
  expect(requests).toHaveLength(2);
});

test("one caller's deadline does not end the fetch of another", async () => {
  const { requests, upstream, load } = setUp();
  const gate = deferred();
  upstream.answer = () => gate.promise.then(() => ({}));
  const short = reasonOf(load({ timeoutMs: 50 }));
  const long = load({ timeoutMs: 5000 });
  expect(await short).toBe('fetch_timeout');
  gate.resolve(undefined);
  expect((await long).text).toBe('version 1');
  expect(requests).toHaveLength(1);
  // The load was not bound to the first caller's time.
  expect(requests[0]!.timeoutMs).toBe(5000);
});

test('a store that fails in every way is a miss, never an error', async () => {
  const broken = async () => {
    throw fail('store_unavailable', 'away');
  };
  const store = {
    find: broken,
    get: broken,
    put: broken,
    touch: broken,
    delete: broken,
    claim: broken,
    release: broken,
  };
  const { requests, results, load } = setUp({ store: { ...store, close: async () => undefined } });
  expect(await load()).toMatchObject({
    text: 'version 1',
    cacheStatus: 'pagemark; fwd=miss; fwd-status=200',
  });
  expect((await load()).text).toBe('version 2');
  expect(requests).toHaveLength(2);
  expect(results).toContain('store_fault');
});

/** A store whose next `put` waits for `release`. */
function slowStore() {
  const memory = openMemorySnapshots({ maxBytes: 1e6 });
  const gate = deferred();
  const put: SnapshotStore['put'] = async (...args) => {
    await gate.promise;
    return memory.put(...args);
  };
  return { store: { ...memory, get: memory.get.bind(memory), put }, release: () => gate.resolve(undefined) };
}

test('a page is given before it is stored, and told as stored when the store has said so', async () => {
  const { store, release } = slowStore();
  const { source } = setUp({ store });
  const page = await source.load(requestOf());
  setTimeout(release, 600);
  expect(await page.cacheStatus?.(5000)).toBe('pagemark; fwd=miss; fwd-status=200; stored; ttl=3600');
});

test('a page that is too large for the store is not told as stored', async () => {
  const { load } = setUp({ store: openMemorySnapshots({ maxBytes: 10 }) });
  expect((await load()).cacheStatus).toBe('pagemark; fwd=miss; fwd-status=200');
});

test('a page that turns out to be none is not kept, also when it is still being stored', async () => {
  const { store, release } = slowStore();
  const { requests, source } = setUp({ store });
  const forgotten = (await source.load(requestOf())).forget?.();
  setTimeout(release, 50);
  await forgotten;
  await settle();
  await source.load(requestOf());
  expect(requests).toHaveLength(2);
});

test('a store that hangs when a page is put does not hold the answer up', async () => {
  const memory = openMemorySnapshots({ maxBytes: 1e6 });
  const { load } = setUp({ store: { ...memory, put: () => new Promise(() => undefined) } });
  expect(await load()).toMatchObject({ cacheStatus: 'pagemark; fwd=miss; fwd-status=200' });
  // Until it is stored, the page is had from the one who fetched it.
  expect(await load()).toMatchObject({ text: 'version 1' });
});
