import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findInPath } from '../storage/servers.ts';
import { leftOut } from '../support/left-out.ts';
import { PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const FOLDER = path.join(PROJECT, 'deploy/prometheus');
const CASES = path.join(FOLDER, 'alerts.test.yaml');
const rules = parse(readFileSync(path.join(FOLDER, 'alerts.yaml'), 'utf8')) as {
  groups: { rules: { alert: string }[] }[];
};
const cases = parse(readFileSync(CASES, 'utf8')) as {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
};

test('every alert has a case that fires and one that does not', () => {
  const tested = cases.tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const names = (fires: boolean) =>
    tested.filter(({ exp_alerts }) => (exp_alerts !== undefined) === fires).map(({ alertname }) => alertname);
  const all = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  expect([names(true), names(false)]).toEqual([all, all]);
});

const promtool = findInPath('promtool');
if (promtool === null) leftOut('the cases of the alert rules', 'apt-get install prometheus');
else {
  const { dir, remove } = temporaryFolder();
  afterAll(remove);
  describe('promtool', () => {
    test('finds every alert as its cases say', () => {
      const run = spawnSync(promtool, ['test', 'rules', CASES], { encoding: 'utf8' });
      expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
    });

    test('sees a rule that never fires', () => {
      const broken = readFileSync(path.join(FOLDER, 'alerts.yaml'), 'utf8').replace('> 0.0144', '> 1.0144');
      writeFileSync(path.join(dir, 'alerts.yaml'), broken);
      const ofAlert = ({ alert_rule_test }: (typeof cases.tests)[number]) =>
        alert_rule_test.some(({ alertname }) => alertname === 'PagemarkErrorBudget');
      const few = { ...cases, tests: cases.tests.filter(ofAlert) };
      writeFileSync(path.join(dir, 'alerts.test.yaml'), JSON.stringify(few));
      const run = spawnSync(promtool, ['test', 'rules', path.join(dir, 'alerts.test.yaml')], {
        encoding: 'utf8',
      });
      expect(run.status).toBe(1);
      expect(run.stdout + run.stderr).toContain('PagemarkErrorBudget fires');
    });
  });
}
