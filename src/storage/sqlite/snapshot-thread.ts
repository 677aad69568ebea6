import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../contract/failure.ts';
import type { SnapshotStore } from '../snapshot-store.ts';
import type { SqliteSnapshotsOptions } from './snapshots.ts';
import type { ThreadAnswer, ThreadCall } from './threaded-snapshots.ts';
import { openYieldingSnapshots } from './yielding-snapshots.ts';

const port = parentPort!;
let nowMs = 0;
const opened = openYieldingSnapshots({ ...(workerData as SqliteSnapshotsOptions), now: () => nowMs });
// The first call tells of it.
opened.catch(() => undefined);

/** Entry of the thread that holds the snapshot file: one answer to each call, in any order. */
port.on('message', async ({ id, method, args, nowMs: atMs }: ThreadCall) => {
  nowMs = atMs;
  try {
    const store = await opened;
    if (method === 'get') return await answerPage(id, store, args[0] as string);
    const value = method === 'open' ? undefined : await (store[method] as Method).apply(store, [...args]);
    answer({ id, value });
    if (method === 'close') port.close();
  } catch (error) {
    answer({ id, failure: toFailure(error) });
  }
});

type Method = (this: SnapshotStore, ...args: unknown[]) => Promise<unknown>;

async function answerPage(id: number, store: SnapshotStore, key: string): Promise<void> {
  const found = await store.get(key);
  if (found === null) return answer({ id, value: null });
  // Small buffers share their memory with others, which must not be moved away with them.
  const isOwn = found.bytes.byteLength === found.bytes.buffer.byteLength;
  const { buffer } = isOwn ? found.bytes : new Uint8Array(found.bytes);
  answer({ id, value: { ...found, bytes: new Uint8Array(buffer) } }, [buffer as ArrayBuffer]);
}

function answer(message: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...moved]);
}
