import { z } from 'zod';

/** Header field that every call of the admin page has: a form of another site cannot send it (CSRF). */
export const ADMIN_HEADER = 'x-pagemark-admin';

/** Characters of a name that a list still shows. */
export const MOST_NAME_CHARACTERS = 200;
/** Most of what is counted: credits, calls of a month. */
export const MOST_AMOUNT = 1_000_000_000;

const id = z.string().max(64);
const name = z.string().max(MOST_NAME_CHARACTERS).default('');
/** RFC 3339; a past time is accepted. */
const expires = z.iso
  .datetime({ offset: true, error: 'an RFC 3339 time such as 2027-01-31T00:00:00Z' })
  .nullable()
  .default(null);
const count = z.int().min(0).max(MOST_AMOUNT);

/** Bodies of the calls of the admin page. */
export const adminSignIn = z.strictObject({ token: z.string().max(4096).trim() });
export const adminNewKey = z.strictObject({
  plan: z.string().max(64),
  name,
  account: z.string().max(64).nullable().default(null),
  monthly_quota: count.nullable().default(null),
  credits: count.default(0),
  expires_at: expires,
});
export const adminNewLicense = z.strictObject({ name, ai_calls: count.optional(), expires_at: expires });
export const adminHeld = z.strictObject({ id });
export const adminQuota = z.strictObject({ id, monthly_quota: count.nullable() });
export const adminCredits = z.strictObject({ id, credits: count.min(1) });

type HeldState = 'active' | 'expired' | 'revoked';

/** A key as the admin page shows it; times RFC 3339 UTC. */
export interface AdminKey {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly account: string | null;
  readonly monthly_quota: number | null;
  readonly credits: number;
  readonly state: HeldState;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** First characters of the key. */
  readonly hint: string;
}

/** A licence as the admin page shows it. */
export interface AdminLicense extends Omit<AdminKey, 'plan' | 'account' | 'monthly_quota' | 'credits'> {
  readonly tier: string;
  readonly ai_calls_limit: number;
}

/** `GET /admin/api/keys`: the newest first, and how many older ones are left out. */
export interface AdminKeys {
  readonly keys: readonly AdminKey[];
  readonly licenses: readonly AdminLicense[];
  readonly keys_total: number;
  readonly licenses_total: number;
  readonly plans: readonly string[];
}

/** `GET /admin/api/usage`. */
export interface AdminUsage {
  /** The first of the days, such as `2026-10-28`; today is the last one (UTC). */
  readonly first_day: string;
  /** The busiest keys and licences, with the counted calls of each day. */
  readonly busiest: readonly { readonly id: string; readonly calls: readonly number[] }[];
  /** How many more have been used. */
  readonly more: number;
  /** Calls of yesterday and today that were answered, and those that failed, by reason, the most frequent first. */
  readonly answered: number;
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
}

/** One thing that `pagemark doctor` looked at. `failed`: mend it before you serve; `warning`: works, worth a look. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** `POST /admin/api/checks`: what `pagemark doctor` says. */
export interface AdminChecks {
  readonly checks: readonly Check[];
}

/** `GET /admin/api/session`; null: nobody is signed in. */
export interface AdminSessionInfo {
  readonly expires_at: string | null;
}
