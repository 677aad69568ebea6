import { parentPort } from 'node:worker_threads';
import { garbageCollector, isHeapGrown } from './collect-garbage.ts';
import type { PageOutput, PageTask } from './ports.ts';
import { ownCpuClock, ownTaskId } from './thread-cpu.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** On a worker thread: says that it is ready, and converts one page after the other. */
export function serveTasks(convert: (task: PageTask) => PageOutput | Promise<PageOutput>): void {
  const port = parentPort;
  if (port === null) throw new Error('Run this module as a worker thread');
  const cpuMs = ownCpuClock();
  const collectGarbage = garbageCollector();
  const answer = (message: FromWorker) => port.postMessage(message);
  const work = async (task: PageTask): Promise<void> => {
    const startedMs = cpuMs();
    try {
      const output = await convert(task);
      if (isHeapGrown()) collectGarbage('garbage');
      const atRestMs = cpuMs();
      answer({ kind: 'converted', output, cpuMs: atRestMs - startedMs, atRestMs });
    } catch (error) {
      const atRestMs = cpuMs();
      answer({ kind: 'failed', error, cpuMs: atRestMs - startedMs, atRestMs });
    }
  };
  port.on('message', (message: ToWorker) => {
    if ('task' in message) {
      void work(message.task);
      return;
    }
    collectGarbage(message.collect);
    answer({ kind: 'collected', atRestMs: cpuMs() });
  });
  answer({ kind: 'ready', taskId: ownTaskId(), atRestMs: cpuMs() });
}
