import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./regexes.mjs', import.meta.url));
const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A project with these files in `src/core`, by name. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'regexes-'));
  made.push(root);
  mkdirSync(path.join(root, 'src/core'), { recursive: true });
  for (const [name, source] of Object.entries(files))
    writeFileSync(path.join(root, 'src/core', name), source);
  return root;
}

function regexesOf(root: string, ...flags: readonly string[]) {
  const run = spawnSync(process.execPath, [script, ...flags, root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

const SOUND = `
export const NAME = /^[a-z]+$/;
/** Blanks at the end. */
// linear: at most 100 characters.
export const END = /\\s+$/;
/**
 * linear: at most 100 characters.
 * What else is to be said.
 */
export const ENDS = /\\s+$/;
export const trimmed = (text: string) =>
  text
    .trim()
    // linear: at most 100 characters.
    .replace(/\\.+$/, '');
`;

const UNSOUND: readonly (readonly [what: string, source: string, problem: string])[] = [
  ['a literal', 'export const END = /\\s+$/;', '2nd degree'],
  [
    'a literal of a few lines',
    'export const f = (t: string) =>\n  t.replace(/(?:a|a)+$/, "");',
    'exponential',
  ],
  [
    'a constructed one',
    "const BLANK = '\\\\s';\nexport const END = new RegExp(`\u0024{BLANK}+$`, 'u');",
    '2nd degree',
  ],
  ['a joined one', "export const END = new RegExp(['a+', 'b+$'].join('|'));", '2nd degree'],
  ['one made of what is not known', 'export const of = (name: string) => new RegExp(name);', 'say why'],
  ['a reason that says nothing', '// linear:\nexport const END = /\\s+$/;', '2nd degree'],
  [
    'a reason further up',
    '// linear: at most 100 characters.\n\nexport const A = 1;\nexport const END = /\\s+$/;',
    '2nd degree',
  ],
];

test('regexes passes what is linear, and what says why its text is short', () => {
  const { status, output } = regexesOf(projectOf({ 'parse.ts': SOUND }));
  expect(output).toContain('4 regular expressions, 0 not linear');
  expect(status).toBe(0);
});

test('regexes fails on each that is not linear', () => {
  const { status, output } = regexesOf(
    projectOf(Object.fromEntries(UNSOUND.map(([, source], i) => [`${i}.ts`, source]))),
  );
  for (const [i, [what, , problem]] of UNSOUND.entries())
    expect(output, what).toMatch(new RegExp(`^regexes: src/core/${i}\\.ts:.*${problem}`, 'm'));
  expect(output).toContain(`${UNSOUND.length} regular expressions, ${UNSOUND.length} not linear`);
  expect(status).toBe(1);
});

test('regexes remembers what its own checker found linear, and nothing when told', () => {
  const root = projectOf({ 'parse.ts': 'export const NAME = /^[a-z]+$/;\nexport const END = /\\s+$/;' });
  const remembered = path.join(root, 'tools/regexes.linear.txt');
  expect(regexesOf(root).output).toContain('1 not linear (2 judged');
  expect(regexesOf(root).output, 'what is not linear is judged every time').toContain(
    '1 not linear (1 judged',
  );
  const [checker] = readFileSync(remembered, 'utf8').split('\n');

  const forged = '/\\s+$/\n/^[a-z]+$/\n';
  writeFileSync(remembered, `${checker}\n${forged}`);
  expect(regexesOf(root).output).toContain('0 not linear (0 judged');
  expect(regexesOf(root, '--fresh').output).toContain('1 not linear (2 judged');

  writeFileSync(remembered, `${checker} of another version\n${forged}`);
  expect(regexesOf(root).output).toContain('1 not linear (2 judged');
});
