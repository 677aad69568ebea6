import { workerData } from 'node:worker_threads';
import { garbageCollector, isHeapGrown } from './collect-garbage.ts';
import { convertTask } from './convert-task.ts';
import type { PageOutput, PageTask } from './ports.ts';
import { type EndedPages, tellEnd } from './rest.ts';
import { warmUp } from './warm-up.ts';

// The pool gives a worker its first page only when this module has run, so a cold worker never meets a user.
await warmUp();
const collectGarbage = garbageCollector();
const ended = workerData as EndedPages;

/** Gives back what the pages before left behind. */
export const garbage = (): void => collectGarbage('garbage');

/** The same, and what it takes to be quick. */
export const all = (): void => collectGarbage('all');

/** Entry of a pool thread: one page in, its conversion out, with what it cost. */
export default async function convertInWorker(task: PageTask): Promise<PageOutput> {
  const startedAt = performance.now();
  try {
    const output = await convertTask(task);
    if (isHeapGrown()) garbage();
    return { ...output, workerMs: performance.now() - startedAt };
  } finally {
    tellEnd(ended);
  }
}
