import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanEnv, PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

/** A clone after `npm ci --omit=dev`: its scripts, and none of the packages that build it. */
function clone(): string {
  const root = path.join(dir, 'clone');
  mkdirSync(root, { recursive: true });
  for (const name of ['package.json', 'scripts'])
    cpSync(path.join(PROJECT, name), path.join(root, name), { recursive: true });
  return root;
}

test.each(['start', 'prepare'])(
  'npm run %s says in one sentence what is missing where nothing is built',
  (script) => {
    const { stderr, stdout } = spawnSync('npm', ['run', '--silent', script], {
      cwd: clone(),
      env: cleanEnv(dir),
      encoding: 'utf8',
    });
    expect(stderr.trim()).toMatch(
      /^pagemark is not built, [^\n]* run `npm ci` without --omit=dev, then `npm start`\.$/,
    );
    expect(stdout).toBe('');
  },
);

test('npm start runs the command "serve" of the built product, as if it had been called itself', () => {
  const root = clone();
  mkdirSync(path.join(root, 'dist/cli'), { recursive: true });
  writeFileSync(path.join(root, 'dist/cli/main.js'), 'console.log(JSON.stringify(process.argv.slice(1)))');
  const { stdout } = spawnSync('npm', ['start', '--silent', '--', '--port', '1'], {
    cwd: root,
    env: cleanEnv(dir),
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([path.join(root, 'dist/cli/main.js'), 'serve', '--port', '1']);
});
