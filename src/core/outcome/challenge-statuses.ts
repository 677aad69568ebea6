/** Refusals of a client, whoever asks: a browser may be none that is meant. */
export const REFUSALS: ReadonlySet<number> = new Set([403, 406]);
/** Refusals for a time. */
export const DELAYS: ReadonlySet<number> = new Set([429, 503]);

/** Whether a status is one that challenges come with. */
export const mayChallenge = (status: number): boolean => REFUSALS.has(status) || DELAYS.has(status);
