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
