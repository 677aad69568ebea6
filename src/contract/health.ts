import { z } from 'zod';
import { READY_EXAMPLES } from './examples.ts';

/** Liveness (contract, Health response). */
export const healthResponse = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Health', description: 'The process serves.', examples: [{ status: 'ok' }] });

export type HealthResponse = z.infer<typeof healthResponse>;

/** Readiness: whether the store answers and the worker pool converts. */
export const readyResponse = z
  .object({
    status: z.enum(['ready', 'unready']),
    store: z.boolean(),
    workers: z.boolean(),
    draining: z.boolean(),
  })
  .meta({ id: 'Ready', description: 'Whether new work is welcome here.', examples: READY_EXAMPLES });

export type ReadyResponse = z.infer<typeof readyResponse>;
