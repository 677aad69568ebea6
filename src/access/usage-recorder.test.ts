import { expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import type { UsageAddition } from '../storage/usage-store.ts';
import { UsageRecorder } from './usage-recorder.ts';

/** A store that notes what it is told, and whose answers may be lost. */
function notingStore() {
  const seen: { readonly id: string; readonly additions: readonly UsageAddition[] }[] = [];
  const state = { isAway: false };
  return {
    seen,
    state,
    add: async (id: string, additions: readonly UsageAddition[]) => {
      seen.push({ id, additions });
      if (state.isAway) throw fail('store_unavailable', 'the answer was lost');
    },
  };
}

test('adds up by key and writes all keys at once; nothing when there is nothing', async () => {
  const store = notingStore();
  const recorder = new UsageRecorder();
  recorder.writeTo(store);
  await recorder.flush();
  recorder.add('key_1', { outcome: 'ok', cpuUs: 1.6 });
  recorder.add('key_1', { outcome: 'ok', bytesOut: 7 });
  recorder.add('key_2', { outcome: 'busy' });
  await recorder.flush();
  await recorder.flush();
  const none = { cpuUs: 0, bytesIn: 0, bytesOut: 0, credits: 0, inputTokens: 0, outputTokens: 0 };
  expect(store.seen.map(({ additions }) => additions)).toEqual([
    [
      { ...none, keyId: 'key_1', outcomes: { ok: 2 }, cpuUs: 2, bytesOut: 7 },
      { ...none, keyId: 'key_2', outcomes: { busy: 1 } },
    ],
  ]);
});

test('repeats what was not answered under the same name, before what came since', async () => {
  const store = notingStore();
  const recorder = new UsageRecorder();
  recorder.writeTo(store);
  recorder.add('key_1', { outcome: 'ok' });
  store.state.isAway = true;
  await expect(recorder.flush()).rejects.toThrow('lost');
  recorder.add('key_1', { outcome: 'paywall' });
  store.state.isAway = false;
  await recorder.end();
  const [first, again, next] = store.seen;
  expect(again).toEqual(first);
  expect(next!.additions[0]!.outcomes).toEqual({ paywall: 1 });
  expect(next!.id).not.toBe(first!.id);
  expect(store.seen).toHaveLength(3);
});

test('writes once a turn, whatever is added meanwhile', async () => {
  const recorder = new UsageRecorder();
  let writes = 0;
  recorder.writeTo({
    add: async () => {
      writes++;
      if (writes < 20) recorder.add('key_1', { outcome: 'ok' });
    },
  });
  recorder.add('key_1', { outcome: 'ok' });
  await recorder.flush();
  expect(writes).toBe(1);
  await recorder.flush();
  expect(writes).toBe(2);
});

test('bounds a figure that no provider can mean, and drops what the store refuses for good', async () => {
  const store = notingStore();
  const recorder = new UsageRecorder();
  recorder.writeTo(store);
  for (const inputTokens of [1e19, Number.NaN, -5]) recorder.add('lic_1', { inputTokens });
  await recorder.flush();
  expect(store.seen[0]!.additions[0]!.inputTokens).toBe(2 ** 40);
  let refusals = 0;
  recorder.writeTo({
    add: async () => {
      if (refusals++ === 0) throw new RangeError('no such figure');
    },
  });
  recorder.add('lic_1', { outcome: 'ok' });
  await expect(recorder.flush()).rejects.toThrow('no such figure');
  recorder.add('lic_2', { outcome: 'ok' });
  await recorder.flush();
  expect(refusals).toBe(2);
});
