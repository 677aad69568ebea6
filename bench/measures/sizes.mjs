import { article, sectionsIn } from '../article.mjs';
import { ConverterProcess } from '../converter-process.mjs';

const KIB = 1024;
/** CPU of conversions before the first that is timed: a compiler that optimises as it runs is done by then. */
const WARM_UP_MS = 6000;
const WARM_UP_KIB = 128;
const ROUNDS = 4;
/** A conversion that costs more is not repeated: noise is small beside it. */
const LONG_MS = 2000;
/** The clock may run so many times as long as the CPU before a conversion is given up: the machine may be busy. */
const CLOCK_TO_CPU = 4;

/**
 * CPU and peak memory against the size of a page: one article, its sections repeated. For every size the converters
 * take turns, the least of four rounds counts. One that loses a section or fails is not timed there and on no larger
 * page, one that needs more than `limitMs` of CPU on no larger page; `ended` says why.
 */
export async function measureSizes({ adapterOf, converters, sizesKib, limitMs }) {
  const running = converters.map(({ id }) => ({
    id,
    process: new ConverterProcess(adapterOf(id), { timeoutMs: limitMs * CLOCK_TO_CPU }),
    row: { points: [], ended: null },
  }));
  for (const { process } of running) await warmUp(process);
  for (const kib of sizesKib) {
    const { html, sections } = article(kib * KIB);
    const points = new Map();
    for (let round = 0; round < ROUNDS; round++)
      for (const { id, process, row } of running) {
        if (row.ended || points.get(id)?.cpuMs > LONG_MS) continue;
        const answer = await process.convert({ html, url: 'https://example.com/article' });
        const lost = sections - sectionsIn(answer.markdown);
        if (answer.error) row.ended = `${answer.error} at ${kib} KiB`;
        else if (lost > 0) row.ended = `${lost} of ${sections} sections lost at ${kib} KiB`;
        if (row.ended) continue;
        const cpuMs = Math.min(answer.cpuMs, points.get(id)?.cpuMs ?? Number.POSITIVE_INFINITY);
        points.set(id, { kib: html.length / KIB, cpuMs, peakMib: answer.peakMib });
      }
    for (const { id, row } of running) {
      if (row.ended || !points.has(id)) continue;
      row.points.push(points.get(id));
      if (points.get(id).cpuMs > limitMs) row.ended = `more than ${limitMs / 1000} s at ${kib} KiB`;
    }
  }
  for (const { process } of running) process.close();
  return Object.fromEntries(running.map(({ id, row }) => [id, { ...row, growth: growthOf(row.points) }]));
}

async function warmUp(process) {
  const { html } = article(WARM_UP_KIB * KIB);
  for (let cpuMs = 0; cpuMs < WARM_UP_MS; ) {
    const answer = await process.convert({ html, url: 'https://example.com/article' });
    if (answer.error) return;
    cpuMs += Math.max(1, answer.cpuMs);
  }
}

/** By how much a page of twice the size costs more, over the upper half of the sizes; 2 is in proportion. */
function growthOf(points) {
  if (points.length < 2) return null;
  const small = points[Math.max(0, points.length - 3)];
  const large = points[points.length - 1];
  return 2 ** (Math.log(large.cpuMs / small.cpuMs) / Math.log(large.kib / small.kib));
}
