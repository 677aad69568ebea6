import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { AS_TERMINAL, BIN, cleanEnv, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

/** Starts `pagemark serve` with a program in place of the browser that notes what it is to open. */
async function serve(args: readonly string[], programs = path.join(dir, 'programs')) {
  const child = spawn(process.execPath, [...AS_TERMINAL, BIN, 'serve', ...args], {
    env: { ...cleanEnv(dir, { PORT: '1', PAGEMARK_BROWSER: 'off' }), PATH: programs },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await expect.poll(() => /API docs: .*\n/.test(printed)).toBe(true);
  return {
    printed: () => printed,
    url: /listens on (http:\S+)/.exec(printed)![1]!,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

describe.runIf(process.platform === 'linux')('serve --port --open', () => {
  const opened = path.join(dir, 'opened');
  mkdirSync(path.join(dir, 'programs'));
  const program = path.join(dir, 'programs', 'xdg-open');
  writeFileSync(program, `#!/bin/sh\necho "$1" > '${opened}.new'\n/bin/mv '${opened}.new' '${opened}'\n`);
  chmodSync(program, 0o755);

  test('opens the playground, keys in place, through a file of this user alone that goes with the service', async () => {
    const service = await serve(['--port', '0', '--open']);
    await expect.poll(() => existsSync(opened)).toBe(true);
    const told = readFileSync(opened, 'utf8').trim();
    expect(told).toMatch(/^file:\/\/.*\/open\.html$/);
    expect(told).not.toContain('pmk_');
    const file = fileURLToPath(told);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    const link = /http:\/\/\S+#key=pmk_\w+&license=pml_\w+/.exec(service.printed())![0];
    expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(link));
    await service.end();
    expect(existsSync(file)).toBe(false);
  });

  test('opens the address itself where there is no key to pass, and says when it cannot', async () => {
    rmSync(opened, { force: true });
    const second = await serve(['--port', '0', '--open']);
    await expect.poll(() => existsSync(opened)).toBe(true);
    expect(readFileSync(opened, 'utf8').trim()).toBe(`${second.url}/`);
    await second.end();
    const third = await serve(['--port', '0', '--open'], path.join(dir, 'none'));
    await expect
      .poll(() => third.printed())
      .toContain(`Open ${third.url}/ yourself: xdg-open could not be started.`);
    await third.end();
  });
});
