/** Colours that differ less in each of red, green and blue look the same. */
const SAME = 10;

/** Whether two colours look the same: RGB as one number each; one below 0 looks like none. */
export function lookAlike(a: number, b: number): boolean {
  if (a < 0 || b < 0) return false;
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= SAME);
}
