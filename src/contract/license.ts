import { z } from 'zod';
import { count } from './count.ts';

/** Body of `POST /v1/license/validate`. */
export const licenseRequest = z
  .object({ key: z.string().min(1).describe('The licence key, `pml_…`.') })
  .meta({
    id: 'LicenseRequest',
    description: 'Body of POST /v1/license/validate.',
    examples: [{ key: 'pml_an-unknown-key' }],
  });

/** Answer of `POST /v1/license/validate`; for an unknown key `valid` alone. */
export const licenseResponse = z
  .object({
    valid: z.boolean(),
    expires_at: z.string().optional().describe('RFC 3339 UTC; absent when the licence does not expire.'),
    tier: z.literal('pro').optional(),
    ai_calls_used: count.optional().describe('AI calls of this calendar month (UTC).'),
    ai_calls_limit: count.optional().describe('AI calls allowed per calendar month.'),
  })
  .meta({
    id: 'LicenseResponse',
    description: 'State of a licence key.',
    examples: [
      {
        valid: true,
        expires_at: '2126-01-01T00:00:00Z',
        tier: 'pro',
        ai_calls_used: 0,
        ai_calls_limit: 1000,
      },
      { valid: false },
    ],
  });

export type LicenseResponse = z.infer<typeof licenseResponse>;
