import type { ReadyResponse } from '../contract/health.ts';
import type { WorkerPool } from '../conversion/worker-pool.ts';
import type { Drain } from '../http/drain.ts';
import type { Stores } from '../storage/ports.ts';

/** Whether new work is welcome, by what is known: no page is converted to find it out. Never rejects. */
export async function readReadiness(
  stores: Pick<Stores, 'ping'>,
  pool: Pick<WorkerPool, 'isAlive'>,
  drain: Pick<Drain, 'isLeaving'>,
): Promise<ReadyResponse> {
  const store = await stores.ping().then(
    () => true,
    () => false,
  );
  const workers = pool.isAlive;
  const draining = drain.isLeaving;
  return { status: store && workers && !draining ? 'ready' : 'unready', store, workers, draining };
}
