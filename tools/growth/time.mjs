import { parse } from 'parse5';
import { convertInput } from './convert.mjs';
import { sizeOf } from './judge.mjs';

/** CPU below which a conversion says nothing. */
const LEAST_MS = 50;
const ROUNDS = 5;
/** Times that an input fails in a row before it is believed: a busy machine only ever adds. */
const TRIES = 3;
/** Most growth for twice the input, and most CPU beside parse5's own parse of the same bytes. */
const BOUND = 2.3;
const MAX_PARSES = 20;
const MAX_BYTES = 2_000_000;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Least CPU of each run in some rounds, in turns, in milliseconds. */
async function best(runs, rounds = ROUNDS) {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    for (const [i, run] of runs.entries()) {
      const from = cpuMs();
      await run();
      least[i] = Math.min(least[i], cpuMs() - from);
    }
  return least;
}

/** The smallest size, doubled from 16 KB, whose conversion takes long enough; null when none does. */
async function sizeToTime(input) {
  for (let n = sizeOf(input, 16_384); ; n *= 2) {
    const source = input.make(n);
    if (source.length > MAX_BYTES) return null;
    const [ms] = await best([() => convertInput(source, input)], 2);
    if (ms >= LEAST_MS) return n;
  }
}

/** Times an input and one of twice its size: null when both are in proportion, else what is not. */
export async function time(input) {
  const n = await sizeToTime(input);
  if (n === null) return null;
  const [small, large] = [input.make(n), input.make(2 * n)];
  const parsed = typeof large === 'string' ? large : Buffer.from(large).toString('latin1');
  let what = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const runs = [() => convertInput(small, input), () => convertInput(large, input), () => parse(parsed)];
    const [smallMs, largeMs, parseMs] = await best(runs);
    const [growth, parses] = [largeMs / smallMs, largeMs / parseMs];
    const isDear = input.kind === 'html' && parses > MAX_PARSES;
    if (growth <= BOUND && !isDear) return null;
    what = `CPU ×${growth.toFixed(2)}, ${parses.toFixed(1)} × parse5's parse (${largeMs.toFixed(0)} ms)`;
  }
  return { name: `${input.kind}: ${input.name}`, bytes: large.length, what, place: '' };
}
