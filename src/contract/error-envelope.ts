import { z } from 'zod';
import { FAILURE_REASONS } from './failure.ts';

/** The envelope of every error answer (contract, section Errors; `reason` is additive). */
export const errorEnvelope = z
  .object({
    status: z.literal('error'),
    error: z.object({
      code: z
        .union([z.int(), z.literal('ai_quota_exceeded')])
        .describe('The HTTP status; on `/v1/ai` also the string `ai_quota_exceeded`.'),
      message: z.string().describe('What to change, the value in question, and what was wanted.'),
      reason: z.enum(FAILURE_REASONS).describe('Stable name of what went wrong.'),
      reset_at: z.string().optional().describe('RFC 3339 UTC time at which the AI quota resets.'),
    }),
  })
  .meta({
    id: 'ErrorEnvelope',
    description: 'The body of every error answer.',
    examples: [
      {
        status: 'error',
        error: {
          code: 401,
          message: 'Send "Authorization: Bearer <API_KEY>": the header is missing.',
          reason: 'unauthorized',
        },
      },
      {
        status: 'error',
        error: {
          code: 404,
          message: 'Request another address: there is nothing at "/v1/none".',
          reason: 'not_found',
        },
      },
    ],
  });

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
