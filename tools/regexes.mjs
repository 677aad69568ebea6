#!/usr/bin/env node
// Checks that every regular expression of src/ matches in time linear in its text. Exits 1 with one line for each that
// does not. One whose text is short whatever a page holds says so beside it: `// linear: at most 100 characters.`
// What it found linear is remembered in `tools/regexes.linear.txt`, an expression a line, for one version of the checker
// and its limits. The file is committed: a new expression shows there as a new line, and `--fresh` judges all anew.
// usage: node tools/regexes.mjs [--fresh] [root]      root: folder that holds src/ (default: this project)
//        --fresh: judge every expression anew, as `npm run check:full` does
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { readSource } from './read-source.mjs';
import { sourceFiles } from './source-files.mjs';

/** The reason why a regular expression that is not linear takes no time. */
const REASON = /^[\s*]*linear: \S/;
/** Without repetition the work at every place of the text has a bound. */
const MAY_REPEAT = /[*+{]/;
/**
 * Enough for the slowest on a busy machine; what is not decided by then counts as not linear. Attacks are bounded by
 * their steps, not by their time, so that nothing fails because a machine is slow.
 */
const LIMITS = { timeout: 600_000, attackTimeout: null };
/** As many as a machine of CI has cores. */
const AT_A_TIME = 4;

/** Regular expressions of a file: literals, and constructed ones, whose `source` is null when it is not a constant. */
function regexesOf(root, file) {
  const { text, program, comments } = readSource(root, file);
  const constants = constantsOf(program);
  const reasons = linesBelowReasons(text, comments);
  const found = [];
  const add = (node, statement, source, flags) => {
    const line = lineOf(text, node.start);
    const reason = reasons.has(line) || reasons.has(lineOf(text, statement.start));
    found.push({ place: `${file}:${line}`, source, flags, reason });
  };
  const visit = (node, above) => {
    const statement = /(?:Statement|Declaration)$/.test(node.type) ? node : above;
    if (node.type === 'Literal' && node.regex) add(node, statement, node.regex.pattern, node.regex.flags);
    else if (node.type === 'NewExpression' && node.callee.name === 'RegExp') {
      const [source, flags] = node.arguments;
      add(node, statement, constantText(source, constants), flags ? constantText(flags, constants) : '');
    }
    for (const child of Object.values(node).flat()) if (child?.type) visit(child, statement);
  };
  visit(program, program);
  return found;
}

/** Number, from 1 on, of the line at a position. */
const lineOf = (text, position) => text.slice(0, position).split('\n').length;

/** Lines that have a block of comment right above them, a line of which gives a reason. */
function linesBelowReasons(text, comments) {
  const lines = new Set();
  let reasonEnds = 0;
  for (const { value, start, end } of comments) {
    const [first, last] = [lineOf(text, start), lineOf(text, end)];
    if (first > reasonEnds) reasonEnds = 0;
    if (value.split('\n').some((line) => REASON.test(line))) reasonEnds = last + 1;
    else if (reasonEnds > 0) reasonEnds = last + 1;
    if (reasonEnds > 0) lines.add(reasonEnds);
  }
  return lines;
}

/** Initialisers of the constants of a file, by name. */
function constantsOf(program) {
  const constants = new Map();
  for (const statement of program.body)
    for (const { id, init } of (statement.declaration ?? statement).declarations ?? [])
      if (init) constants.set(id.name, init);
  return constants;
}

/** The text that an expression stands for when it is made of constants alone; else null. */
function constantText(node, constants) {
  const textOf = (part) => constantText(part, constants);
  const all = (parts) => (parts.includes(null) ? null : parts);
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null;
    case 'Identifier':
      return constants.has(node.name) ? textOf(constants.get(node.name)) : null;
    case 'TemplateLiteral': {
      const values = all(node.expressions.map(textOf));
      return values && node.quasis.map(({ value }, i) => value.cooked + (values[i] ?? '')).join('');
    }
    case 'BinaryExpression':
      return node.operator === '+' ? (all([node.left, node.right].map(textOf))?.join('') ?? null) : null;
    case 'CallExpression': {
      const { object: list, property } = node.callee;
      if (property?.name !== 'join' || list.type !== 'ArrayExpression' || node.arguments.length !== 1)
        return null;
      const parts = all([...list.elements, node.arguments[0]].map(textOf));
      return parts?.slice(0, -1).join(parts.at(-1));
    }
    default:
      return null;
  }
}

