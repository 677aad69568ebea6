/** The calendar month (UTC) of a time, such as `2026-11`: the period of the AI quota. */
export function aiPeriod(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** When the month of a time ends, RFC 3339 UTC: the first moment of the next one. */
export function aiPeriodEnd(atMs: number): string {
  const at = new Date(atMs);
  return rfc3339(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** A time as RFC 3339 UTC, without a fraction when it has none. */
export function rfc3339(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z');
}
