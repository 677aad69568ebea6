import { parentPort } from 'node:worker_threads';
import { type BoostSettings, boost } from './boost.ts';

/** A forest to fit in a worker thread; columns are shared memory. */
export interface FitJob {
  readonly columns: readonly Int16Array[];
  readonly target: Float32Array;
  readonly weight: Float32Array;
  readonly rows: Int32Array;
  readonly settings: BoostSettings;
}

parentPort?.on('message', (job: FitJob) => {
  parentPort?.postMessage(boost(job.columns, job.target, job.weight, job.rows, job.settings));
});
