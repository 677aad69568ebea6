import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { summariseProof } from '../../src/doctor/checks.ts';
import { cleanEnv, runPagemark, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

test('pagemark doctor proves the egress rule on this machine and ends with 0', async () => {
  const run = await runPagemark(['doctor', '--json'], cleanEnv(dir));
  const { checks } = JSON.parse(run.out) as { checks: { name: string; state: string; detail: string }[] };
  expect(checks.filter((check) => check.state === 'hole')).toEqual([]);
  const egress = checks.filter((check) => check.name.startsWith('egress'));
  const attempts = egress.reduce(
    (sum, check) => sum + Number(/^(\d+) attempts held/.exec(check.detail)?.[1] ?? 0),
    0,
  );
  expect(attempts).toBeGreaterThanOrEqual(150);
  expect(checks.map((check) => check.name)).toEqual(
    expect.arrayContaining(['store', 'workers', 'browser', 'AI']),
  );
  expect(run.code).toBe(0);
});

test('pagemark doctor ends with 1 when something is broken', async () => {
  const notAFolder = path.join(dir, 'not-a-folder');
  writeFileSync(notAFolder, '');
  const env = cleanEnv(dir, { PAGEMARK_DATABASE_URL: `file:${notAFolder}/pagemark.db` });
  const run = await runPagemark(['doctor'], env);
  expect(run.out).toMatch(/store +hole +\S+/);
  expect(run.code).toBe(1);
});

test('summariseProof calls a broken attempt a hole and names it', () => {
  const held = {
    id: 'a',
    group: 'spelling',
    url: 'http://127.1/',
    expected: 'blocked_target',
    connections: 0,
  } as const;
  expect(
    summariseProof([
      { ...held, outcome: 'blocked_target', verdict: 'held' },
      { ...held, id: 'b', outcome: 'page', connections: 1, verdict: 'broken' },
    ]),
  ).toEqual([
    {
      name: 'egress: spelling',
      state: 'hole',
      detail: '1 of 2 not held: http://127.1/ gave page, not blocked_target',
    },
  ]);
});
