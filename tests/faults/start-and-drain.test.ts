import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, cpSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { inForm } from '../support/full-form.ts';
import { loadAgent, postJson } from '../support/http-call.ts';
import { leftOut } from '../support/left-out.ts';
import {
  cleanEnv,
  PROJECT,
  runHere,
  runPagemark,
  startPagemark,
  temporaryFolder,
} from '../support/run-pagemark.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { canMount, embeddedGround, type FaultGround } from './fault-ground.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

/** A user and a group that own nothing. */
const NOBODY = 65534;

const USED = path.join(dir, 'used');
beforeAll(async () => {
  mkdirSync(USED);
  expect((await runPagemark(['migrate'], envOf(path.join(USED, 'pagemark.db')))).code).toBe(0);
});

/** A folder of this name with a database that has been used, by a process that has ended: its log is in it. */
function usedFolder(name: string): { readonly folder: string; readonly file: string } {
  const folder = path.join(dir, name);
  cpSync(USED, folder, { recursive: true });
  return { folder, file: path.join(folder, 'pagemark.db') };
}

const envOf = (file: string, more: Record<string, string> = {}) =>
  cleanEnv(dir, { PORT: '0', PAGEMARK_DATABASE_URL: `file:${file}`, ...more });

/** The service as a process of its own, which must end; two others here. */
const COMMANDS = [
  [runPagemark, ['serve']],
  [runHere, ['migrate']],
  [runHere, ['keys', 'create', '--plan', 'free']],
] as const;

/** Each command ends at once, says which file and which setting, and never "retry". */
async function expectClearEnd(file: string, says: string) {
  for (const [run, args] of COMMANDS) {
    const { code, out, err } = await run(args, envOf(file));
    expect({ code, out }).toEqual({ code: EXIT.internal, out: '' });
    expect(err).toContain(JSON.stringify(file));
    expect(err).toContain(says);
    expect(err).toContain('or set PAGEMARK_DATABASE_URL to another place');
    expect(err).toContain('store_unavailable');
    expect(err).not.toMatch(/retry/i);
  }
}

describe('a start with a database that does not open', () => {
  const DAMAGES = [
    ['all of it overwritten', 0, 200_000],
    ['its header overwritten', 0, 100],
    ['its schema overwritten', 100, 3996],
  ] as const;
  test.each(inForm(DAMAGES, DAMAGES.length))('damaged: %s', async (what, from, bytes) => {
    const { file } = usedFolder(what);
    const out = openSync(file, 'r+');
    writeSync(out, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
    closeSync(out);
    await expectClearEnd(file, 'Restore');
  });

  test('a folder in its place', async () => {
    const file = path.join(dir, 'a-folder');
    mkdirSync(file);
    await expectClearEnd(file, 'Let this user write');
  });

  test('a folder that cannot be made', () =>
    expectClearEnd('/proc/nope/pagemark.db', "ENOENT: no such file or directory, mkdir '/proc/nope'"));

  test.runIf(process.platform === 'linux')(
    'a folder that belongs to root: one sentence says how it is handed over',
    () => {
      const user = process.getuid!() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
      const [uid, gid] = [user.uid ?? process.getuid!(), user.gid ?? process.getgid!()];
      const started = spawnSync(process.execPath, [path.join(PROJECT, 'dist/cli/main.js'), 'serve'], {
        ...user,
        env: envOf('/usr/pagemark.db'),
        encoding: 'utf8',
      });
      expect(started.status).toBe(EXIT.internal);
      expect(started.stderr).toBe(
        `pagemark: Run \`chown ${uid}:${gid} "/usr"\` as root (this process is user ${uid}, the owner is user 0), or set PAGEMARK_DATABASE_URL to another place: "/usr/pagemark.db" cannot be opened (EACCES: permission denied, open '/usr/pagemark.db'). (store_unavailable)\n`,
      );
    },
  );

  const isRoot = process.getuid?.() === 0;
  /** Root writes wherever a file system lets it. */
  const closed = (folder: string) => {
    if (!isRoot) chmodSync(folder, 0o555);
    else execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=65536', 'tmpfs', folder]);
  };
  const opened = (folder: string) => {
    if (!isRoot) chmodSync(folder, 0o755);
    else execFileSync('umount', [folder]);
  };
  if (isRoot && !canMount()) leftOut('folders that cannot be written', 'where `mount -t tmpfs` is allowed');
  else {
    const closedFolder = (name: string) => {
      const folder = path.join(dir, name);
      mkdirSync(folder);
      closed(folder);
      return folder;
    };

    test('a folder that cannot be written; it starts once it can', async () => {
      const folder = closedFolder('closed');
      const file = path.join(folder, 'pagemark.db');
      try {
        await expectClearEnd(file, 'Let this user write');
      } finally {
        opened(folder);
      }
      const service = await startPagemark(envOf(file));
      expect(await service.stop()).toBe(0);
    });

    test('a folder for snapshots that cannot be written: it starts without them, and says so', async () => {
      const folder = closedFolder('closed snapshots');
      try {
        const service = await startPagemark(envOf(path.join(dir, 'open.db'), { PAGEMARK_DATA_DIR: folder }));
        expect(await service.stop()).toBe(0);
        expect(service.printed).toContain('snapshots are off until the next start');
        expect(service.printed).toContain('or set PAGEMARK_DATA_DIR to another place');
      } finally {
        opened(folder);
      }
    });
  }

  test('damaged snapshots are begun anew: they are copies', async () => {
    const { folder, file } = usedFolder('copies');
    writeFileSync(path.join(folder, 'snapshots.db'), Buffer.alloc(20_000, 0xa5));
    const service = await startPagemark(envOf(file));
    expect(await service.stop()).toBe(0);
  });
});

const PAGE = '<title>Late</title><main><p>This page comes late, and it comes whole.</p></main>';
let ground: FaultGround;
const waiting: ServerResponse[] = [];
const site = createServer((_request, response) => waiting.push(response));

beforeAll(async () => {
  ground = await embeddedGround();
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  site.close();
  await ground.close();
});

test('a drain is told as a state: one warning for all that is refused, and no defect', async () => {
  const { port } = site.address() as AddressInfo;
  const address = `127.0.0.1:${port}`;
  const service = await startServiceProcess({
    ...ground.env,
    PAGEMARK_FETCH_ALLOW: address,
    PAGEMARK_LOG_LEVEL: 'info',
  });
  const agent = loadAgent();
  const convert = (body: object) =>
    postJson(
      agent,
      `${service.url}/v1/convert`,
      { authorization: `Bearer ${ground.keys.wide}` },
      JSON.stringify(body),
    );
  const accepted = convert({ url: `http://${address}/` });
  await expect.poll(() => waiting.length).toBe(1);
  const ended = service.end('SIGTERM');
  const refused = async () => (await convert({ url: 'https://example.com/', html: PAGE })).reason;
  await expect.poll(refused).toBe('draining');
  for (let i = 0; i < 5; i++) expect(await refused()).toBe('draining');
  waiting[0]!.setHeader('content-type', 'text/html').end(PAGE);
  expect((await accepted).status).toBe(200);
  agent.destroy();
  expect(await ended).toBe(0);
  const lines = service.output().split('\n');
  expect(lines.filter((line) => line.includes('"msg":"unavailable"'))).toEqual([
    expect.stringContaining('"reason":"draining"'),
  ]);
  expect(lines.filter((line) => line.includes('"msg":"defect"') || line.includes('"stack"'))).toEqual([]);
});
