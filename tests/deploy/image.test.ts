import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/settings.table.ts';
import { leftOut } from '../support/left-out.ts';
import { ARTICLE_PAGE, cleanEnv, PROJECT, startPagemark, temporaryFolder } from '../support/run-pagemark.ts';

const text = readFileSync(path.join(PROJECT, 'deploy/Dockerfile'), 'utf8');
const lines = text
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) (.*)$/.exec(line)!)
  .map(([, name, value]) => ({ name: name!, value: value! }));

/** Instructions of a stage, by its name; the line that begins it is the first. */
const stages = new Map<string, { name: string; value: string }[]>();
for (const line of lines) {
  if (line.name === 'FROM') stages.set(/ AS (\S+)$/.exec(line.value)![1]!, []);
  [...stages.values()].at(-1)!.push(line);
}
const valuesOf = (stage: string, instruction: string) =>
  stages.get(stage)!.flatMap(({ name, value }) => (name === instruction ? [value] : []));

/** Files that a stage copies out of the context: source and target of each. */
const copied = (stage: string) =>
  valuesOf(stage, 'COPY')
    .filter((value) => !value.startsWith('--from='))
    .flatMap((value) => {
      const parts = value.split(' ');
      return parts.slice(0, -1).map((source) => ({ source, target: parts.at(-1)! }));
    });

describe('Dockerfile', () => {
  const tools = path.join(PROJECT, 'tools/package.json');
  if (!existsSync(path.join(PROJECT, 'tools/node_modules/dockerfile-utils')))
    leftOut('the linter of Dockerfiles', 'npm ci --prefix tools');
  else {
    const { validate } = createRequire(tools)('dockerfile-utils') as {
      validate(text: string): readonly { message: string }[];
    };
    test('has no fault that its linter knows', () => {
      expect(validate(text)).toEqual([]);
      expect(validate('FROM node\nEXPOSE x\n')).toHaveLength(1);
    });
  }

  test('makes two images, the one without a browser by default; neither runs as root', () => {
    expect([...stages.keys()]).toEqual(['build', 'packages', 'service', 'chromium', 'plain']);
    for (const [stage, [from]] of stages)
      if (['build', 'packages', 'service'].includes(stage))
        expect(from!.value).toMatch(/node:\d+\.\d+\.\d+-[a-z]+-slim AS/);
      else expect(from!.value).toBe(`service AS ${stage}`);
    for (const stage of ['service', 'chromium']) expect(valuesOf(stage, 'USER').at(-1)).toBe('1000:1000');
    expect(valuesOf('chromium', 'RUN').join()).toContain('chromium-headless-shell');
  });

  test('sets only known settings', () => {
    const known = SETTINGS.map(({ name }) => name);
    for (const [, name] of valuesOf('service', 'ENV')
      .join(' ')
      .matchAll(/([A-Z_]+)=/g))
      expect(known).toContain(name);
  });

  test('is given what it copies, and nothing else', () => {
    const ignored = readFileSync(path.join(PROJECT, '.dockerignore'), 'utf8').split('\n');
    expect(ignored.filter((line) => line !== '' && !/^[#!]/.test(line))).toEqual(['*']);
    const letThrough = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const folders = [...copied('build'), ...copied('packages')].map(({ source }) => source.split('/')[0]!);
    expect(letThrough).toEqual([...new Set(folders)].sort());
    for (const source of letThrough) expect(existsSync(path.join(PROJECT, source)), source).toBe(true);
  });
});

/**
 * The image without an engine: what its stages copy and run, in a folder. The build is the project's, and so are the bytes of the
 * packages: npm says with the Dockerfile's own command that the lock file answers for all of them, and prunes links to ours.
 */
describe('what is in the image', () => {
  const { dir, remove } = temporaryFolder();
  const app = path.join(dir, 'app');
  const run = promisify(execFile);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TARGETARCH: { x64: 'amd64' }[process.arch as string] ?? process.arch,
    npm_config_dry_run: 'true',
  };
  const dataDir = path.join(dir, 'data');
  const set = valuesOf('service', 'ENV').join(' ');
  /** The environment of the image, its data and its port elsewhere. */
  const imageEnv = cleanEnv(app, {
    ...Object.fromEntries(
      [...set.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [
        name!,
        value!.replace('/data', dataDir),
      ]),
    ),
    HOST: '127.0.0.1',
    PORT: '0',
  });

  beforeAll(async () => {
    mkdirSync(app);
    mkdirSync(dataDir);
    for (const { source, target } of copied('packages')) {
      const to = target.endsWith('/')
        ? path.join(app, target, path.basename(source))
        : path.join(app, target);
      cpSync(path.join(PROJECT, source), to, { recursive: true });
    }
    for (const command of valuesOf('packages', 'RUN')) await run('sh', ['-ec', command], { cwd: app, env });
    const modules = path.join(app, 'node_modules');
    const ours = path.join(PROJECT, 'node_modules');
    await run('cp', ['-al', ours, modules]).catch(() => run('cp', ['-a', ours, modules]));
    // npm writes it in place, through the link.
    rmSync(path.join(modules, '.package-lock.json'));
    await run('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--offline'], { cwd: app });
    for (const name of ['package.json', 'dist', 'docs'])
      cpSync(path.join(PROJECT, name), path.join(app, name), { recursive: true });
  });
  afterAll(remove);

  test('is every optional package that the lock file has, and no tool of the development', () => {
    const has = (name: string) => existsSync(path.join(app, 'node_modules', name));
    const { peerDependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(PROJECT, 'package.json'), 'utf8'),
    ) as Record<string, object>;
    const optional = Object.keys(peerDependencies!).filter((name) => name in devDependencies!);
    expect(optional).toContain('bullmq');
    for (const name of [...optional, '@ai-sdk/anthropic', '@ai-sdk/google'])
      expect(has(name), name).toBe(true);
    for (const name of ['vitest', 'typescript', 'rolldown']) expect(has(name), name).toBe(false);
  });

  test('serves, passes its health check and makes a key as the docs say', async () => {
    const entry = ['ENTRYPOINT', 'CMD'].flatMap(
      (name) => JSON.parse(valuesOf('service', name)[0]!) as string[],
    );
    expect(entry).toEqual(['node', 'dist/cli/main.js', 'serve']);
    const service = await startPagemark(imageEnv, path.join(app, entry[1]!));
    try {
      const check = /CMD (\[.*\])$/.exec(valuesOf('service', 'HEALTHCHECK')[0]!)![1]!;
      const [probe, ...code] = JSON.parse(check) as string[];
      await run(probe!, code, { env: { ...imageEnv, PORT: new URL(service.url).port } });
      await expect(run(probe!, code, { env: { ...imageEnv, PORT: '1' } })).rejects.toThrow();

      const command = /^# Key: +docker exec pagemark (.*)$/m.exec(text)![1]!;
      const { stdout } = await run('sh', ['-ec', command], { cwd: app, env: imageEnv });
      const answer = await fetch(`${service.url}/v1/convert`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${/pmk_\w+/.exec(stdout)![0]}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: 'https://example.com/', html: ARTICLE_PAGE }),
      });
      expect(await answer.json()).toMatchObject({ status: 'success' });
    } finally {
      await service.stop();
    }
  });
});

test('the comment that runs it bounds it and leaves it no rights', () => {
  const command = /^# Run: +(.*)$/m.exec(text)![1]!;
  for (const bound of ['--cpus ', '--memory ', '--pids-limit ']) expect(command).toContain(bound);
  for (const flag of ['--read-only', '--cap-drop ALL', 'no-new-privileges']) expect(command).toContain(flag);
});
