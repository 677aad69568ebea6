import { parse } from 'parse5';
import { convertInput } from './convert.mjs';
import { sizeOf } from './judge.mjs';

/** CPU below which a conversion says nothing. */
const LEAST_MS = 50;
const ROUNDS = 5;
/** Conversions after which V8 has optimised what is run most. */
const WARM_UP_RUNS = 20;
/** Most growth for twice the input, or so much beyond parse5's own; and most CPU beside parse5's parse of the same bytes. */
const BOUND = 2.3;
const MAX_PARSES = 20;
const MAX_BYTES = 2_000_000;
/** Times the least CPU, from which a steep input is not made larger still. */
const ENOUGH = 10;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const convert = (source, input) => (input.convert ?? convertInput)(source, input);

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

/**
 * The smallest size, doubled from 16 KB, whose conversion takes long enough in optimised code; null when none does, as of an
 * input that is as deep as its reader lets it be and grows no more.
 */
async function sizeToTime(input, leastMs) {
  const least = sizeOf(input, 16_384);
  for (let run = 0; run < WARM_UP_RUNS; run++) await convert(input.make(least), input);
  for (let n = least, bytes = 0; ; n *= 2) {
    const source = input.make(n);
    if (source.length > MAX_BYTES || source.length <= bytes) return null;
    bytes = source.length;
    const run = () => convert(source, input);
    // The least of more rounds is not above the first.
    const [first] = await best([run], 1);
    if (first >= leastMs && (await best([run]))[0] >= leastMs) return n;
  }
}

/** Times an input and one of twice its size: null when both are in proportion, else what is not. */
async function timeDoubling(input, n) {
  const sources = [input.make(n), input.make(2 * n)];
  const parsed = sources.map((source) =>
    typeof source === 'string' ? source : Buffer.from(source).toString('latin1'),
  );
  const [smallMs, largeMs, smallParseMs, largeParseMs] = await best([
    ...sources.map((source) => () => convert(source, input)),
    ...parsed.map((text) => () => parse(text)),
  ]);
  const growth = largeMs / smallMs;
  const ofParse = largeParseMs / smallParseMs;
  const parses = largeMs / largeParseMs;
  const isSteep = growth > BOUND * Math.max(1, ofParse / 2);
  if (!isSteep && !(input.kind === 'html' && parses > MAX_PARSES)) return null;
  const what = `CPU ×${growth.toFixed(2)} (parse5 ×${ofParse.toFixed(2)}), ${parses.toFixed(1)} × parse5's parse (${largeMs.toFixed(0)} ms)`;
  return {
    name: `${input.kind}: ${input.name}`,
    bytes: sources[1].length,
    what,
    place: '',
    isSteep,
    largeMs,
  };
}

/**
 * What of an input's CPU is out of proportion; null when nothing is. The size at which the collector of garbage has to copy makes
 * one step, where work that grows too fast does so at each doubling: a steep input is measured at larger sizes, to 2 MB or ten times
 * the least CPU.
 */
export async function time(input, leastMs = LEAST_MS) {
  const first = await sizeToTime(input, leastMs);
  if (first === null) return null;
  for (let n = first; ; n *= 2) {
    const found = await timeDoubling(input, n);
    if (!found?.isSteep || found.bytes > MAX_BYTES || found.largeMs > ENOUGH * leastMs) return found;
  }
}
