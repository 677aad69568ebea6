/** Zero, in any notation and unit: `0`, `0px`, `.0`, `0%`. */
export function isNothing(value: string): boolean {
  return /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,5}|%)?$/.test(value);
}

/** A pixel or less: nobody sees such a box, or reads such letters. */
export function isSpeck(value: string): boolean {
  return isNothing(value) || /^(?:0?\.\d+|1)px$/.test(value);
}
