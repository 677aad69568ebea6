import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeptResult, ResultStore } from '../../src/storage/result-store.ts';
import { FAILURE_NOTE_MS, type Snapshot, type SnapshotStore } from '../../src/storage/snapshot-store.ts';

/** A result of so many bytes. */
export const result = (bytes: number, fill = 'x'): KeptResult => ({
  meta: '{"a":"😀"}',
  bytes: new TextEncoder().encode(fill.repeat(bytes)),
  untilMs: 1_700_000_000_000,
});

/** What every store of results must do; `open` gives an empty one on the clock. */
export function resultSuite(
  name: string,
  open: (maxBytes: number, clock: { ms: number }) => Promise<ResultStore>,
): void {
  describe(`${name} results`, () => {
    const clock = { ms: 0 };
    let store: ResultStore;
    beforeEach(async () => {
      clock.ms = 1_000_000;
      store = await open(100_000, clock);
    });
    afterEach(() => store.close());

    test('get returns what put stored last, byte for byte', async () => {
      const all = { ...result(0), bytes: Uint8Array.from({ length: 512 }, (_, i) => i & 255) };
      await store.put('k', result(3));
      await store.put('k', all);
      const found = await store.get('k');
      expect({ ...found, bytes: Uint8Array.from(found!.bytes) }).toEqual(all);
      expect(await store.get('other')).toBeNull();
    });

    test('put lets the least recently used result go when the bound is reached', async () => {
      for (let i = 0; i < 8; i++, clock.ms += 60_000) {
        await store.put(`k${i}`, result(20_000, String(i)));
        await store.get('k0');
      }
      const kept = [];
      for (let i = 0; i < 8; i++) if (await store.get(`k${i}`)) kept.push(i);
      expect(kept).toEqual([0, 5, 6, 7]);
    });

    test('put keeps none that is larger than the bound', async () => {
      await store.put('l', result(10));
      await store.put('k', result(200_000));
      expect(await store.get('k')).toBeNull();
      expect(await store.get('l')).not.toBeNull();
    });
  });
}

/** A page with the given bytes. */
export function page(bytes: Uint8Array, fetchedAtMs = 1): Snapshot {
  return {
    meta: {
      url: 'https://example.org/ä',
      finalUrl: 'https://example.org/',
      status: 200,
      contentType: 'text/html; charset=utf-8',
      etag: '"a"',
      lastModified: null,
      fetchedAtMs,
      digest: createHash('sha256').update(bytes).digest('hex'),
      privateToKeyId: null,
      extra: '{"a":[1,"😀"]}',
    },
    bytes,
  };
}

