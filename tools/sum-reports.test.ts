import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const dir = mkdtempSync(path.join(tmpdir(), 'sum-reports-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const SUITES = [
  { name: 'quick', include: ['src/**/*.test.ts', 'tools/{a,b}/*.test.ts'], budgetS: 2 },
  { name: 'slow', include: ['tests/**/*.test.ts'], budgetS: 3 },
];

/** A report of Vitest about files that took `ms` each. */
function reportOf(files: Readonly<Record<string, number>>, failed = 0): string {
  const file = path.join(dir, 'report.json');
  const results = Object.entries(files).map(([name, ms]) => ({
    name: `/p/${name}`,
    status: 'passed',
    assertionResults: [{ status: 'passed', fullName: name }],
    startTime: 1000,
    endTime: 1000 + ms,
  }));
  writeFileSync(
    file,
    JSON.stringify({ numPassedTests: results.length, numFailedTests: failed, testResults: results }),
  );
  return file;
}

/** A report about a file with these tests, by name. */
function reportOfTests(status: string, tests: Readonly<Record<string, string>>): string {
  const file = path.join(dir, 'tests.json');
  const assertionResults = Object.entries(tests).map(([fullName, each]) => ({
    status: each,
    fullName,
    failureMessages: each === 'failed' ? ['Error: expected 6\n    at z.test.ts:4'] : [],
  }));
  const failed = assertionResults.filter((test) => test.status === 'failed').length;
  const about = { name: '/p/tests/z.test.ts', message: 'No such module', startTime: 0, endTime: 1 };
  const testResults = [{ ...about, status, assertionResults }];
  const [numPassedTests, numFailedTests] = [assertionResults.length - failed, failed];
  writeFileSync(file, JSON.stringify({ numPassedTests, numFailedTests, testResults }));
  return file;
}

/** Runs it in a process of its own: it is JavaScript without types. */
function sum(file: string, slower = 1) {
  const module = new URL('./sum-reports.mjs', import.meta.url).href;
  const options = JSON.stringify({ root: '/p', suites: SUITES, slower });
  const source = `import { sumReports } from '${module}';
console.log(JSON.stringify(sumReports([${JSON.stringify(file)}], ${options})));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  return run.status === 0 ? (JSON.parse(run.stdout) as object) : run.stderr;
}

test('sums the time of the files of each suite, and finds one over its budget', () => {
  const report = reportOf({ 'src/a/x.test.ts': 900, 'tools/b/y.test.ts': 900, 'tests/z.test.ts': 3500 });
  expect(sum(report)).toEqual({
    passed: 3,
    failed: 0,
    failures: [],
    suites: [
      { name: 'quick', files: 2, seconds: 1.8, budgetS: 2, isOver: false },
      { name: 'slow', files: 1, seconds: 3.5, budgetS: 3, isOver: true },
    ],
  });
  expect(sum(report, 1.5)).toMatchObject({ suites: [{ isOver: false }, { isOver: false }] });
});

test('tells what failed and how, in a test and outside of all', () => {
  expect(sum(reportOfTests('failed', { good: 'passed', bad: 'failed' }))).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['tests/z.test.ts: bad\n    Error: expected 6\n        at z.test.ts:4'],
  });
  expect(sum(reportOfTests('failed', { good: 'passed' }))).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['tests/z.test.ts: outside of its tests\n    No such module'],
  });
});

test('counts failed tests, a missing report, and refuses a file that no suite names', () => {
  expect(sum(reportOf({ 'tests/z.test.ts': 1 }, 2))).toMatchObject({ passed: 1, failed: 2 });
  expect(sum(path.join(dir, 'none.json'))).toMatchObject({ passed: 0, failed: 1, suites: [] });
  expect(sum(reportOf({ 'other/z.test.ts': 1 }))).toContain('"other/z.test.ts" is in no suite');
});
