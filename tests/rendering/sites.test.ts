import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inForm, isFull } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { BROWSER } from './rendering-harness.ts';
import { APPLICATION_SITES } from './sites/applications.sites.ts';
import { OTHER_SITES } from './sites/other.sites.ts';
import { type Played, playSite, type RunningSite, startSite } from './sites/play-site.ts';
import { SCRIPT_SITES } from './sites/scripts.sites.ts';
import type { Site } from './sites/site.ts';
import { TEMPLATE_SITES } from './sites/templates.sites.ts';
import { WAY_SITES } from './sites/ways.sites.ts';

/** All sites, each with an id of its own. */
const SITES: readonly Site[] = [
  ...TEMPLATE_SITES,
  ...SCRIPT_SITES,
  ...APPLICATION_SITES,
  ...WAY_SITES,
  ...OTHER_SITES,
];

/** Sites that are not complete yet, each with what they lack; one that comes to be complete is taken off. */
const KNOWN_GAPS: Readonly<Record<string, string>> = {};

let sites: readonly RunningSite[];
let service: TestService;
let key: string;

beforeAll(async () => {
  sites = await Promise.all(SITES.map(startSite));
  service = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: sites.map(({ upstream }) => upstream.address).join(','),
    PAGEMARK_PLANS: '{"wide":{"perMinute":999,"perHour":999}}',
  });
  await untilReady(service);
  key = await service.newKey('wide');
});
afterAll(async () => {
  await service?.close();
  await Promise.all(sites.map(({ upstream }) => upstream.close()));
});

test('there are 60 sites and more, at most three of one framework', () => {
  expect(new Set(SITES.map(({ id }) => id)).size).toBe(SITES.length);
  expect(SITES.length).toBeGreaterThanOrEqual(60);
  const count: Record<string, number> = {};
  for (const { by } of SITES) count[by] = (count[by] ?? 0) + 1;
  expect(Object.entries(count).filter(([, sitesOf]) => sitesOf > 3)).toEqual([]);
});

describe.skipIf(BROWSER === null).each(isFull ? (['auto', 'always'] as const) : (['auto'] as const))(
  'with "render": "%s" a site is read complete, or refused for what it is:',
  (render) => {
    const all = SITES.map(({ id }, at) => [id, at] as const).filter(
      ([, at]) => render === 'auto' || !SITES[at]!.isServed,
    );
    const played: Played[] = [];
    afterAll(() => {
      if (isFull) console.log(report(render, played));
    });

    test.each(inForm(all, 16))('%s', async (id, at) => {
      const result = await playSite(sites[at]!, service, key, render);
      played.push(result);
      if (id in KNOWN_GAPS) expect(result.fault).toContain(KNOWN_GAPS[id]);
      else expect(result.fault).toBeUndefined();
    });

    test.skipIf(!isFull)('half of them take 2.5 s at most', () => {
      expect(median(played)).toBeLessThan(2_500);
    });
  },
);

function median(played: readonly Played[]): number {
  const times = played.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[times.length >> 1] ?? 0;
}

/** Which sites lack something and how long they took, for people. */
function report(render: string, played: readonly Played[]): string {
  const faults = played.filter(({ fault }) => fault !== undefined);
  const complete = `${played.length - faults.length} of ${played.length} complete`;
  const lines = faults.map(({ id, fault, ms }) => `  ${id}: ${fault} (${Math.round(ms)} ms)`);
  return [`${render}: ${complete}, median ${Math.round(median(played))} ms`, ...lines].join('\n');
}
