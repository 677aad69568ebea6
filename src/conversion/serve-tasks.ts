import { parentPort } from 'node:worker_threads';
import { type Collection, collectGarbage, isHeapGrown } from './collect-garbage.ts';
import { defined } from './defined.ts';
import type { ContentEncoding, PageOutput, PageTask } from './ports.ts';
import { giveWay, ownCpuClock, ownTaskId } from './thread-cpu.ts';

/**
 * On a worker thread: says that it is ready, and converts one page after the other. `warmTasks`: what it converts for nobody when
 * it is told to warm up.
 */
export function serveTasks(
  convert: (task: PageTask) => PageOutput | Promise<PageOutput>,
  warmTasks: () => readonly PageTask[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('Run this module as a worker thread');
  const cpuMs = ownCpuClock();
  const answer = (message: FromWorker, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const work = async (task: PageTask): Promise<void> => {
    const startedMs = cpuMs();
    try {
      const output = encoded(await convert(task), task.encoding);
      if (isHeapGrown()) collectGarbage('garbage');
      const atRestMs = cpuMs();
      const outputs = [output, ...(output.further ?? []).map((further) => further.output)];
      const moved = outputs.flatMap((one) => one.encoded?.buffer ?? []);
      answer({ kind: 'converted', output, cpuMs: atRestMs - startedMs, atRestMs }, moved);
    } catch (error) {
      const atRestMs = cpuMs();
      answer({ kind: 'failed', error, cpuMs: atRestMs - startedMs, atRestMs });
    }
  };
  const warm = async (): Promise<void> => {
    for (const page of warmTasks()) {
      await convert(page);
      // A page that has come meanwhile goes first.
      await new Promise((next) => setTimeout(next));
    }
    if (isHeapGrown()) collectGarbage('garbage');
    answer({ kind: 'warm', atRestMs: cpuMs() });
  };
  port.on('message', (message: ToWorker) => {
    if ('task' in message) void work(message.task);
    else if ('warm' in message) void warm();
    else {
      collectGarbage(message.collect);
      answer({ kind: 'collected', atRestMs: cpuMs() });
    }
  });
  const taskId = ownTaskId();
  giveWay(taskId);
  answer({ kind: 'ready', taskId, atRestMs: cpuMs() });
}

/** The output with its contents as bytes when they were asked for. */
function encoded(output: PageOutput, encoding: ContentEncoding | undefined): PageOutput {
  if (encoding === undefined) return output;
  const text = encoding === 'json' ? JSON.stringify(output.content) : output.content;
  const further = output.further?.map((one) => ({ ...one, output: encoded(one.output, encoding) }));
  return { ...output, content: '', encoded: new TextEncoder().encode(text), ...defined({ further }) };
}

/** To a worker: a page to convert, that it is to convert the pages of the warm-up, or a heap to collect. */
export type ToWorker =
  | { readonly task: PageTask }
  | { readonly warm: true }
  | { readonly collect: Collection };

/** What every message of a worker tells of its CPU clock, in milliseconds. */
interface AtRest {
  readonly atRestMs: number;
}

/** From a worker. `cpuMs`: what the page cost. */
export type FromWorker = AtRest &
  (
    | { readonly kind: 'ready'; readonly taskId: number | null }
    | { readonly kind: 'collected' | 'warm' }
    | { readonly kind: 'converted'; readonly output: PageOutput; readonly cpuMs: number }
    | { readonly kind: 'failed'; readonly error: unknown; readonly cpuMs: number }
  );
