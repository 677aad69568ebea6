/** Appends any number of items: `push(...items)` needs a place on the call stack for each, and pages have 200,000. */
export function appendAll<T>(target: T[], items: readonly T[]): void {
  for (const item of items) target.push(item);
}
