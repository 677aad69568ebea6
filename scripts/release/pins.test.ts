import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinned, takenFrom } from './pins.mjs';

const COMMIT = 'c'.repeat(40);
const DIGEST = `sha256:${'d'.repeat(64)}`;
const lookUp = (kind: 'action' | 'image') => (kind === 'action' ? COMMIT : DIGEST);

describe('pins', () => {
  test.each([
    ['- uses: a/b@v1.2.3', `- uses: a/b@${COMMIT} # v1.2.3`],
    ["    uses: 'a/b/c@v1' # the old comment", `    uses: 'a/b/c@${COMMIT}' # v1`],
    ['FROM node:24.1.0-slim AS build', `FROM node:24.1.0-slim@${DIGEST} AS build`],
    ['from --platform=$BUILDPLATFORM node:24', `from --platform=$BUILDPLATFORM node:24@${DIGEST}`],
    ['COPY --from=busybox:1 /bin/sh /', `COPY --from=busybox:1@${DIGEST} /bin/sh /`],
    ['COPY --chown=1:1 --from=busybox:1 /a /', `COPY --chown=1:1 --from=busybox:1@${DIGEST} /a /`],
    [
      'RUN --mount=type=bind,from=node:24,target=/a ls',
      `RUN --mount=type=bind,from=node:24@${DIGEST},target=/a ls`,
    ],
    ['  test:\n    container: node:24', `  test:\n    container: node:24@${DIGEST}`],
    ['# syntax=docker/dockerfile:1', `# syntax=docker/dockerfile:1@${DIGEST}`],
    ['services:\n  redis:\n    image: "redis:8.2"', `services:\n  redis:\n    image: "redis:8.2@${DIGEST}"`],
    ['sbom: generator=docker/scanner:1', `sbom: generator=docker/scanner:1@${DIGEST}`],
  ])('%j is not pinned, and becomes so', async (text, wanted) => {
    expect(takenFrom(text)).toEqual([expect.objectContaining({ isPinned: false })]);
    const next = await pinned(text, lookUp);
    expect(next).toBe(wanted);
    expect(takenFrom(next)).toEqual([expect.objectContaining({ isPinned: true })]);
    const never = () => Promise.reject(new Error('not asked'));
    expect(await pinned(next, never)).toBe(next);
  });

  test.each([
    '- uses: ./.github/actions/own',
    'image: pagemark:0.1.0-chromium',
    `FROM node:24@${DIGEST} AS a\nFROM a AS b\nCOPY --from=a /x /`,
  ])('%j takes nothing that is not pinned', (text) => {
    expect(takenFrom(text).filter(({ isPinned }) => !isPinned)).toEqual([]);
  });

  test.each(['', 'v1.2.3', 'sha256:12', DIGEST.toUpperCase()])(
    'what is no digest is not written: %j',
    async (told) => {
      await expect(pinned('FROM node:24', () => told)).rejects.toThrow('Look node:24 up again');
    },
  );
});

describe('scripts/pin.mjs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-pins-'));
  const MANIFEST = '{"schemaVersion":2}';
  const registry = createServer((request, response) => {
    const isKnown = request.url === '/v2/tides/manifests/1.2.3';
    if (request.url!.startsWith('/token?')) response.end('{"token":"t"}');
    else if (request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': `Bearer realm="${address()}/token",scope="pull"` }).end();
    else response.writeHead(isKnown ? 200 : 404).end(MANIFEST);
  });
  const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: path.join(folder, 'site/a/b'),
      encoding: 'utf8',
    }).trim();
  const file = path.join(folder, 'project/.github/workflows/a.yml');
  const compose = path.join(folder, 'project/deploy/compose.yaml');
  const image = () => `${address().replace('http://', '')}/tides:1.2.3`;
  let commit = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    for (const at of ['site/a/b', 'project/.github/workflows', 'project/deploy'])
      mkdirSync(path.join(folder, at), { recursive: true });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'first');
    git('tag', '--annotate', 'v1.2.3', '--message', 'first');
    commit = git('rev-parse', 'HEAD');
  });
  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });
  const pin = () =>
    new Promise<{ code: number | null; told: string }>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `url.${path.join(folder, 'site')}/.insteadOf`,
        GIT_CONFIG_VALUE_0: 'https://github.com/',
      };
      const script = new URL('../pin.mjs', import.meta.url).pathname;
      const run = spawn(process.execPath, [script], { cwd: path.join(folder, 'project'), env });
      let told = '';
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (piece) => (told += piece));
      run.on('close', (code) => resolve({ code, told }));
    });

  test('writes nothing where one look-up fails, and all that it looked up otherwise', async () => {
    const action = '      - uses: a/b@v1.2.3\n';
    writeFileSync(file, action);
    writeFileSync(compose, `image: ${image()}4\n`);
    const failed = await pin();
    expect(failed).toEqual({ code: 1, told: expect.stringContaining('answered 404') });
    expect(readFileSync(file, 'utf8')).toBe(action);
    writeFileSync(compose, `image: ${image()}\n`);
    expect(await pin()).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(`      - uses: a/b@${commit} # v1.2.3\n`);
    const digest = createHash('sha256').update(MANIFEST).digest('hex');
    expect(readFileSync(compose, 'utf8')).toBe(`image: ${image()}@sha256:${digest}\n`);
    writeFileSync(file, '      - uses: a/b@v9.9.9\n');
    expect(await pin()).toMatchObject({ code: 1, told: expect.stringContaining('has no "v9.9.9"') });
  });
});
