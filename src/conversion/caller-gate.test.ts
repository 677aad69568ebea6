import { describe, expect, it } from 'vitest';
import { createAccess } from '../access/access.ts';
import { openMemoryStores } from '../storage/memory/open-memory-stores.ts';
import { createCallerGate } from './caller-gate.ts';

async function open() {
  const access = createAccess({ stores: openMemoryStores() });
  const time = { ms: 1000 };
  const gate = createCallerGate(access, () => time.ms);
  const { key, info } = await access.keys.issue({ plan: 'free' });
  const see = async () => gate.windows((await gate.authenticate(key))!);
  return { access, gate, key, info, see, time };
}

describe('recall', () => {
  it('knows a key that was accepted and whose windows were seen', async () => {
    const { gate, key, info, see } = await open();
    expect(gate.recall(key)).toBeNull();
    await gate.authenticate(key);
    expect(gate.recall(key)).toBeNull();
    const windows = await see();
    expect(gate.recall(key)).toEqual({ keyId: info.id, windows });
    expect(gate.recall(`${key}x`)).toBeNull();
  });

  it('forgets windows after 100 ms and a key after 500 ms', async () => {
    const { gate, key, see, time } = await open();
    const caller = (await gate.authenticate(key))!;
    await gate.windows(caller);
    time.ms += 101;
    expect(gate.recall(key)).toBeNull();
    await gate.windows(caller);
    expect(gate.recall(key)).not.toBeNull();
    time.ms += 400;
    await gate.windows(caller);
    expect(gate.recall(key)).toBeNull();
    await see();
    expect(gate.recall(key)).not.toBeNull();
  });

  it('never knows a key that was refused', async () => {
    const { access, gate, key, info } = await open();
    await access.keys.revoke(info.id);
    expect(await gate.authenticate(key)).toBeNull();
    expect(gate.recall(key)).toBeNull();
  });
});
