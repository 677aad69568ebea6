import { ConverterProcess } from '../converter-process.mjs';
import { scorePage } from '../score.mjs';

const WARM_UP_ROUNDS = 2;
/** A converter is timed when it gives at least half the words of at least half the pages. */
const LEAST_RECALL = 0.5;
const LEAST_SHARE = 0.5;

/**
 * CPU of whole conversions, page by page, every converter on the same page before the next: pairs, so that a busy
 * machine is busy for all. The least of `rounds` counts, after two rounds that warm up and check the answers.
 */
export async function measureSpeed({ set, adapterOf, converters, rounds }) {
  const processes = new Map(converters.map(({ id }) => [id, new ConverterProcess(adapterOf(id))]));
  const least = new Map(converters.map(({ id }) => [id, set.pages.map(() => Number.POSITIVE_INFINITY)]));
  const good = new Map(converters.map(({ id }) => [id, 0]));
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++)
    for (const [at, page] of set.pages.entries())
      for (const [id, process] of processes) {
        if (round > 0 && good.get(id) < set.pages.length * LEAST_SHARE) continue;
        const { markdown, cpuMs, error } = await process.convert(page);
        if (round === 0 && isGood(markdown, page)) good.set(id, good.get(id) + 1);
        if (round >= WARM_UP_ROUNDS && !error) least.get(id)[at] = Math.min(least.get(id)[at], cpuMs);
      }
  for (const process of processes.values()) process.close();
  return rowsOf({ set, least, good });
}

const isGood = (markdown, page) => scorePage(markdown, page.label).recall >= LEAST_RECALL;

/** Ratios are over the pages that both answered. */
function rowsOf({ set, least, good }) {
  const bytes = set.pages.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0);
  const own = least.get('pagemark');
  const rows = {};
  for (const [id, times] of least) {
    const both = set.pages
      .map((_, i) => i)
      .filter((i) => Number.isFinite(times[i]) && Number.isFinite(own[i]));
    const sum = (list) => both.reduce((total, i) => total + list[i], 0);
    const isTimed = both.length >= set.pages.length * LEAST_SHARE;
    rows[id] = {
      good: good.get(id),
      pages: set.pages.length,
      cpuMsPerPage: isTimed ? sum(times) / both.length : null,
      ratio: isTimed ? sum(times) / sum(own) : null,
      bytes,
    };
  }
  return rows;
}
