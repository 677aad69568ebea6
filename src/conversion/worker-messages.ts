import type { Collection } from './collect-garbage.ts';
import type { PageOutput, PageTask } from './ports.ts';

/** To a worker: a page to convert, or a heap to collect. */
export type ToWorker = { readonly task: PageTask } | { readonly collect: Collection };

/** What every message of a worker tells of its CPU clock, in milliseconds. */
interface AtRest {
  readonly atRestMs: number;
}

/** From a worker. `cpuMs`: what the page cost. */
export type FromWorker = AtRest &
  (
    | { readonly kind: 'ready'; readonly taskId: number | null }
    | { readonly kind: 'collected' }
    | { readonly kind: 'converted'; readonly output: PageOutput; readonly cpuMs: number }
    | { readonly kind: 'failed'; readonly error: unknown; readonly cpuMs: number }
  );
