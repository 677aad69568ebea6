import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asInClone, documentBlocks, localised as localisedBlock } from '../support/document-blocks.ts';
import {
  ARTICLE_PAGE,
  BIN,
  cleanEnv,
  PROJECT,
  type RunningService,
  startPagemark,
  startSite,
  temporaryFolder,
} from '../support/run-pagemark.ts';

const blocks = documentBlocks('README.md');
const shell = blocks.filter((block) => block.lang === 'sh').map((block) => block.code);

const { dir, remove } = temporaryFolder();
let site: Awaited<ReturnType<typeof startSite>>;
let service: RunningService;
let env: NodeJS.ProcessEnv;
const run = promisify(execFile);

beforeAll(async () => {
  site = await startSite(ARTICLE_PAGE);
  env = asInClone(dir, cleanEnv(dir, { PAGEMARK_FETCH_ALLOW: site.allow }));
  writeFileSync(path.join(dir, 'page.html'), ARTICLE_PAGE);
  service = await startPagemark(env);
});
afterAll(async () => {
  await service.stop();
  await site.close();
  remove();
});

const localised = (command: string) => localisedBlock(command, site.url, service.url);

test('the first block installs and starts what package.json defines', () => {
  expect(shell[0]).toBe('npm ci && npm start\n');
  const { scripts } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8'));
  expect(scripts.start).toBe('node scripts/start.mjs');
});

test('the request of the README, with the printed key, answers the Markdown of the page', async () => {
  const key = /pmk_\w+/.exec(service.printed)?.[0];
  const { stdout } = await run('sh', ['-c', localised(shell[1]!)], { env: { ...env, PAGEMARK_KEY: key } });
  const answer = JSON.parse(stdout);
  expect(answer.status).toBe('success');
  expect(answer.data.content).toContain('# Rivers of the north');
});

test('the bare form of the README answers Markdown', async () => {
  const key = /pmk_\w+/.exec(service.printed)?.[0];
  const { stdout } = await run('sh', ['-c', localised(shell[2]!)], { env: { ...env, PAGEMARK_KEY: key } });
  expect(stdout).toMatch(/^# Rivers of the north/);
});

test('the AI requests of the README, with the printed licence, answer', async () => {
  const license = /pml_\w+/.exec(service.printed)?.[0];
  const [answer, state] = await Promise.all(
    [shell[3]!, shell[4]!].map((command) =>
      run('sh', ['-c', localised(command)], { env: { ...env, PAGEMARK_LICENSE: license } }),
    ),
  );
  expect(answer!.stdout).toContain('"type":"done"');
  expect(JSON.parse(state!.stdout)).toMatchObject({ valid: true });
});

test('every pagemark command of the README works as written', async () => {
  let id = '';
  const commands = shell.flatMap((block) =>
    block.split('\n').filter((line) => line.startsWith('node dist/cli/main.js')),
  );
  expect(commands.length).toBeGreaterThanOrEqual(6);
  for (const command of commands) {
    const { stdout } = await run('sh', ['-c', localised(command).replace('<id>', id)], { env, cwd: dir });
    expect(stdout, command).not.toBe('');
    if (command.includes('keys create')) {
      const listed = JSON.parse(
        execFileSync(process.execPath, [BIN, 'keys', 'list', '--json'], { env, encoding: 'utf8' }),
      );
      id = listed.at(-1).id;
    }
  }
});

test('the library example runs as written', async () => {
  const file = path.join(PROJECT, 'dist', `readme-example-${process.pid}.mjs`);
  writeFileSync(file, blocks.find((block) => block.lang === 'ts')!.code);
  try {
    const { stdout } = await run(process.execPath, [file], { cwd: PROJECT });
    expect(stdout).toContain('Some **bold** text.');
    expect(stdout).toContain('Hello ok');
  } finally {
    execFileSync('rm', [file]);
  }
});

test('the client example runs as written', async () => {
  const file = path.join(PROJECT, 'dist', `readme-client-${process.pid}.mjs`);
  writeFileSync(file, localised(blocks.find((block) => block.lang === 'js')!.code));
  const key = /pmk_\w+/.exec(service.printed)?.[0];
  try {
    const { stdout } = await run(process.execPath, [file], {
      cwd: PROJECT,
      env: { ...env, PAGEMARK_KEY: key },
    });
    expect(stdout).toContain('# Rivers of the north');
    expect(stdout).toContain('limit: 200');
  } finally {
    execFileSync('rm', [file]);
  }
});
