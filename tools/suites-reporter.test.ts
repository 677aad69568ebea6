import { expect, test } from 'vitest';
import { leftOutIn } from './suites.table.mjs';
import SuitesReporter from './suites-reporter.mjs';

const ROOT = '/nowhere';

test('suites-reporter says where the run is, and at its end what was left out, once', () => {
  const said: string[] = [];
  const log = (line: string) => void said.push(line.replace(/ after \d+ s$/, ''));
  const reporter = new SuitesReporter();
  reporter.onInit({ config: { root: ROOT }, logger: { log, warn: log } });
  const [one, two, other] = ['tests/storage/one', 'tests/storage/two', 'tests/http/other'].map((name) => ({
    moduleId: `${ROOT}/${name}.test.ts`,
  }));
  reporter.onTestRunStart([one!, two!, other!]);
  reporter.onTestModuleStart(one!);
  reporter.onTestModuleStart(two!);
  for (let times = 0; times < 2; times++)
    reporter.onUserConsoleLog({ content: 'LEFT OUT: stores. To run it: apt-get install redis-server\n' });
  reporter.onTestModuleEnd(two!);
  reporter.onTestModuleStart(other!);
  reporter.onTestModuleEnd(one!);
  expect(said.splice(0)).toEqual([
    'suite 1 of 2: "stores" begins, 2 files; 0 of 3 files have ended',
    'suite 2 of 2: "service" begins, 1 files; 1 of 3 files have ended',
    'suite 1 of 2: "stores" ended; 2 of 3 files have ended',
  ]);
  reporter.onTestRunEnd();
  const withoutPackages = [...leftOutIn(ROOT).values()];
  expect(withoutPackages.length).toBeGreaterThan(0);
  expect(said).toEqual(
    ['LEFT OUT: stores. To run it: apt-get install redis-server', ...withoutPackages].sort(),
  );
});
