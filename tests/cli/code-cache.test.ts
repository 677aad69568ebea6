import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanEnv, PROJECT, runPagemark } from '../support/run-pagemark.ts';

/** No user has it. */
const NOBODYS_UID = 54_321;
const PAGE =
  '<title>Tides</title><article><h1>Tides</h1><p>The sea rises twice a day, and falls as often.</p></article>';
const WRITTEN = '# Tides\n\nThe sea rises twice a day, and falls as often.\n';
const root = mkdtempSync(path.join(tmpdir(), 'pagemark-code-cache-'));
const page = path.join(root, 'page.html');
writeFileSync(page, PAGE);
afterAll(() => rmSync(root, { recursive: true }));

/** The product as a registry brings it, which has no code that the build compiled; in the project, so that it finds the packages. */
const installed = mkdtempSync(path.join(PROJECT, '.built-'));
const BUILT_CODE = path.join(PROJECT, 'dist/code-cache');
cpSync(path.join(PROJECT, 'dist'), path.join(installed, 'dist'), {
  recursive: true,
  filter: (file) => file !== BUILT_CODE,
});
const bin = path.join(installed, 'dist/cli/main.js');
afterAll(() => rmSync(installed, { recursive: true }));

let home: string;
/** A folder in which one page has been converted. */
const used = mkdtempSync(path.join(root, 'used-'));
beforeAll(async () => {
  home = used;
  await convert();
});
beforeEach(() => {
  home = mkdtempSync(path.join(root, 'home-'));
});
const afterOnePage = () => {
  cpSync(used, home, { recursive: true });
  chmodSync(folder(), 0o700);
};

/** The chunk that holds the engine. */
const ENGINE = 'convert-html';
const folder = () => path.join(home, 'pagemark', `${process.version}-${process.arch}`);
const files = () => readdirSync(folder()).sort();

async function convert(extra: Record<string, string> = {}, program = bin): Promise<void> {
  const env = { ...cleanEnv(home, extra), XDG_CACHE_HOME: home };
  const { code, out } = await runPagemark(['convert', page], env, '', program);
  expect({ code, out }).toEqual({ code: 0, out: WRITTEN });
}

test('is made by the first page, for its owner alone, and is left as it is by the next', async () => {
  home = used;
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  const made = files().map((name) => [name, statSync(path.join(folder(), name)).mtimeMs] as const);
  expect(made.map(([name]) => name.split('.')[0])).toContain(ENGINE);
  for (const [name] of made) expect(statSync(path.join(folder(), name)).mode & 0o777, name).toBe(0o600);
  await convert();
  expect(files().map((name) => [name, statSync(path.join(folder(), name)).mtimeMs])).toEqual(made);
});

test('what is no code of this Node is made anew, what is of a former build goes', async () => {
  afterOnePage();
  const name = files().find((one) => one.startsWith(ENGINE))!;
  const file = path.join(folder(), name);
  writeFileSync(file, 'nonsense');
  writeFileSync(path.join(folder(), `${ENGINE}.cjs.0123456789abcdef`), 'former');
  await convert();
  expect(statSync(file).size).toBeGreaterThan(100_000);
  expect(files().filter((one) => one.startsWith(ENGINE))).toEqual([name]);
});

test('is not read or written where others may write, nor through a link', async () => {
  afterOnePage();
  const whole = files();
  for (const name of whole) writeFileSync(path.join(folder(), name), 'nonsense');
  chmodSync(folder(), 0o777);
  await convert();
  for (const name of whole) expect(readFileSync(path.join(folder(), name), 'utf8')).toBe('nonsense');
  const moved = path.join(home, 'elsewhere');
  renameSync(folder(), moved);
  chmodSync(moved, 0o700);
  symlinkSync(moved, folder());
  await convert();
  for (const name of whole) expect(readFileSync(path.join(moved, name), 'utf8')).toBe('nonsense');
});

test('a file that others may write is not run', async () => {
  afterOnePage();
  const name = files().find((one) => one.startsWith(ENGINE))!;
  const file = path.join(folder(), name);
  chmodSync(file, 0o666);
  await convert();
  // Made anew, for its owner.
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('is absent where Node is told so, where no folder can be made, and after other commands', async () => {
  await convert({ NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(existsSync(path.join(home, 'pagemark'))).toBe(false);
  writeFileSync(path.join(home, 'pagemark'), 'a file in its place');
  await convert();
  rmSync(path.join(home, 'pagemark'));
  const env = { ...cleanEnv(home), XDG_CACHE_HOME: home };
  expect((await runPagemark(['convert', '--help'], env, '', bin)).code).toBe(0);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  expect(files()).toEqual([]);
});

test('is not needed where the product was built: all that a page, a service and its threads run is compiled', async () => {
  const [built] = readdirSync(BUILT_CODE);
  expect(built).toBe(`${process.version}-${process.arch}`);
  const names = readdirSync(path.join(BUILT_CODE, built!)).map((name) => name.replace(/\.[^.]+$/, ''));
  expect(names).toEqual(
    expect.arrayContaining(['page-commands.cjs', 'all-commands.cjs', 'main.cjs', 'worker-tasks.cjs']),
  );
  await convert({}, path.join(PROJECT, 'dist/cli/main.js'));
  expect(existsSync(path.join(home, 'pagemark'))).toBe(false);
});

/** Whether a user without a home can be asked: a test may become nobody as root alone, and nobody must be able to read the clone. */
const canAsk =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', path.join(PROJECT, 'build/code-cache.js')], {
    ...{ uid: NOBODYS_UID, env: {}, cwd: '/' },
  }).status === 0;
if (!canAsk)
  console.warn('LEFT OUT: a user without a home. To run it: as root, in a clone that all users can read');

test.runIf(canAsk)('a user without a home has no folder of its own', () => {
  const asked = `import { ownCodeFolder } from ${JSON.stringify(pathToFileURL(path.join(PROJECT, 'build/code-cache.js')))};
    console.log(ownCodeFolder({}));`;
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', asked], {
    uid: NOBODYS_UID,
    env: {},
    cwd: '/',
    encoding: 'utf8',
  });
  expect(told).toBe('null\n');
});