/** What is wrong with a regular expression; null for one that is linear or says why it need not be. */
async function problemOf({ source, flags, reason }, verdicts) {
  if (reason) return null;
  if (source === null) return 'is not made of constants: say why it is linear';
  if (!MAY_REPEAT.test(source)) return null;
  return verdicts.of(source, flags);
}

/** Asks the checker; null when it finds the expression linear. */
async function judge(source, flags) {
  // recheck does not know the flag `v`; nothing here needs what it adds to `u`.
  const { status, complexity, attack } = await check(source, flags.replace('v', 'u'), LIMITS);
  if (status === 'safe') return null;
  if (status === 'unknown') return 'was not decided in time: write it simpler';
  return `is ${complexity.summary}, on ${attack.pattern.slice(0, 200)}`;
}

/** Verdicts by expression; what this checker found linear in an earlier run is not judged again. */
function rememberedVerdicts(root, isFresh) {
  const file = path.join(root, 'tools', 'regexes.linear.txt');
  const { version } = createRequire(import.meta.url)('recheck/package.json');
  const checker = `recheck ${version} ${JSON.stringify(LIMITS)}`;
  const known = isFresh ? new Set() : readLinear(file, checker);
  const asked = new Map();
  return {
    of(source, flags) {
      const key = `/${source.replaceAll('\n', '\\n')}/${flags}`;
      if (!asked.has(key)) asked.set(key, known.has(key) ? null : judge(source, flags));
      return asked.get(key);
    },
    /** Keeps what this run asked for and found linear, so that the file does not grow. */
    async save() {
      const linear = [];
      for (const [key, problem] of asked) if ((await problem) === null) linear.push(key);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.${process.pid}`, `${[checker, ...linear.sort()].join('\n')}\n`);
      renameSync(`${file}.${process.pid}`, file);
    },
    judged: () => [...asked.keys()].filter((key) => !known.has(key)).length,
  };
}

/** The expressions that this checker found linear; none where the file is missing or another checker's. */
function readLinear(file, checker) {
  try {
    const [writtenBy, ...linear] = readFileSync(file, 'utf8').trimEnd().split('\n');
    return new Set(writtenBy === checker ? linear : []);
  } catch {
    return new Set();
  }
}

/** Every regular expression of `root`/src, each judged once. Throws when the reader saw none. */
async function checkRegexes(root, { isFresh }) {
  const regexes = sourceFiles(root).flatMap((file) => regexesOf(root, file));
  if (regexes.length === 0) throw new Error('regexes: found none; is this the root of the project?');
  const verdicts = rememberedVerdicts(root, isFresh);
  const queue = [...regexes];
  const broken = [];
  const work = async () => {
    for (let regex = queue.shift(); regex !== undefined; regex = queue.shift()) {
      const problem = await problemOf(regex, verdicts);
      if (problem !== null) broken.push(`${regex.place} /${regex.source ?? '…'}/ ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await verdicts.save();
  return { regexes: regexes.length, judged: verdicts.judged(), broken: broken.sort() };
}

const [isFresh, given] = [
  process.argv.includes('--fresh'),
  process.argv.slice(2).find((arg) => arg !== '--fresh'),
];
const root = path.resolve(given ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const { regexes, judged, broken } = await checkRegexes(root, { isFresh });
for (const line of broken) console.error(`regexes: ${line}`);
console.log(
  `regexes: ${regexes} regular expressions, ${broken.length} not linear (${judged} judged, the others remembered)`,
);
// The checker keeps a process of its own, which would keep this one.
process.exit(broken.length ? 1 : 0);
