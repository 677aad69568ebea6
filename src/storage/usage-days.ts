/** Milliseconds of a UTC day. */
const DAY_MS = 86_400_000;

/** The UTC day of a time in milliseconds: whole days since 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** When a UTC day begins, in milliseconds. */
export function dayStartMs(day: number): number {
  return day * DAY_MS;
}

/** The first day of the month (UTC) that a day is in, and of the one after it. */
export function monthOf(day: number): { readonly first: number; readonly next: number } {
  const at = new Date(dayStartMs(day));
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { first: dayOf(Date.UTC(year, month, 1)), next: dayOf(Date.UTC(year, month + 1, 1)) };
}
