const LONE_SURROGATE = /\p{Surrogate}/u;

/** True when the string holds no lone surrogate, that is, when UTF-8 can carry it without loss. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}
