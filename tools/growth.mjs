#!/usr/bin/env node
// The growth gate: whether the work of a conversion stays in proportion to its page or document.
//   node tools/growth.mjs [--short] [--only TEXT] [--no-time]
// Every case of the construct suite and every reader of documents, made as long, as deep, as repeated and as malformed: for
// twice the input the steps of the core's budget and the blocks of code that V8 executes may grow by 2.1. Both are counts, the
// same on every run. CPU is the second witness, for pages and documents of one dimension each.
// --short: one case of twelve, in one shape, nothing timed. Reads build/. Prints what grows too fast and exits 1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCounting } from './growth/count-blocks.mjs';
import { DIMENSION_INPUTS, inputs } from './growth/inputs.mjs';
import { judge } from './growth/judge.mjs';
import { time } from './growth/time.mjs';

const args = process.argv.slice(2);
const { values: given } = parseArgs({
  args,
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    'no-time': { type: 'boolean', default: false },
    part: { type: 'string' },
    timed: { type: 'boolean', default: false },
  },
});
const { only, short: isShort } = given;
const part = given.part?.split('/').map(Number);
const isWanted = ({ kind, name }) => only === undefined || `${kind}: ${name}`.includes(only);
/** Processes in which an input must be timed as too slow: a busy machine and the collector only ever add. */
const TRIES = 3;
const isSteep = (line) => line.startsWith('GROWS');

/** Judges the inputs of one part in this process: counts or times them. Prints a line for each that grows too fast. */
async function runHere([number, parts], isTimed) {
  const all = (isTimed ? DIMENSION_INPUTS : inputs(isShort)).filter(isWanted);
  const own = all.filter((_, i) => i % parts === number);
  if (!isTimed) startCounting();
  for (const input of own) {
    const found = await (isTimed ? time(input) : judge(input));
    if (found !== null)
      console.log(`GROWS  ${found.name}: ${found.what} for twice ${found.bytes >> 1} bytes ${found.place}`);
  }
  console.log(`judged ${own.length}`);
}

/** Judges one part of the inputs in a process of its own; gives the lines that it prints. */
async function runApart(number, parts, ...more) {
  const program = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [program, ...args, '--part', `${number}/${parts}`, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`Part ${number} of the growth gate ended with ${code}; see its output above.`);
  return output.trim().split('\n');
}

/** Counts all inputs, a process for each core. */
async function countAll() {
  const parts = availableParallelism();
  return (await Promise.all(Array.from({ length: parts }, (_, i) => runApart(i, parts)))).flat();
}

/**
 * Times each input in a process of its own, one after the other: code is compiled for one kind of work, and nothing of ours is at
 * work beside it.
 */
async function timeAll() {
  const { length } = DIMENSION_INPUTS.filter(isWanted);
  const lines = [];
  for (let i = 0; i < length; i++) {
    let found = [];
    for (let tried = 0; tried < TRIES; tried++) {
      found = await runApart(i, length, '--timed');
      if (!found.some(isSteep)) break;
    }
    lines.push(...found);
  }
  return lines;
}

if (part !== undefined) await runHere(part, given.timed);
else {
  const began = performance.now();
  const lines = [...(await countAll()), ...(isShort || given['no-time'] ? [] : await timeAll())];
  const judged = lines.reduce((sum, line) => sum + Number(/^judged (\d+)/.exec(line)?.[1] ?? 0), 0);
  const steep = lines.filter(isSteep);
  for (const line of steep) console.log(line);
  console.log(
    `growth: ${judged} inputs, ${steep.length} grow too fast, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  if (steep.length > 0 || judged === 0) process.exitCode = 1;
}
