#!/usr/bin/env node
// Fuzzing, on demand: mutations of the project's own pages and documents of every kind.
//   node tools/fuzz.mjs [--seconds 600] [--seed N]
// Looks for exceptions and faults, outcomes outside of the closed union, unpaired surrogates, output that differs between two
// runs, and time out of proportion. Each input has a seed of its own, which makes it again: `--seed N --seconds 0` runs that one.
// Writes what it finds to fuzz-<seed>.<kind> in the working directory and exits 1. Reads build/.
import { writeFileSync } from 'node:fs';
import { OUTCOME_REASONS } from '../build/contract/failure.js';
import { convertInput } from './growth/convert.mjs';
import { makeInput } from './growth/mutate.mjs';

const args = process.argv.slice(2);
const valueAfter = (name, fallback) =>
  args.includes(name) ? Number(args[args.indexOf(name) + 1]) : fallback;
const seconds = valueAfter('--seconds', 600);
const first = valueAfter('--seed', 1);
/** Most CPU of an input: of any size, and for each of its bytes. A pause of the machine is no finding: it is run again. */
const FREE_MS = 1500;
const MS_PER_BYTE = 0.04;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

async function timed(input) {
  const from = process.cpuUsage();
  const answer = await convertInput(input.source, input);
  const { user, system } = process.cpuUsage(from);
  return { answer, ms: (user + system) / 1000 };
}

/** What is wrong with an input's conversion; null when nothing is. */
async function wrongWith(input) {
  const most = FREE_MS + MS_PER_BYTE * input.source.length;
  const one = await timed(input);
  const other = await timed(input);
  const { markdown, text, metadata, outcome, faults } = one.answer;
  if (outcome !== 'ok' && !OUTCOME_REASONS.includes(outcome)) return `outcome ${outcome}`;
  if (faults.length > 0) return `fault: ${JSON.stringify(faults)}`;
  if (JSON.stringify(one.answer) !== JSON.stringify(other.answer)) return 'two runs differ';
  if (LONE.test(markdown) || LONE.test(text) || LONE.test(Object.values(metadata).join('\n')))
    return 'an unpaired surrogate';
  const ms = Math.min(one.ms, other.ms);
  return ms > most ? `${ms.toFixed(0)} ms for ${input.source.length} bytes` : null;
}

const end = performance.now() + seconds * 1000;
let seed = first;
let found = 0;
process.on('uncaughtExceptionMonitor', () => console.log(`seed ${seed} ends the process`));
do {
  const input = makeInput(seed);
  const wrong = await wrongWith(input).catch((thrown) => `threw ${thrown?.stack ?? thrown}`);
  if (wrong !== null) {
    found++;
    const file = `fuzz-${seed}.${input.kind}`;
    writeFileSync(file, input.source);
    console.log(`seed ${seed}, ${input.kind}, ${input.name}: ${wrong} (${file})`);
  }
  seed++;
} while (performance.now() < end);
console.log(`fuzz: ${seed - first} inputs from seed ${first}, ${found} found`);
if (found > 0) process.exitCode = 1;
