import type { Block } from '../../src/core/page/annotation.ts';

/** Words of a gold text, with a mark where a line begins. */
export interface GoldWords {
  readonly hashes: readonly number[];
  readonly lineStart: Uint8Array;
}

/** Words of a text of a whole page, and what each is: one of the marks of `bench/readers/`. */
export interface MarkedWords {
  readonly hashes: readonly number[];
  readonly marks: Uint8Array;
}

const ANCHOR = 6;
const MAX_LCS_CELLS = 3e9;

/**
 * Share of each block's words (0 … 1) that the gold text holds in the same order. Long runs that occur once in
 * both anchor the alignment; a longest common subsequence fills the gaps; scattered single matches do not count.
 */
export function alignBlocks(blocks: readonly Block[], gold: GoldWords): Float32Array {
  const { page, starts, match } = matchWords(blocks, gold.hashes);
  const used = new Uint8Array(gold.hashes.length);
  const shares = new Float32Array(blocks.length);
  blocks.forEach((_, b) => {
    shares[b] = shareOf(match, starts[b]!, starts[b + 1]!, gold, used);
  });
  secondChance(page, starts, gold.hashes, used, shares);
  return shares;
}

/** Least share of a block's words that stand in a text of the whole page, or nothing is known of the block. */
const MIN_MATCHED = 1 / 2;
/** Share of a block's words from which on it is neutral, where no more of them are content. */
const NEUTRAL_SHARE = 0.4;

/**
 * Share of each block's words (0 … 1) that are content, by the marks of a text of the whole page; -1 where it is neutral, or
 * where the text does not have the block.
 */
export function alignMarks(blocks: readonly Block[], { hashes, marks }: MarkedWords): Float32Array {
  const { starts, match } = matchWords(blocks, hashes);
  return Float32Array.from(blocks, (_, b) => {
    const counts = [0, 0, 0];
    for (let i = starts[b]!; i < starts[b + 1]!; i++) if (match[i]! >= 0) counts[marks[match[i]!]!]!++;
    const [furniture, content, neutral] = counts as [number, number, number];
    const matched = furniture + content + neutral;
    if (matched === 0 || matched < MIN_MATCHED * (starts[b + 1]! - starts[b]!)) return -1;
    if (neutral > NEUTRAL_SHARE * matched && neutral >= content) return -1;
    return content / Math.max(1, content + furniture);
  });
}

/** Words of all blocks, where each block's begin, and for each the place of the gold word that it is; -1: it is none. */
function matchWords(blocks: readonly Block[], gold: readonly number[]) {
  const page: number[] = [];
  const starts = [0];
  for (const block of blocks) {
    for (const hash of block.hashes) page.push(hash);
    starts.push(page.length);
  }
  const match = new Int32Array(page.length).fill(-1);
  let lastPage = 0;
  let lastGold = 0;
  for (const [p, g] of [...anchors(page, gold), [page.length, gold.length] as const]) {
    lcs(page, lastPage, p, gold, lastGold, g, match);
    if (p < page.length) for (let k = 0; k < ANCHOR; k++) match[p + k] = g + k;
    lastPage = Math.min(page.length, p + ANCHOR);
    lastGold = g + ANCHOR;
  }
  return { page, starts, match };
}

/** Runs of `ANCHOR` words that are unique in both texts, as the longest increasing chain without overlaps. */
function anchors(page: readonly number[], gold: readonly number[]): (readonly [number, number])[] {
  const key = (list: readonly number[], at: number): string => list.slice(at, at + ANCHOR).join(' ');
  const index = (list: readonly number[]): Map<string, number> => {
    const map = new Map<string, number>();
    for (let i = 0; i + ANCHOR <= list.length; i++) {
      const k = key(list, i);
      map.set(k, map.has(k) ? -1 : i);
    }
    return map;
  };
  const inGold = index(gold);
  const pairs: [number, number][] = [];
  for (const [k, p] of index(page)) {
    const g = inGold.get(k);
    if (p >= 0 && g !== undefined && g >= 0) pairs.push([p, g]);
  }
  pairs.sort((x, y) => x[0] - y[0]);
  const tails: number[] = [];
  const back = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, g], i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < g) low = middle + 1;
      else high = middle;
    }
    back[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  });
  const chain: [number, number][] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = back[i]!) chain.push(pairs[i]!);
  chain.reverse();
  const apart: [number, number][] = [];
  for (const pair of chain) {
    const last = apart.at(-1);
    if (!last || (pair[0] >= last[0] + ANCHOR && pair[1] >= last[1] + ANCHOR)) apart.push(pair);
  }
  return apart;
}

