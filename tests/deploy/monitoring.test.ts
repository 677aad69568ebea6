import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FAILURE_REASONS } from '../../src/contract/failure.ts';
import { findInPath } from '../storage/servers.ts';
import { leftOut } from '../support/left-out.ts';
import { PROJECT, temporaryFolder } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

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

const read = (file: string) => readFileSync(path.join(PROJECT, 'deploy', file), 'utf8');

/** Metrics of redis_exporter (oliver006, `exporter.go`) and postgres_exporter (`pg_stat_database.go`, `pg_setting.go`). */
const OF_EXPORTERS: readonly string[] = [
  'pg_settings_max_connections',
  'pg_stat_database_numbackends',
  'redis_memory_max_bytes',
  'redis_memory_used_bytes',
];

describe('dashboard and alerts', () => {
  let service: TestService;
  let metrics: Set<string>;

  beforeAll(async () => {
    service = await startTestService();
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    metrics = new Set(
      families.flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
      ),
    );
  });
  afterAll(() => service?.close());

  const dashboard = JSON.parse(read('grafana/pagemark.json')) as {
    templating: { list: { name: string }[] };
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const alerts = parse(read('prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const expressions = [
    ...dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  /** Metric names of an expression: names that are followed by neither `(` nor `=` and stand outside of `by (…)`. */
  const namesIn = (expr: string) =>
    expr
      .replace(/"[^"]*"/g, '""')
      .replace(/\bby \([^)]*\)/g, '')
      .replace(/\{[^}]*\}/g, '')
      .match(/\b[a-z]+_[a-z0-9_]+\b(?!\s*\()|\bup\b/g) ?? [];

  test('name only metrics that a service or an exporter of its stores shows', () => {
    expect(expressions.length).toBeGreaterThan(25);
    for (const expr of expressions) {
      const names = namesIn(expr).filter((name) => name !== 'up' && name !== '__rate_interval');
      for (const name of names) expect([...metrics, ...OF_EXPORTERS], expr).toContain(name);
    }
    expect(namesIn('sum by (le) (rate(a_b{c="d"}[5m])) / histogram_quantile(0.9, x_y)')).toEqual([
      'a_b',
      'x_y',
    ]);
  });

  test('every panel shows the namespace and the instances that were chosen', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual([
      'datasource',
      'namespace',
      'instance',
    ]);
    for (const { expr } of dashboard.panels.flatMap((panel) => panel.targets)) {
      const selected = expr.match(/\{[^}]*\}/g) ?? [];
      expect(selected.length, expr).toBe(namesIn(expr.replaceAll('$__rate_interval', '')).length);
      const isOfExporter = OF_EXPORTERS.some((name) => expr.includes(name));
      for (const selector of selected) {
        expect(selector, expr).toContain('namespace=~"$namespace"');
        // A store has instances of its own.
        expect(selector.includes('instance=~"$instance"'), expr).toBe(!isOfExporter);
      }
    }
  });

  test('show every metric of ours', () => {
    const shown = new Set(
      expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    const own = [...metrics].filter((name) => name.startsWith('pagemark_'));
    for (const name of own) expect(shown).toContain(name.replace(/_(bucket|sum|count)$/, ''));
  });

  test('match only reasons that exist, and every alert is in the handbook', () => {
    const reasons = expressions.flatMap((expr) => [...expr.matchAll(/(?:reason|outcome)=~?"([^"]+)"/g)]);
    for (const [, value] of reasons) {
      for (const reason of value!.split('|')) expect([...FAILURE_REASONS, 'none', 'ok']).toContain(reason);
    }
    const handbook = readFileSync(path.join(PROJECT, 'docs/operations.md'), 'utf8');
    for (const { alert } of rules) expect(handbook).toContain(`\`${alert}\``);
  });
});
