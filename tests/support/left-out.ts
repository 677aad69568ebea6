/**
 * One loud line for a suite that is left out, which stands beside the totals of the run again; with `CI=true` it is a failure
 * instead. `how`: the command that brings it, or what it needs.
 */
export function leftOut(suite: string, how: string): void {
  const line = `LEFT OUT: ${suite}. To run it: ${how}`;
  if (process.env.CI === 'true') throw new Error(line);
  console.warn(line);
}
