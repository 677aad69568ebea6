/** Orders texts the same way for all stores: each engine has an order of its own. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
