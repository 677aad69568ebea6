import { garbageCollector } from './collect-garbage.ts';
import { convertTask } from './convert-task.ts';
import type { PageOutput, PageTask } from './ports.ts';
import { warmUp } from './warm-up.ts';

// The pool gives a worker its first page only when this module has run, so a cold worker never meets a user.
warmUp();
const collectGarbage = garbageCollector();

/** Entry of a pool thread: one page in, its conversion out, with what it cost. */
export default function convertInWorker(task: PageTask): PageOutput {
  const startedAt = performance.now();
  const output = convertTask(task);
  collectGarbage();
  return { ...output, workerMs: performance.now() - startedAt };
}
