import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTRIES, PROGRAMS } from '../../scripts/bundle.mjs';
import { cleanEnv, PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
const main = path.join(dir, 'src/cli/main.ts');

/** A service that says its name when it starts and when it ends. */
const serviceNamed = (name: string): string => `import { readFileSync } from 'node:fs';
const data = readFileSync(new URL('../playground/data.txt', import.meta.url), 'utf8');
process.once('SIGTERM', () => { console.log('${name} ends'); process.exit(0); });
console.log('${name} runs', process.pid, process.argv[2], data);
setInterval(() => undefined, 1000);
`;

let child: ChildProcess;
let output = '';

/** Waits until the output since the last wait has all of these texts; there is no limit but that of the test. */
async function says(...texts: readonly string[]): Promise<string> {
  while (!texts.every((text) => output.includes(text))) await once(child.stdout!, 'data');
  const said = output;
  output = '';
  return said;
}

beforeAll(() => {
  for (const name of [
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/dev.mjs',
    'scripts/man-page.mjs',
    'scripts/phrases.mjs',
    'scripts/types.mjs',
  ])
    cpSync(path.join(PROJECT, name), path.join(dir, name));
  const ofPages = ['playground/main', 'admin/main', 'site/browser/docs'];
  for (const entry of [...ENTRIES, ...PROGRAMS, ...ofPages]) {
    const file = path.join(dir, 'src', `${entry}.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'export {};\n');
  }
  for (const page of ofPages) {
    const settings = path.join('src', path.dirname(page), 'tsconfig.json');
    cpSync(path.join(PROJECT, settings), path.join(dir, settings));
  }
  mkdirSync(path.join(dir, 'src/core'));
  // What the man page is made of.
  for (const [file, names] of Object.entries({
    'cli/commands': 'COMMANDS = []',
    'cli/examples.table': "DESCRIPTION = '', EXAMPLES = {}",
    'cli/exit-codes': "EXIT_HELP = ''",
    'core/engine-version': "ENGINE_VERSION = ''",
  }))
    writeFileSync(path.join(dir, 'src', `${file}.ts`), `export const ${names};\n`);
  mkdirSync(path.join(dir, 'src/guides'));
  writeFileSync(path.join(dir, 'src/guides/guide-pages.ts'), 'export const guidePages = () => [];\n');
  mkdirSync(path.join(dir, 'docs/plots'), { recursive: true });
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(dir, 'node_modules'), 'junction');
  writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(dir, 'src/playground/data.txt'), 'old data');
  writeFileSync(main, serviceNamed('first'));
  // Through a shell, so that standard error comes by the same pipe and in its order.
  child = spawn('sh', ['-c', 'exec "$0" scripts/dev.mjs 2>&1', process.execPath], { cwd: dir });
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(path.join(dir, 'node_modules'));
  remove();
});

test('npm run dev restarts the service on a change, keeps it over an error, and ends it', async () => {
  await says('dev: started', 'first runs');
  writeFileSync(path.join(dir, 'src/playground/data.txt'), 'new data');
  expect(await says('first ends', 'dev: restarted', 'new data')).toMatch(/first runs \d+ serve new data/);
  writeFileSync(main, `${serviceNamed('second')}const wrong: number = 'text';\n`);
  const failed = await says('dev: does not compile');
  expect(failed).toContain('TS2322');
  expect(failed).not.toContain('first ends');
  expect(readFileSync(path.join(dir, 'dist/cli/main.js'), 'utf8')).toContain('first');
  writeFileSync(main, serviceNamed('third'));
  await says('first ends', 'dev: restarted', 'third runs');
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  expect(output).toContain('third ends');
});

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
