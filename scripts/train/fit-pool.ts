import { Worker } from 'node:worker_threads';
import type { Forest } from '../../src/core/select/forest/forest.ts';
import type { FitJob } from './fit-worker.ts';

/** Fits forests in worker threads; answers keep the order of the jobs. */
export class FitPool {
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(threads: number) {
    const url = new URL('./fit-worker.js', import.meta.url);
    this.#idle = Array.from({ length: threads }, () => new Worker(url));
  }

  async fit(makeJob: () => FitJob): Promise<Forest> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    const forest = await new Promise<Forest>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage(makeJob());
    });
    worker.removeAllListeners('error');
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    return forest;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()));
  }
}
