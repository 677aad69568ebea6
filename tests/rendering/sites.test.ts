import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inForm, isFull } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { type Page, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';
import { APPLICATION_SITES, OTHER_SITES } from './sites/other.sites.ts';
import { SCRIPT_SITES } from './sites/scripts.sites.ts';
import type { Site } from './sites/site.ts';
import { TEMPLATE_SITES } from './sites/templates.sites.ts';
import { WAY_SITES } from './sites/ways.sites.ts';

const LIBRARIES = new URL('../../fixtures/made/libraries/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** A site that runs, on a port of its own. */
interface RunningSite {
  readonly site: Site;
  readonly upstream: Upstream;
  /** Times that its first page was asked for: once for the source, more often when a browser came. */
  readonly visits: () => number;
}

/** What a reader was given of a site. */
interface Played {
  readonly id: string;
  /** Absent: all that the site promises, and nothing that it forbids. */
  readonly fault?: string;
  readonly ms: number;
  readonly inBrowser: boolean;
}

/** Starts a site with the libraries that its pages ask for. */
async function startSite(site: Site): Promise<RunningSite> {
  let visits = 0;
  const pages: Record<string, Page> = {};
  const markup = Object.values(site.files)
    .map((file) => (typeof file === 'string' ? file : ''))
    .join('');
  for (const [, name] of markup.matchAll(/\/lib\/([a-z-]+)\.js/g))
    pages[`/lib/${name}.js`] = answer('.js', readFileSync(new URL(`${name}.js`, LIBRARIES), 'utf8'));
  for (const [path, file] of Object.entries(site.files)) {
    const served = typeof file === 'object' ? answer(path, file.body, file.delayMs, file.status) : undefined;
    pages[path] = (request, response) => {
      if (path === '/') visits++;
      const page = served ?? answer(path, typeof file === 'function' ? file(request) : (file as string));
      page(request, response);
    };
  }
  const upstream = await startUpstream(pages);
  return { site, upstream, visits: () => visits };
}

function answer(path: string, body: string, delayMs = 0, status = 200): Exclude<Page, string> {
  const type = TYPES[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8';
  return (_request, response) => {
    if (delayMs === Number.POSITIVE_INFINITY) return;
    setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), delayMs);
  };
}

/** Asks a service for the first page of a site and compares with what it promises. */
async function playSite(
  { site, upstream, visits }: RunningSite,
  service: TestService,
  key: string,
  render: 'auto' | 'always',
): Promise<Played> {
  const before = visits();
  const startedAt = performance.now();
  const response = await service.convert(
    {
      url: `${upstream.url}/`,
      render,
      include_diagnostics: true,
      ...(site.timeoutMs === undefined ? {} : { timeout_ms: site.timeoutMs }),
    },
    key,
    { 'cache-control': 'no-store' },
  );
  const ms = performance.now() - startedAt;
  const answered = (await response.json()) as Answer;
  const inBrowser = visits() - before > (render === 'auto' ? 1 : 0);
  const fault =
    faultOf(site, answered) ??
    (site.isServed && render === 'auto' && inBrowser ? 'browser started' : undefined);
  return { id: site.id, ms, inBrowser, ...(fault === undefined ? {} : { fault }) };
}

interface Answer {
  readonly data?: { readonly content: string };
  readonly error?: { readonly reason: string; readonly message: string };
}

function faultOf({ shows, lacks = [], refused }: Site, { data, error }: Answer): string | undefined {
  if (error !== undefined)
    return error.reason === refused ? undefined : `refused: ${error.reason} (${error.message})`;
  if (refused !== undefined)
    return `not refused as ${refused}: ${JSON.stringify(data!.content.slice(0, 80))}`;
  const missing = shows.find((text) => !data!.content.includes(text));
  if (missing !== undefined) return `misses ${JSON.stringify(missing.slice(0, 50))}`;
  const left = lacks.find((text) => data!.content.includes(text));
  return left === undefined ? undefined : `shows ${JSON.stringify(left)}`;
}

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
