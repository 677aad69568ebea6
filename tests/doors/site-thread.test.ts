import { expect, onTestFinished, test } from 'vitest';
import { openSiteThread } from '../../src/crawl/open-site-thread.ts';

const SITE = 'https://a.example/';

test('openSiteThread: who asks for pages and gets none has no more time at work for that', async () => {
  const bounds = { limit: 10, depth: 10, include: [], exclude: [] };
  const pattern = { include: ['^/(a+)+$'], exclude: [], isOfAddress: false, isWhole: true };
  let workedMs = 0;
  const thread = openSiteThread(
    {
      ...{ url: SITE, bounds, filter: { ...pattern, segments: null, isPlain: false }, sitemap: 'skip' },
      ...{ userAgent: 'x', heedsRobots: false, sitemaps: { files: 0, addresses: 0, bytes: 0 } },
    },
    {
      fetch: () => async () => ({ status: 404, bytes: new Uint8Array() }),
      onWork: (ms) => {
        workedMs += ms;
      },
      ...{ signal: new AbortController().signal, mostHeapMb: 128 },
    },
  );
  onTestFinished(() => thread.end());
  const target = (await thread.ask('take'))!;
  for (let asked = 0; asked < 400; asked++) expect(await thread.ask('take')).toBeUndefined();
  const links = { links: [`${SITE}${'a'.repeat(40)}!`], contentLinks: 1, moreLinks: 0, notToFollow: [] };
  const trail = JSON.stringify({ ...links, canonical: null, digest: 'x' });
  await expect(
    thread.ask('finish', { target, page: { finalUrl: SITE, outcome: 'ok', trail } }),
  ).rejects.toMatchObject({ failure: { reason: 'conversion_timeout' } });
  // 4 s and 25 ms for its one page, or 14 s with those that it did not get.
  expect(workedMs).toBeLessThan(9000);
});

test('openSiteThread: what a thread did that died of its memory is told, and nothing of it is given back', async () => {
  const bounds = { limit: 10, depth: 10, include: [], exclude: [] };
  const told: number[] = [];
  const thread = openSiteThread(
    {
      ...{ url: SITE, bounds, sitemap: 'skip' },
      ...{ userAgent: 'x', heedsRobots: false, sitemaps: { files: 0, addresses: 0, bytes: 0 } },
    },
    {
      fetch: () => async () => ({ status: 404, bytes: new Uint8Array() }),
      onWork: (ms) => void told.push(ms),
      ...{ signal: new AbortController().signal, mostHeapMb: 24 },
    },
  );
  onTestFinished(() => thread.end());
  const target = (await thread.ask('take'))!;
  const before = told.reduce((sum, ms) => sum + ms, 0);
  const links = Array.from({ length: 200_000 }, (_, i) => `${SITE}${i}?a=${i}&b=${i % 7}`);
  const more = { contentLinks: links.length, moreLinks: 0, notToFollow: [], canonical: null, digest: 'x' };
  const trail = JSON.stringify({ ...more, links });
  await expect(
    thread.ask('finish', { target, page: { finalUrl: SITE, outcome: 'ok', trail } }),
  ).rejects.toMatchObject({ failure: { reason: 'document_too_complex' } });
  expect(Math.min(...told)).toBeGreaterThanOrEqual(0);
  expect(told.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(before);
});