/** Bit-parallel longest common subsequence of two ranges, with its matches written to `match`. */
function lcs(
  a: readonly number[],
  a0: number,
  a1: number,
  b: readonly number[],
  b0: number,
  b1: number,
  match: Int32Array,
): void {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) match[a0++] = b0++;
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) match[--a1] = --b1;
  const n = a1 - a0;
  const m = b1 - b0;
  if (n <= 0 || m <= 0 || n * m > MAX_LCS_CELLS) return;
  const wordsPerRow = Math.ceil(m / 31);
  const masks = new Map<number, Int32Array>();
  for (let j = 0; j < m; j++) {
    const hash = b[b0 + j]!;
    let mask = masks.get(hash);
    if (!mask) {
      mask = new Int32Array(wordsPerRow);
      masks.set(hash, mask);
    }
    mask[Math.floor(j / 31)]! |= 1 << (j % 31);
  }
  const LOW = 0x7fffffff;
  const rows: Int32Array[] = [new Int32Array(wordsPerRow).fill(LOW)];
  for (let i = 0; i < n; i++) {
    const previous = rows[i]!;
    const mask = masks.get(a[a0 + i]!);
    if (!mask) {
      rows.push(previous);
      continue;
    }
    const row = new Int32Array(wordsPerRow);
    let carry = 0;
    for (let w = 0; w < wordsPerRow; w++) {
      const v = previous[w]!;
      const u = v & mask[w]!;
      const total = v + u + carry;
      carry = total > LOW ? 1 : 0;
      row[w] = ((total & LOW) | (v & ~mask[w]!)) & LOW;
    }
    rows.push(row);
  }
  // A zero bit j of row i means: the subsequence grows at column j within the first i words.
  let j = m - 1;
  for (let i = n; i > 0 && j >= 0; ) {
    const bit = 1 << (j % 31);
    const w = Math.floor(j / 31);
    if ((rows[i]![w]! & bit) !== 0) j--;
    else if ((rows[i - 1]![w]! & bit) === 0) i--;
    else {
      match[a0 + i - 1] = b0 + j;
      i--;
      j--;
    }
  }
}

/** Share of a block's words in runs of three or more, or in a run that is a whole line's begin or end. */
function shareOf(match: Int32Array, from: number, to: number, gold: GoldWords, used: Uint8Array): number {
  let good = 0;
  for (let i = from; i < to; ) {
    if (match[i]! < 0) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < to && match[end] === match[end - 1]! + 1) end++;
    const whole = end - i === to - from;
    const lineStart = gold.lineStart[match[i]!] === 1;
    const lineEnd = match[end - 1]! + 1 >= gold.hashes.length || gold.lineStart[match[end - 1]! + 1] === 1;
    const joins = i > 0 && match[i - 1]! >= 0 && match[i - 1]! === match[i]! - 1;
    if (end - i >= 4 || (whole && (lineStart || lineEnd || joins)) || (!whole && end - i >= 2)) {
      good += end - i;
      for (let k = i; k < end; k++) used[match[k]!] = 1;
    }
    i = end;
  }
  return to > from ? good / (to - from) : 0;
}

/** Long blocks whose text the gold holds elsewhere (moved or repeated text) still count. */
function secondChance(
  page: readonly number[],
  starts: readonly number[],
  gold: readonly number[],
  used: Uint8Array,
  shares: Float32Array,
): void {
  const RUN = 5;
  const left = new Map<string, number>();
  for (let g = 0; g + RUN <= gold.length; g++) {
    if (used[g] === 1) continue;
    const k = gold.slice(g, g + RUN).join(' ');
    left.set(k, (left.get(k) ?? 0) + 1);
  }
  for (let b = 0; b + 1 < starts.length; b++) {
    const from = starts[b]!;
    const to = starts[b + 1]!;
    if (to - from < RUN + 1 || shares[b]! > 0.4) continue;
    let hits = 0;
    for (let i = from; i + RUN <= to; i++) {
      const k = page.slice(i, i + RUN).join(' ');
      const count = left.get(k) ?? 0;
      if (count > 0) {
        hits++;
        left.set(k, count - 1);
      }
    }
    const share = hits / (to - from - RUN + 1);
    if (share > shares[b]!) shares[b] = share;
  }
}
