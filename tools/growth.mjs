#!/usr/bin/env node
// The growth gate: whether the work of a conversion stays in proportion to its page or document.
//   node tools/growth.mjs [--short] [--only TEXT] [--no-time]
// Every case of the construct suite and every reader of documents, made as long, as deep, as repeated and as malformed: for
// twice the input the steps of the core's budget and the blocks of code that V8 executes may grow by 2.1. Both are counts, the
// same on every run. CPU is the second witness, for pages and documents of one dimension each.
// --short: one case of six, in one shape, nothing timed. Reads build/. Prints what grows too fast and exits 1.
import { spawn } from 'node:child_process';
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

/** Judges the inputs of one part in this process: counts or times them. Prints a line for each that grows too fast. */
async function runHere([number, parts], isTimed) {
  const all = (isTimed ? DIMENSION_INPUTS : inputs(isShort)).filter(
    ({ kind, name }) => only === undefined || `${kind}: ${name}`.includes(only),
  );
  const own = all.filter((_, i) => i % parts === number);
  if (!isTimed) startCounting();
  for (const input of own) {
    const found = await (isTimed ? time(input) : judge(input));
    if (found !== null)
      console.log(`GROWS  ${found.name}: ${found.what} for twice ${found.bytes >> 1} bytes ${found.place}`);
  }
  console.log(`judged ${own.length}`);
}

/** Runs parts of the work in processes of their own; gives the lines that they print. */
async function runApart(parts, ...more) {
  const outputs = await Promise.all(
    Array.from({ length: parts }, async (_, number) => {
      const child = spawn(
        process.execPath,
        [fileURLToPath(import.meta.url), ...args, '--part', `${number}/${parts}`, ...more],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
        for (const line of String(chunk).split('\n')) if (line.startsWith('GROWS')) console.log(line);
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      if (code !== 0)
        throw new Error(`Part ${number} of the growth gate ended with ${code}; see its output above.`);
      return output;
    }),
  );
  return outputs.join('').split('\n');
}

if (part !== undefined) await runHere(part, given.timed);
else {
  const began = performance.now();
  const lines = await runApart(availableParallelism());
  // One process, so that nothing else of ours is at work beside it.
  if (!isShort && !given['no-time']) lines.push(...(await runApart(1, '--timed')));
  const judged = lines.reduce((sum, line) => sum + Number(/^judged (\d+)/.exec(line)?.[1] ?? 0), 0);
  const steep = lines.filter((line) => line.startsWith('GROWS')).length;
  console.log(
    `growth: ${judged} inputs, ${steep} grow too fast, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  if (steep > 0 || judged === 0) process.exitCode = 1;
}