/** What every snapshot store must do; `open` gives an empty one on the clock. */
export function snapshotSuite(
  name: string,
  open: (maxBytes: number, clock: { ms: number }) => Promise<SnapshotStore>,
): void {
  describe(`${name} snapshots`, () => {
    const clock = { ms: 0 };
    let store: SnapshotStore;
    beforeEach(async () => {
      clock.ms = 1_000_000;
      store = await open(100_000, clock);
    });
    afterEach(() => store.close());

    const bytesOf = async (key: string) => {
      const found = await store.get(key);
      return found && Buffer.from(found.bytes).toString('latin1');
    };

    test('get returns what put stored, byte for byte', async () => {
      const all = page(Uint8Array.from({ length: 512 }, (_, i) => i & 255));
      await store.put('k', all);
      const found = await store.get('k');
      expect(found?.meta).toEqual(all.meta);
      expect(Buffer.from(found?.bytes ?? []).equals(Buffer.from(all.bytes))).toBe(true);
      expect(await store.get('other')).toBeNull();
    });

    test('put keeps an empty page and replaces an earlier one', async () => {
      await store.put('k', page(new Uint8Array(0)));
      expect(await bytesOf('k')).toBe('');
      await store.put('k', page(Buffer.from('new'), 9));
      expect(await bytesOf('k')).toBe('new');
      expect((await store.get('k'))?.meta.fetchedAtMs).toBe(9);
    });

    test('touch renews the time of the page and nothing else', async () => {
      const first = page(Buffer.from('x'));
      await store.put('k', first);
      await store.touch('k', 77);
      await store.touch('none', 77);
      expect((await store.get('k'))?.meta).toEqual({ ...first.meta, fetchedAtMs: 77 });
      expect(await store.get('none')).toBeNull();
    });

    test('delete removes one key and leaves another with the same bytes', async () => {
      await store.put('a', page(Buffer.from('same')));
      await store.put('b', page(Buffer.from('same')));
      await store.delete('a');
      expect(await store.get('a')).toBeNull();
      expect(await bytesOf('b')).toBe('same');
      await store.delete('b');
      await store.put('a', page(Buffer.from('same')));
      expect(await bytesOf('a')).toBe('same');
    });

    test('put lets the least recently used page go when the bound is reached', async () => {
      for (let i = 0; i < 8; i++, clock.ms += 60_000) {
        await store.put(`k${i}`, page(randomBytes(20_000)));
        await store.get('k0');
      }
      const kept = [];
      for (let i = 0; i < 8; i++) if (await store.get(`k${i}`)) kept.push(i);
      expect(kept).toEqual([0, 5, 6, 7]);
    });

    test('put tells that it keeps no page larger than the bound, nor the older one it replaces', async () => {
      expect(await store.put('k', page(Buffer.from('small')))).toBe(true);
      expect(await store.put('k', page(randomBytes(200_000)))).toBe(false);
      expect(await store.get('k')).toBeNull();
      await store.put('l', page(Buffer.from('still works')));
      expect(await bytesOf('l')).toBe('still works');
    });

    test('claim gives a page to one holder until it ends or runs out', async () => {
      expect(await store.claim('k', 'one', 3000, null)).toEqual({ state: 'mine' });
      expect(await store.claim('k', 'two', 3000, null)).toEqual({ state: 'taken', holder: 'one' });
      expect(await store.claim('other', 'two', 3000, null)).toEqual({ state: 'mine' });
      clock.ms += 2000;
      expect(await store.claim('k', 'one', 3000, null)).toEqual({ state: 'mine' });
      clock.ms += 2999;
      expect(await store.claim('k', 'two', 3000, 'one')).toEqual({ state: 'taken', holder: 'one' });
      clock.ms += 1;
      expect(await store.claim('k', 'two', 3000, 'one')).toEqual({ state: 'mine' });
      await store.release('k', 'one', null);
      expect(await store.claim('k', 'three', 3000, null)).toEqual({ state: 'taken', holder: 'two' });
      await store.release('k', 'two', null);
      expect(await store.claim('k', 'three', 3000, null)).toEqual({ state: 'mine' });
    });

    test('release tells a failure to those who followed, for a short time, and to nobody else', async () => {
      await store.claim('k', 'one', 3000, null);
      await store.release('k', 'one', 'broken');
      expect(await store.claim('k', 'two', 3000, 'one')).toEqual({ state: 'failed', failure: 'broken' });
      clock.ms += FAILURE_NOTE_MS - 1;
      expect(await store.claim('k', 'two', 3000, 'one')).toEqual({ state: 'failed', failure: 'broken' });
      clock.ms += 1;
      expect(await store.claim('k', 'two', 3000, 'one')).toEqual({ state: 'mine' });
      await store.release('k', 'two', 'broken again');
      expect(await store.claim('k', 'three', 3000, null)).toEqual({ state: 'mine' });
      expect(await store.claim('k', 'four', 3000, 'two')).toEqual({ state: 'taken', holder: 'three' });
    });

    test('claim of fifty at once is given to one', async () => {
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, i) => store.claim('k', `holder ${i}`, 3000, null)),
      );
      expect(claims.filter(({ state }) => state === 'mine')).toHaveLength(1);
    });
  });
}
