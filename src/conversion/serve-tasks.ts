import { parentPort } from 'node:worker_threads';
import { garbageCollector, isHeapGrown } from './collect-garbage.ts';
import type { ContentEncoding, PageOutput, PageTask } from './ports.ts';
import { giveWay, ownCpuClock, ownTaskId } from './thread-cpu.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** On a worker thread: says that it is ready, and converts one page after the other. */
export function serveTasks(convert: (task: PageTask) => PageOutput | Promise<PageOutput>): void {
  const port = parentPort;
  if (port === null) throw new Error('Run this module as a worker thread');
  const cpuMs = ownCpuClock();
  const collectGarbage = garbageCollector();
  const answer = (message: FromWorker, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const work = async (task: PageTask): Promise<void> => {
    const startedMs = cpuMs();
    try {
      const output = encoded(await convert(task), task.encoding);
      if (isHeapGrown()) collectGarbage('garbage');
      const atRestMs = cpuMs();
      const moved = output.encoded === undefined ? [] : [output.encoded.buffer];
      answer({ kind: 'converted', output, cpuMs: atRestMs - startedMs, atRestMs }, moved);
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
  const taskId = ownTaskId();
  giveWay(taskId);
  answer({ kind: 'ready', taskId, atRestMs: cpuMs() });
}

/** The output with its content as bytes when they were asked for. */
function encoded(output: PageOutput, encoding: ContentEncoding | undefined): PageOutput {
  if (encoding === undefined) return output;
  const text = encoding === 'json' ? JSON.stringify(output.content) : output.content;
  return { ...output, content: '', encoded: new TextEncoder().encode(text) };
}
