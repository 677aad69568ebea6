/** What one page says of one key: its share of content words, one vote. */
export interface PageVotes {
  readonly domain: string;
  readonly fold: number;
  readonly keys: Int32Array;
  readonly rates: Float32Array;
}

export interface VocabularyData {
  readonly hashes: Int32Array;
  readonly scores: Int8Array;
}

const MIN_DOMAINS = 3;
const PRIOR = 2;
const MIN_SCORE = 12;

/** Fits scores of keys, each domain one vote, from the pages whose fold is not left out. At most `limit` keys. */
export function fitVocabulary(
  pages: readonly PageVotes[],
  leftOut: readonly number[],
  limit: number,
): VocabularyData {
  const byDomain = new Map<string, Map<number, { sum: number; n: number }>>();
  for (const page of pages) {
    if (leftOut.includes(page.fold)) continue;
    const keys = byDomain.get(page.domain) ?? new Map<number, { sum: number; n: number }>();
    byDomain.set(page.domain, keys);
    for (let i = 0; i < page.keys.length; i++) {
      const entry = keys.get(page.keys[i]!) ?? { sum: 0, n: 0 };
      entry.sum += page.rates[i]!;
      entry.n++;
      keys.set(page.keys[i]!, entry);
    }
  }
  const totals = new Map<number, { sum: number; n: number }>();
  for (const keys of byDomain.values()) {
    for (const [key, { sum, n }] of keys) {
      const entry = totals.get(key) ?? { sum: 0, n: 0 };
      entry.sum += sum / n;
      entry.n++;
      totals.set(key, entry);
    }
  }
  const found: { key: number; score: number; rank: number }[] = [];
  for (const [key, { sum, n }] of totals) {
    if (n < MIN_DOMAINS) continue;
    const rate = (sum + PRIOR * 0.45) / (n + PRIOR);
    const score = Math.max(-127, Math.min(127, Math.round(254 * (rate - 0.45))));
    if (Math.abs(score) >= MIN_SCORE) found.push({ key, score, rank: n * score * score });
  }
  found.sort((x, y) => y.rank - x.rank || x.key - y.key);
  const kept = found.slice(0, limit).sort((x, y) => x.key - y.key);
  return { hashes: Int32Array.from(kept, (k) => k.key), scores: Int8Array.from(kept, (k) => k.score) };
}
