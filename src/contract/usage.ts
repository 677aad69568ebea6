import { z } from 'zod';
import { count } from './count.ts';
import { CALL_STAGES } from './running.ts';

const windowUsage = z.object({
  limit: count,
  remaining: count.describe('Requests that would be admitted now.'),
  reset_s: count.describe('Seconds until `remaining` grows; 0 when nothing counts.'),
});

/** Answer of `GET /v1/usage`: the calling key's own plan, windows, monthly quota, credits and calls. */
export const usageResponse = z
  .object({
    plan: z.string(),
    minute: windowUsage,
    hour: windowUsage,
    month: z
      .object({
        limit: count,
        used: count.describe(
          'Requests of this month (UTC) that count; more than `limit` after it was lowered.',
        ),
        reset_s: count.describe('Seconds until the next month begins.'),
      })
      .optional()
      .describe('The monthly quota of the key; left out when it has none.'),
    credits: count.describe('Prepaid requests, which never expire; spent past the hourly limit.'),
    running: z
      .array(
        z.object({
          host: z.string().describe('Of the page that was asked for.'),
          stage: z.enum(CALL_STAGES),
          age_ms: count,
        }),
      )
      .describe('Conversions of the key in flight, the oldest first, in the process that answers.'),
  })
  .meta({
    id: 'Usage',
    description: 'What a key has used and may still use.',
    examples: [
      {
        plan: 'growth',
        minute: { limit: 200, remaining: 200, reset_s: 0 },
        hour: { limit: 2000, remaining: 2000, reset_s: 0 },
        credits: 0,
        running: [],
      },
    ],
  });

export type UsageResponse = z.infer<typeof usageResponse>;
