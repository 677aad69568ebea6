import { expect, test } from 'vitest';
import { FREE_CALLER } from '../../../../tests/support/fake-http.ts';
import { type FailureReason, fail, ServiceError } from '../../../contract/failure.ts';
import type { ConvertedPage } from '../../../conversion/converter.ts';
import { createHostPaces } from '../../../crawl/host-paces.ts';
import type { Job, JobPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { GOES_ON, runJob } from './run-job.ts';
import { readScrape, scrapeOptions } from './scrape-request.ts';

const URLS = ['https://a.example/0', 'https://a.example/1', 'https://a.example/2'];
const JOB: Job = {
  ...{ id: 'job', keyId: 'key_1', kind: 'batch', status: 'scraping', total: 3, note: '' },
  ...{ done: 0, failed: 0, left: 0, bytes: 0, startedAtMs: 0, expiresAtMs: 0 },
};
const SCRAPE = readScrape(scrapeOptions, {}).scrape;
const REQUEST = JSON.stringify({ scrape: SCRAPE, lanes: 1, delayMs: 0, urls: URLS });

/** Runs a job of three pages; `faults`: what calls of the store and of the meter throw, in turn. */
async function run(
  faults: Readonly<Record<string, readonly (FailureReason | null)[]>>,
  {
    retryAfterMs = 5,
    contents = {},
    mostBytes,
    letGoAt,
    siteRetryMs,
    isAtOnce = false,
  }: {
    retryAfterMs?: number;
    contents?: Readonly<Record<string, string>>;
    mostBytes?: 0;
    letGoAt?: number;
    /** The site refuses the first page for so long, and the process is drained then. */
    siteRetryMs?: number;
    isAtOnce?: boolean;
  } = {},
) {
  const left = new Map(Object.entries(faults).map(([name, all]) => [name, [...all]]));
  const meet = (name: string) => {
    const reason = left.get(name)?.shift();
    if (reason) throw fail(reason, 'It failed.', { retryAfterMs });
  };
  const seen = { read: [] as string[], counted: 0, kept: [] as JobPage[], faults: [] as unknown[] };
  const stop = new AbortController();
  let isDraining = false;
  const deps = {
    authenticator: {
      byId: async () => {
        meet('byId');
        return FREE_CALLER;
      },
    },
    meter: {
      windows: async () => ({}),
      admit: async () => {
        meet('admit');
        seen.counted++;
        const giveBack = async () => {
          seen.counted--;
          meet('giveBack');
        };
        return { admitted: true, ticket: { windows: {}, settle: async () => meet('settle'), giveBack } };
      },
    },
    usage: { add: () => undefined },
    converter: {
      refusal: () => null,
      convert: async ({ url }: { readonly url: string }) => {
        seen.read.push(url);
        meet('convert');
        if (siteRetryMs !== undefined)
          throw new ServiceError(fail('upstream_unavailable', 'x').failure, { siteRetryMs });
        return { content: contents[url] ?? url, finalUrl: url, upstream: { status: 200 } } as ConvertedPage;
      },
    },
    jobs: {
      pages: async () => [],
      requestOf: async () => REQUEST,
      finish: async (_id: string, _runner: string, page: JobPage) => {
        meet('finish');
        if (mostBytes !== undefined && page.state === 'done') return 'full';
        seen.kept.push(page);
        const drain = () => {
          isDraining = true;
          stop.abort();
        };
        if (siteRetryMs !== undefined && isAtOnce) drain();
        else if (siteRetryMs !== undefined) setImmediate(drain);
        return 'kept';
      },
    },
    isDraining: () => isDraining,
    beginWork: () => () => undefined,
    onFault: (error: unknown) => seen.faults.push(error),
  } as unknown as HttpDeps;
  const end = await runJob(JOB, deps, {
    ...{ runner: 'me', paces: createHostPaces(), stop, end: new AbortController().signal },
    claim: async () => {
      meet('claim');
      if (seen.read.length === letGoAt) stop.abort(GOES_ON);
      return true;
    },
  }).catch((error: unknown) => error);
  return { ...seen, end };
}

const COMPLETED = { how: 'completed', note: {} };

test.each<[string, Parameters<typeof run>[0]]>([
  ['keeps nothing', { finish: ['store_unavailable', 'store_unavailable'] }],
  ['cannot say whose key it is', { byId: [null, 'store_unavailable'] }],
  ['cannot say whose job it is', { claim: [null, 'store_unavailable'] }],
  ['takes no end of a call', { settle: ['store_unavailable', 'store_unavailable', 'store_unavailable'] }],
])('a store that %s for a while has no page read or counted twice', async (_, faults) => {
  const { read, counted, kept, end } = await run(faults);
  expect([read, counted]).toEqual([URLS, 3]);
  expect(kept.map(({ name, state }) => `${name} ${state}`)).toEqual(['0 done', '1 done', '2 done']);
  expect(end).toEqual(COMPLETED);
});

test('a page that has no room waits for it, uncounted; one that failed is kept as that', async () => {
  const { read, counted, kept, end } = await run({
    admit: ['rate_limited'],
    convert: ['busy', null, 'fetch_timeout'],
  });
  expect([read, counted]).toEqual([[URLS[0], ...URLS], 3]);
  expect(kept.map(({ name, state }) => `${name} ${state}`)).toEqual(['0 done', '1 failed', '2 done']);
  expect(JSON.parse(kept[1]!.body)).toMatchObject({ code: 'SCRAPE_TIMEOUT', reason: 'fetch_timeout' });
  expect(end).toEqual(COMPLETED);
});

test('a quota that is used up, a defect of a page and a job without end', async () => {
  const { kept, end } = await run({ admit: [null, 'quota_exceeded'] });
  expect([kept.length, end]).toMatchObject([1, { how: 'failed', note: { reason: 'quota_exceeded' } }]);
  const defect = await run({ convert: ['internal'] });
  expect([defect.faults.length, defect.kept.map(({ state }) => state)]).toEqual([
    1,
    ['failed', 'done', 'done'],
  ]);
  const late = await run({ claim: ['request_timeout'] });
  expect([late.read, late.end]).toMatchObject([[], { how: 'failed', note: { reason: 'request_timeout' } }]);
});

test('a job that waits for long lets others have its place', async () => {
  const { kept, end } = await run({ admit: [null, 'rate_limited'] }, { retryAfterMs: 60_000 });
  expect(kept).toHaveLength(1);
  expect(end).toMatchObject({ how: 'waits' });
  expect((end as { forMs: number }).forMs).toBeGreaterThan(50_000);
});

test('a job that gives its place up may be gone on with at once: the place is claimed by who has it', async () => {
  const { read, end } = await run({}, { letGoAt: 1 });
  expect([read.length, end]).toEqual([1, { how: 'waits', forMs: 0 }]);
});

test.each([
  ['while a page waits for its host', false],
  ['as the page ends whose host wants to be left alone', true],
])('a job that is drained %s is left alone by all processes', async (_, isAtOnce) => {
  const { read, kept, end } = await run({}, { siteRetryMs: 30_000, isAtOnce });
  expect([read.length, kept.map(({ state }) => state)]).toEqual([1, ['failed']]);
  expect(end).toMatchObject({ how: 'waits' });
  expect((end as { forMs: number }).forMs).toBeGreaterThan(25_000);
});

test('a document that is too large is an error of its page; where nothing more fits, the page is told and the job ends', async () => {
  const large = await run({}, { contents: { [URLS[1]!]: 'x'.repeat(17_000_000) } });
  expect([large.end, large.kept.map(({ state }) => state)]).toEqual([COMPLETED, ['done', 'failed', 'done']]);
  expect(JSON.parse(large.kept[1]!.body)).toMatchObject({ reason: 'response_too_large' });
  const full = await run({}, { mostBytes: 0 });
  expect(full.kept.map(({ name, state }) => `${name} ${state}`)).toEqual(['0 failed']);
  expect([full.read.length, full.end]).toMatchObject([
    1,
    { how: 'failed', note: { reason: 'response_too_large' } },
  ]);
});
