/** Has those who come to a site wait, from a number on that a test sets and raises. */
export interface Turnstile {
  /** Resolves once the caller of this number is let through. */
  pass(number: number): Promise<void>;
  /** Lets callers through up to this number, those that wait too. */
  letUpTo(most: number): void;
}

/** A turnstile that is open at first. */
export function createTurnstile(): Turnstile {
  let limit = Number.POSITIVE_INFINITY;
  let waiting: { readonly number: number; readonly go: () => void }[] = [];
  return {
    pass: (number) =>
      new Promise((go) => {
        if (number <= limit) go();
        else waiting.push({ number, go });
      }),
    letUpTo(most) {
      limit = most;
      for (const { number, go } of waiting) if (number <= limit) go();
      waiting = waiting.filter(({ number }) => number > limit);
    },
  };
}
