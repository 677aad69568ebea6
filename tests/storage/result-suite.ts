import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeptResult, ResultStore } from '../../src/storage/result-store.ts';

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
