/** Ages are whole seconds. */
const ROUNDED_MS = 1000;

/** When a page was fetched, of its age in seconds and the milliseconds that its conversion took: an age begins with the fetch. */
export function fetchedWhen(ageS: number, tookMs: number): string {
  return ageS * 1000 <= tookMs + ROUNDED_MS ? 'fetched now' : `fetched ${age(ageS)} ago`;
}

const age = (seconds: number): string =>
  seconds < 90
    ? `${seconds}\u00a0s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)}\u00a0min`
      : `${Math.round(seconds / 3600)}\u00a0h`;
