import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/settings.table.ts';
import { DRAIN_MS } from '../../src/http/drain.ts';
import { secretFiles, settingFaults } from '../support/deployed-settings.ts';
import { leftOut } from '../support/left-out.ts';
import { PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const FOLDER = path.join(PROJECT, 'deploy/systemd');
const unit = readFileSync(path.join(FOLDER, 'pagemark.service'), 'utf8');
const { dir, remove } = temporaryFolder();
afterAll(remove);

/** Values of a directive, in order. */
const valuesOf = (name: string) =>
  [...unit.matchAll(/^(\w+)=(.*)$/gm)].flatMap(([, key, value]) => (key === name ? [value!] : []));

test('bounds CPU, memory and processes, and writes to one folder of its own', () => {
  expect(['CPUQuota', 'MemoryMax', 'TasksMax'].map(valuesOf)).toEqual([['200%'], ['2G'], ['512']]);
  expect(valuesOf('DynamicUser')).toEqual(['yes']);
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  expect(valuesOf('NoNewPrivileges')).toEqual(['yes']);
  expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
  const names = valuesOf('Environment').map((value) => value.split('=')[0]);
  expect(SETTINGS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test('starts what npm start starts (tests/package/commands-of-a-clone.test.ts), and lets it drain', () => {
  expect(valuesOf('ExecStart')).toEqual(['/usr/bin/env node dist/cli/main.js serve']);
  expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(DRAIN_MS);
});

test('its drop-in for secrets loads each file that a setting names', () => {
  const dropIn = readFileSync(path.join(FOLDER, 'secrets.conf'), 'utf8');
  const settings = Object.fromEntries(
    [...dropIn.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  expect(settingFaults(settings)).toEqual([]);
  const loaded = [...dropIn.matchAll(/^LoadCredential=([\w-]+):\/\S+$/gm)].map(([, name]) => `%d/${name}`);
  expect([...secretFiles(settings).values()]).toEqual(loaded);
});

/** Most that `systemd-analyze security` may find open, of 100: it finds 11, and 18 with what Chromium needs. */
const EXPOSURE_MAX = { alone: 15, chromium: 22, secrets: 15 };

if (!existsSync('/usr/bin/systemd-analyze'))
  leftOut('the check of deploy/systemd by systemd', 'apt-get install systemd');
else {
  test.each(['alone', 'chromium', 'secrets'] as const)(
    'systemd finds no fault, and little exposed: %s',
    (kind) => {
      const file = path.join(dir, kind, 'pagemark.service');
      mkdirSync(`${file}.d`, { recursive: true });
      copyFileSync(path.join(FOLDER, 'pagemark.service'), file);
      if (kind !== 'alone')
        copyFileSync(path.join(FOLDER, `${kind}.conf`), path.join(`${file}.d`, `${kind}.conf`));
      const analyze = (...args: string[]) =>
        spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      const { status, stderr } = analyze('verify');
      expect([status, stderr]).toEqual([0, '']);
      const judged = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX[kind]}`);
      expect(judged.status, judged.stdout).toBe(0);
    },
  );
}
