import { z } from 'zod';

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
  .meta({
    id: 'Ready',
    description: 'Whether new work is welcome here.',
    examples: [{ status: 'ready', store: true, workers: true, draining: false }],
  });

export type ReadyResponse = z.infer<typeof readyResponse>;
