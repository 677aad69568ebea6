import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeProblem } from './node-version.ts';

test.each([
  ['18.20.8', 'Install Node 20.19 or later: this is 18.20.8.'],
  ['20.18.3', 'Install Node 20.19 or later: this is 20.18.3.'],
  ['20.19.0', null],
  ['22.0.0', null],
  ['24.11.1', null],
])('nodeProblem of %s is %j', (version, problem) => {
  expect(nodeProblem(version)).toBe(problem);
});

test('nodeProblem names the version that package.json asks for', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(nodeProblem('0.1.0')).toContain(`Node ${engines.node.slice('>='.length)} `);
});
