#!/usr/bin/env node
// Fuzzing, on demand: mutations of the project's own pages and documents of every kind.
//   node tools/fuzz.mjs [--seconds 600] [--seed N]
// Looks for exceptions and faults, outcomes outside of the closed union, unpaired surrogates, output that differs between two
// runs, and time out of proportion. Each input has a seed of its own, which makes it again: `--seed N --seconds 0` runs that one.
// Writes what it finds to fuzz-<seed>.<kind> in the working directory and exits 1. Reads build/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { OUTCOME_REASONS } from '../build/contract/failure.js';
import { convertInput } from './growth/convert.mjs';
import { inputs } from './growth/inputs.mjs';

/** Numbers from 0 to 1 in an order that the seed decides (mulberry32). */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PDFS = new URL('../fixtures/made/pdf/', import.meta.url);
const pdfs = readdirSync(PDFS)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => ({
    name,
    kind: 'pdf',
    options: {},
    make: () => new Uint8Array(readFileSync(new URL(name, PDFS))),
  }));
const ALL = [...inputs(false), ...pdfs];
const byKind = Map.groupBy?.(ALL, ({ kind }) => kind) ?? groupByKind();
function groupByKind() {
  const groups = new Map();
  for (const one of ALL) groups.set(one.kind, [...(groups.get(one.kind) ?? []), one]);
  return groups;
}
const KINDS = [...byKind.keys()];

/** Pieces that mean something to one of the parsers. */
const PIECES = [
  '<',
  '>',
  '</',
  '<p>',
  '</div>',
  '<table>',
  '<tr><td colspan=9999 rowspan=65534>',
  '<b><i>',
  '<a href="',
  '<math><mi>',
  '<svg>',
  '<template shadowrootmode=open>',
  '<select>',
  '<pre>',
  '<!--',
  '<![CDATA[',
  '&#xd800;',
  '&amp',
  '\0',
  '\ud83d',
  '\u202e',
  '\u{e0041}',
  '**',
  '_',
  '`',
  '~~~\n',
  '> ',
  '- ',
  '1. ',
  '|',
  '[^1]',
  '[^1]: ',
  '](',
  '$$',
  '\n\n',
  '\t',
  '    ',
  '"',
  '\\',
  '{',
  '[',
  ',',
  'q Q ',
  'BT ',
  '(',
  ')',
  '<</',
  'endobj',
];

function mutateText(text, random) {
  const at = () => Math.floor(random() * (text.length + 1));
  const length = () => Math.floor(random() ** 3 * 2000);
  const piece = () => PIECES[Math.floor(random() * PIECES.length)];
  for (let changes = 1 + Math.floor(random() * 12); changes > 0; changes--) {
    const [from, size] = [at(), length()];
    const parts = [text.slice(0, from), text.slice(from, from + size), text.slice(from + size)];
    switch (Math.floor(random() * 6)) {
      case 0:
        text = parts[0] + parts[2];
        break;
      case 1:
        text = parts[0] + parts[1].repeat(1 + Math.floor(random() * 20)) + parts[2];
        break;
      case 2:
        text = parts[0] + piece() + parts[1] + parts[2];
        break;
      case 3:
        text = parts[0] + piece().repeat(Math.floor(random() ** 3 * 3000)) + parts[1] + parts[2];
        break;
      case 4:
        text = text.slice(at(), at() + 1) + parts[2] + parts[0];
        break;
      default:
        text = parts[0] + parts[1].replace(/[<>"'/]/g, () => (random() < 0.5 ? '' : piece())) + parts[2];
    }
    if (text.length > 300_000) text = text.slice(0, 300_000);
  }
  return text;
}

function mutateBytes(bytes, random) {
  const changed = bytes.slice(0, random() < 0.2 ? Math.floor(random() * bytes.length) : bytes.length);
  for (let changes = Math.floor(random() * 30); changes > 0 && changed.length > 0; changes--)
    changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
  return changed;
}

/** The input of a seed: one of the gate's, of any kind alike, or two of a kind behind each other, changed at random. */
function makeInput(seed) {
  const random = randomOf(seed);
  const group = byKind.get(KINDS[Math.floor(random() * KINDS.length)]);
  const pick = () => group[Math.floor(random() * group.length)];
  const { name, kind, options, make } = pick();
  const made = make(1 + Math.floor(random() ** 3 * 40));
  if (typeof made !== 'string') return { name, kind, options, source: mutateBytes(made, random) };
  const more = random() < 0.4 ? pick().make(1 + Math.floor(random() ** 3 * 20)) : '';
  return { name, kind, options, source: mutateText(made + more, random) };
}

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
