import { parentPort, workerData } from 'node:worker_threads';
import { connectCalls, moving } from '../../port-calls.ts';
import type { Snapshot, SnapshotStore } from '../snapshot-store.ts';
import type { SqliteSnapshotsOptions } from './snapshots.ts';
import { openYieldingSnapshots } from './yielding-snapshots.ts';

let nowMs = 0;
const opened = openYieldingSnapshots({ ...(workerData as SqliteSnapshotsOptions), now: () => nowMs });
// The first call tells of it.
opened.catch(() => undefined);

/** What the thread does when it is asked, in any order. */
export type SnapshotSteps = typeof steps;

const steps = {
  /** Calls a method of the store, or waits until it is open. `atMs`: the caller's wall clock: there is one clock, also in tests. */
  async ask(atMs: number, method: keyof SnapshotStore | 'open', args: readonly unknown[]): Promise<unknown> {
    nowMs = atMs;
    const store = await opened;
    if (method === 'open') return undefined;
    const answer = await (store[method] as Method).apply(store, [...args]);
    return method === 'get' && answer !== null ? movedPage(answer as Snapshot) : answer;
  },
};

type Method = (this: SnapshotStore, ...args: unknown[]) => Promise<unknown>;

function movedPage({ meta, bytes }: Snapshot): Snapshot {
  // Small buffers share their memory with others, which must not be moved away with them.
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  const { buffer } = isOwn ? bytes : new Uint8Array(bytes);
  return moving({ meta, bytes: new Uint8Array(buffer) }, buffer as ArrayBuffer);
}

connectCalls(parentPort!, steps);
