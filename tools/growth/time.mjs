import { parse } from 'parse5';
import { convertInput } from './convert.mjs';
import { sizeOf } from './judge.mjs';

/** CPU below which a conversion says nothing. */
const LEAST_MS = 50;
const ROUNDS = 5;
/** Conversions after which V8 has optimised what is run most. */
const WARM_UP_RUNS = 20;
/** Times that an input is measured before it is believed to fail, by the least of all: a busy machine only ever adds. */
const TRIES = 3;
/** Most growth for twice the input, or so much beyond parse5's own; and most CPU beside parse5's parse of the same bytes. */
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

/** The smallest size, doubled from 16 KB, whose conversion takes long enough in optimised code; null when none does. */
async function sizeToTime(input) {
  const least = sizeOf(input, 16_384);
  for (let run = 0; run < WARM_UP_RUNS; run++) await convertInput(input.make(least), input);
  for (let n = least; ; n *= 2) {
    const source = input.make(n);
    if (source.length > MAX_BYTES) return null;
    const run = () => convertInput(source, input);
    // The least of more rounds is not above the first.
    const [first] = await best([run], 1);
    if (first >= LEAST_MS && (await best([run]))[0] >= LEAST_MS) return n;
  }
}

/** Times an input and one of twice its size: null when both are in proportion, else what is not. */
export async function time(input) {
  const n = await sizeToTime(input);
  if (n === null) return null;
  const sources = [input.make(n), input.make(2 * n)];
  const parsed = sources.map((source) =>
    typeof source === 'string' ? source : Buffer.from(source).toString('latin1'),
  );
  const runs = [
    ...sources.map((source) => () => convertInput(source, input)),
    ...parsed.map((text) => () => parse(text)),
  ];
  let what = '';
  let least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await best(runs);
    least = least.map((ms, i) => Math.min(ms, found[i]));
    const [smallMs, largeMs, smallParseMs, largeParseMs] = least;
    const growth = largeMs / smallMs;
    const ofParse = largeParseMs / smallParseMs;
    const parses = largeMs / largeParseMs;
    const isSteep = growth > BOUND * Math.max(1, ofParse / 2);
    if (!isSteep && !(input.kind === 'html' && parses > MAX_PARSES)) return null;
    what = `CPU ×${growth.toFixed(2)} (parse5 ×${ofParse.toFixed(2)}), ${parses.toFixed(1)} × parse5's parse (${largeMs.toFixed(0)} ms)`;
  }
  return { name: `${input.kind}: ${input.name}`, bytes: sources[1].length, what, place: '' };
}
