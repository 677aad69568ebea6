import { z } from 'zod';

const count = z.int().min(0);
const time = z.int();
const key = { id: z.string(), hash: z.string().regex(/^[0-9a-f]{64}$/), hint: z.string(), name: z.string() };
const times = { createdAtMs: time, expiresAtMs: time.nullable(), revokedAtMs: time.nullable() };

/** First line of an export. */
export const HEAD = z.strictObject({ type: z.literal('pagemark-export'), version: z.literal(1) });
/** One row of the stores. */
export const ROW = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('api_key'),
    ...key,
    plan: z.string(),
    // Absent where there is none, as in exports of versions that knew neither.
    account: z.string().optional(),
    monthlyQuota: count.optional(),
    ...times,
  }),
  z.strictObject({
    type: z.literal('license'),
    ...key,
    tier: z.literal('pro'),
    aiCallsLimit: count,
    ...times,
  }),
  z.strictObject({
    type: z.literal('credit_entry'),
    keyId: z.string(),
    seq: z.int().min(1),
    kind: z.enum(['grant', 'spend', 'give_back']),
    delta: z.int(),
    balance: count,
    ref: z.string(),
    atMs: time,
  }),
  z.strictObject({ type: z.literal('ai_usage'), licenseId: z.string(), period: z.string(), settled: count }),
  z.strictObject({
    type: z.literal('usage_day'),
    keyId: z.string(),
    day: count,
    calls: count,
    outcomes: z.record(z.string(), count),
    cpuUs: count,
    bytesIn: count,
    bytesOut: count,
    credits: count,
    inputTokens: count,
    outputTokens: count,
  }),
]);
export type Row = z.infer<typeof ROW>;
/** Last line: rows by kind, and the digest of all rows. */
export const END = z.strictObject({
  type: z.literal('end'),
  counts: z.strictObject({
    api_key: count,
    license: count,
    credit_entry: count,
    ai_usage: count,
    usage_day: count.default(0),
  }),
  sha256: z.string(),
});
