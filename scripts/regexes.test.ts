import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./regexes.mjs', import.meta.url));
const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Runs the program on a project with this one file. */
function regexesOf(source: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'regexes-'));
  made.push(root);
  mkdirSync(path.join(root, 'src/core'), { recursive: true });
  writeFileSync(path.join(root, 'src/core/parse.ts'), source);
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

test('regexes passes what is linear, and what says why its text is short', () => {
  const { status, output } = regexesOf(`
export const NAME = /^[a-z]+$/;
/** Blanks at the end. */
// linear: at most 100 characters.
export const END = /\\s+$/;
export const trimmed = (text: string) =>
  text
    .trim()
    // linear: at most 100 characters.
    .replace(/\\.+$/, '');
`);
  expect(output).toContain('3 regular expressions, 0 not linear');
  expect(status).toBe(0);
});

test.each([
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
])('regexes fails on %s', (_, source, problem) => {
  const { status, output } = regexesOf(source);
  expect(output).toContain('regexes: src/core/parse.ts:');
  expect(output).toContain(problem);
  expect(output).toContain('1 regular expressions, 1 not linear');
  expect(status).toBe(1);
});
