#!/usr/bin/env node
// Checks that every regular expression of src/ matches in time linear in its text. Exits 1 with one line for each that
// does not. One whose text is short whatever a page holds says so beside it: `// linear: at most 100 characters.`
// usage: node scripts/regexes.mjs [root]      root: folder that holds src/ (default: this project)
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';

/** Files that only tests read. */
const TEST_MATERIAL = /\.(test|fixture|d)\.ts$|(^|\/)constructs\//;
/** The reason why a regular expression that is not linear takes no time. */
const REASON = /^\s*(?:\/\/|\*|\/\*\*?)\s*linear: \S/;
/** Without repetition the work at every place of the text has a bound. */
const MAY_REPEAT = /[*+{]/;
/**
 * Enough for the slowest on a busy machine; what is not decided by then counts as not linear. Attacks are bounded by
 * their steps, not by their time, so that nothing fails because a machine is slow.
 */
const LIMITS = { timeout: 60_000, attackTimeout: null };
/** As many as a machine of CI has cores. */
const AT_A_TIME = 4;

/** Regular expressions of a file: literals, and constructed ones, whose `source` is null when it is not a constant. */
function regexesOf(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(tree);
  const found = [];
  const add = (node, source, flags) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push({ place: `${file}:${line + 1}`, source, flags, reason: hasReason(tree, node) });
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      add(node, constantText(source, constants), flags ? constantText(flags, constants) : '');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Initialisers of the constants of a file, by name. */
function constantsOf(tree) {
  const constants = new Map();
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer) constants.set(name.getText(), initializer);
  }
  return constants;
}

/** The text that an expression stands for when it is made of constants alone; else null. */
function constantText(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node) && constants.has(node.text))
    return constantText(constants.get(node.text), constants);
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [
      constantText(expression, constants),
      literal.text,
    ]);
    return parts.includes(null) ? null : node.head.text + parts.join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [node.left, node.right].map((part) => constantText(part, constants));
    return parts.includes(null) ? null : parts.join('');
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: list, name } = node.expression;
  if (name.text !== 'join' || !ts.isArrayLiteralExpression(list) || node.arguments.length !== 1) return null;
  const parts = [...list.elements, node.arguments[0]].map((part) => constantText(part, constants));
  return parts.includes(null) ? null : parts.slice(0, -1).join(parts.at(-1));
}

/** Whether a reason stands in the comment above a regular expression, or above the statement that it is part of. */
function hasReason(tree, node) {
  const lines = tree.text.split('\n');
  const lineOf = (position) => tree.getLineAndCharacterOfPosition(position).line;
  let statement = node;
  while (!ts.isStatement(statement)) statement = statement.parent;
  return [lineOf(node.getStart()), lineOf(statement.getStart())].some((line) => {
    for (let above = line - 1; above >= 0 && /^\s*(?:\/\/|\/?\*)/.test(lines[above]); above--)
      if (REASON.test(lines[above])) return true;
    return false;
  });
}

/** What is wrong with a regular expression; null for one that is linear or says why it need not be. */
async function problemOf({ source, flags, reason }) {
  if (reason) return null;
  if (source === null) return 'is not made of constants: say why it is linear';
  if (!MAY_REPEAT.test(source)) return null;
  // recheck does not know the flag `v`; nothing here needs what it adds to `u`.
  const { status, complexity, attack } = await check(source, flags.replace('v', 'u'), LIMITS);
  if (status === 'safe') return null;
  if (status === 'unknown') return 'was not decided in time: write it simpler';
  return `is ${complexity.summary}, on ${attack.pattern.slice(0, 200)}`;
}

/** Every regular expression of `root`/src, each judged once. Throws when the reader saw none. */
export async function checkRegexes(root) {
  const files = readdirSync(path.join(root, 'src'), { recursive: true })
    .map((name) => `src/${name}`)
    .filter((name) => name.endsWith('.ts') && !TEST_MATERIAL.test(name))
    .sort();
  const regexes = files.flatMap((file) => regexesOf(file, readFileSync(path.join(root, file), 'utf8')));
  if (regexes.length === 0) throw new Error('regexes: found none; is this the root of the project?');
  const verdicts = new Map();
  const queue = [...regexes];
  const broken = [];
  const work = async () => {
    for (let regex = queue.shift(); regex !== undefined; regex = queue.shift()) {
      const key = `${regex.reason}/${regex.source}/${regex.flags}`;
      if (!verdicts.has(key)) verdicts.set(key, problemOf(regex));
      const problem = await verdicts.get(key);
      if (problem !== null) broken.push(`${regex.place} /${regex.source ?? '…'}/ ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { regexes: regexes.length, broken: broken.sort() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  const { regexes, broken } = await checkRegexes(root);
  for (const line of broken) console.error(`regexes: ${line}`);
  console.log(`regexes: ${regexes} regular expressions, ${broken.length} not linear`);
  process.exit(broken.length ? 1 : 0);
}
