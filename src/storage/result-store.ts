/** What was made of a page, ready to be answered with. */
export interface KeptResult {
  /** Facts of the owner, JSON. */
  readonly meta: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Wall clock from which on it must not be served. */
  readonly untilMs: number;
}

/**
 * Results of conversions by the digest of all that they depend on. The least recently used make room within a bound. It is a
 * cache: a caller takes any rejection for a miss.
 */
export interface ResultStore {
  get(key: string): Promise<KeptResult | null>;
  /** Stores or replaces; what is larger than the whole bound is not kept. */
  put(key: string, result: KeptResult): Promise<void>;
  close(): Promise<void>;
}
