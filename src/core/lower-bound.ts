/** The first place of `length` from which on all pass, by bisection; `length` where none does. */
export function lowerBound(length: number, passes: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
