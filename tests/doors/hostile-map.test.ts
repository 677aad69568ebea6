import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownCpuClock } from '../../src/conversion/thread-cpu.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Page, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

/**
 * Milliseconds of CPU that the thread which answers may be held for by one piece of work. Where these sites were read by that thread it
 * was seconds; beside other work on the same cores a collection of garbage was seen to take 104.
 */
const MOST_HELD_MS = 250;

let site: Upstream;
let service: TestService;
let key: string;
const files: Record<string, Page> = {};
beforeEach(async () => {
  for (const name of Object.keys(files)) delete files[name];
  files['/'] = `<title>Bridges</title><h1>Bridges</h1>${PROSE}`;
  site = await startUpstream(files);
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"test":{"perMinute":50,"perHour":50}}',
  });
  key = await service.newKey('test');
});
afterEach(async () => {
  await service?.close();
  await site?.close();
});

const text =
  (body: string | Uint8Array): Page =>
  (_, response) =>
    void response.end(body);
const locations = (paths: Iterable<string>) =>
  [...paths].map((path) => `<url><loc>${path}</loc></url>`).join('');

async function map(body: object = {}) {
  const answer = await fetch(`${service.url}/v1/map`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url, ...body }),
  });
  const json = (await answer.json()) as {
    links?: readonly string[];
    warning?: string;
    error?: string;
    reason?: string;
  };
  const left = Number(/"minute";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  return { status: answer.status, left, ...json };
}

/** Crawls two pages, until the job is over. */
async function crawl(): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: site.url, limit: 2, scrapeOptions: { timeout: 5000 } });
  const started = await fetch(`${service.url}/v2/crawl`, { method: 'POST', headers, body });
  const { id } = (await started.json()) as { id: string };
  const status = async () => (await fetch(`${service.url}/v2/crawl/${id}`, { headers })).json();
  await expect
    .poll(status, { interval: 100 })
    .toMatchObject({ status: expect.stringMatching(/^(completed|failed)$/) });
}

/** The most CPU in milliseconds from one turn of the event loop to the next, of this thread, which is that of the service too. */
async function heldFor(work: () => Promise<unknown>): Promise<number> {
  await map({ sitemap: 'skip' });
  const cpuMs = ownCpuClock();
  let [most, last, isOver] = [0, cpuMs(), false];
  const turn = () => {
    const now = cpuMs();
    most = Math.max(most, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return most;
}

describe('a map of a site that means harm', () => {
  test('asks for few files, whatever they are', async () => {
    const index = Array.from({ length: 2000 }, (_, i) => `<sitemap><loc>/s${i}.xml</loc></sitemap>`).join('');
    files['/sitemap.xml'] = text(`<sitemapindex>${index}</sitemapindex>`);
    const { status, warning } = await map();
    expect(status).toBe(200);
    expect(warning).toMatch(/Sitemaps that were not read: 19\d\d\./);
    expect(site.requests()).toBeLessThan(25);
  });

  test('ends at its time, and is counted', async () => {
    files['/sitemap.xml'] = () => undefined;
    const before = await map({ sitemap: 'skip' });
    const late = await map({ timeout: 1500 });
    expect(late).toMatchObject({ status: 408, reason: 'fetch_timeout' });
    expect(before.left - late.left).toBe(1);
  });

  test.each<[string, () => void]>([
    [
      'many rules for many addresses',
      () => {
        const rules = Array.from({ length: 4000 }, (_, i) => `Disallow: /*a*b*-${i}-*c`).join('\n');
        files['/robots.txt'] = text(`User-agent: *\n${rules}`);
        files['/sitemap.xml'] = text(
          `<urlset>${locations(Array.from({ length: 1500 }, (_, i) => `${site.url}/a/b/${i}/${'abc'.repeat(60)}`))}</urlset>`,
        );
      },
    ],
    [
      'as many addresses as are read',
      () => {
        const paths = Array.from(
          { length: 50_000 },
          (_, i) => `${site.url}/shop/${i % 7}?item=${i}&sort=${i % 5}`,
        );
        files['/sitemap.xml'] = text(gzipSync(`<urlset>${locations(paths)}</urlset>`));
      },
    ],
    [
      'parameters without end',
      () => {
        const form = (at: number) =>
          `${site.url}/f?${Array.from({ length: 1300 }, (_, i) => `${(at * 1300 + i).toString(36)}=`).join('&amp;')}`;
        files['/sitemap.xml'] = text(
          `<urlset>${locations(Array.from({ length: 110 }, (_, i) => form(i)))}</urlset>`,
        );
        files['/'] = `<title>Bridges</title><h1>Bridges</h1>${PROSE}<a href="/f?a=x&amp;b=2">More</a>`;
      },
    ],
    [
      'links that grow by their base',
      () => {
        const links = Array.from({ length: 4900 }, (_, i) => `<a href="${i}">x</a>`).join(' ');
        files['/'] =
          `<title>Bridges</title><base href="/${'b'.repeat(7000)}/"><h1>Bridges</h1>${PROSE}${links}`;
      },
    ],
    [
      'what is packed to a thousandth',
      () => {
        files['/sitemap.xml'] = text(gzipSync(`<urlset>${'<loc>/a</loc>'.repeat(2_000_000)}</urlset>`));
      },
    ],
  ])('neither holds nor fails the thread that answers: %s', async (_, arrange) => {
    arrange();
    let answer: Awaited<ReturnType<typeof map>> | undefined;
    const heldMs = await heldFor(async () => {
      answer = await map({ limit: 100_000 });
    });
    expect([200, 408]).toContain(answer?.status);
    expect(heldMs).toBeLessThan(MOST_HELD_MS);
    expect(await heldFor(crawl)).toBeLessThan(MOST_HELD_MS);
  });

  test('has one place in flight, and gives it back', async () => {
    files['/sitemap.xml'] = () => undefined;
    const late = Array.from({ length: 10 }, () => map({ timeout: 6000 }));
    const statuses = (await Promise.all(late)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([408, 408, 429, 429, 429, 429, 429, 429, 429, 429]);
    expect((await map({ sitemap: 'skip' })).status).toBe(200);
  });
});
