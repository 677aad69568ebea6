import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchTimedOut } from '../../src/fetching/fetch-failures.ts';
import { openEgressGate } from '../../src/rendering/egress-gate.ts';
import { type BrowserProcess, launchBrowser } from '../../src/rendering/launch-browser.ts';
import { type RenderedPage, renderPage } from '../../src/rendering/render-page.ts';
import { FAR_MS } from '../support/far-deadlines.ts';
import { ARTICLE, startUpstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';

const MAX_BYTES = 1024 ** 2;
/** Which of those who answer for a browser is asked is chance: so many of them leave it little. */
const LEFT = 4;
const AFTERWARDS = 4;

/** Renders a page through a gate of its own; one that is left ends at its deadline while the browser is made ready for it. */
async function render(
  process: BrowserProcess,
  url: string,
  { isLeft = false } = {},
): Promise<RenderedPage | null> {
  const ended = new AbortController();
  const { signal } = ended;
  const gate = await openEgressGate({
    connect: async (_host, port) => connect(port, '127.0.0.1'),
    limits: { maxBytes: MAX_BYTES, maxSentBytes: MAX_BYTES, maxConnections: 100, maxRequests: 100 },
    signal,
  });
  try {
    const page = renderPage(
      { url, timeoutMs: FAR_MS, signal },
      {
        ...{ process, gate, signal, maxBytes: MAX_BYTES, userAgent: 'pagemark-test/1', mayRepeat: false },
        stop: (failure) => ended.abort(failure),
        endsAt: performance.now() + FAR_MS,
      },
    );
    if (isLeft) ended.abort(fetchTimedOut('left'));
    return await page;
  } finally {
    gate.close();
    await process.closeContexts();
  }
}

test.skipIf(BROWSER === null)(
  'a page that is left while its browser is made ready costs no later page',
  async () => {
    const site = await startUpstream({ '/': ARTICLE });
    onTestFinished(site.close);
    const process = await launchBrowser({ from: 'setting', executablePath: async () => BROWSER! }, 1024 ** 2);
    onTestFinished(process.end);
    for (let count = 0; count < LEFT; count++)
      await expect(render(process, site.url, { isLeft: true })).rejects.toMatchObject({
        failure: { reason: 'fetch_timeout' },
      });
    for (let count = 0; count < AFTERWARDS; count++)
      expect((await render(process, site.url))?.status).toBe(200);
    expect(process.browser.contexts()).toHaveLength(1);
  },
);
