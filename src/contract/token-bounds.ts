/** Least and most of `max_tokens`, of the service as of the library. */
export const TOKEN_BOUNDS = [50, 1_000_000] as const;
