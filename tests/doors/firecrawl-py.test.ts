import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, type Upstream } from '../support/upstream.ts';

// Requests and readings of answers as `firecrawl-py` has them (v1 and v2 clients), read from its sources; it is not run.

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    '/article': ARTICLE,
    '/map': ARTICLE.replace('Rivers', 'Maps of rivers'),
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Body extends Record<string, unknown> {
  readonly success?: boolean;
  readonly status?: string;
  readonly data: Record<string, unknown>[];
  readonly next?: string;
}

const page = () => `${site.url}/article`;
const ask = (method: string, address: string, body?: object, headers: object = {}) =>
  fetch(new URL(address, service.url), {
    method,
    headers: {
      'user-agent': 'python-requests/2.32.3',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify({ ...body, origin: 'python-sdk@4.9.0' }) }),
  });
const read = async (answer: Response): Promise<Body> => {
  const body = (await answer.json()) as Body;
  expect([answer.status, body.success], JSON.stringify(body)).toEqual([200, true]);
  return body;
};

/** Asks for a job until it is at its end, and follows `next` as they do: under the address of the service, whatever host it names. */
async function waitFor(path: string): Promise<Body & { readonly documents: Body['data'] }> {
  for (;;) {
    const body = await read(await ask('GET', path));
    expect(['scraping', 'completed', 'failed', 'cancelled']).toContain(body.status);
    if (body.status !== 'scraping') {
      const documents = [...body.data];
      // v1 reads on for as long as the field is there.
      for (let next = body; 'next' in next; ) {
        expect(next.next).toMatch(/^http/);
        const { pathname, search } = new URL(next.next!);
        next = await read(await ask('GET', pathname + search));
        documents.push(...next.data);
      }
      return { ...body, documents };
    }
    await sleep(100);
  }
}

describe.each(['/v1', '/v2'])('%s', (version) => {
  test('scrape and map', async () => {
    const { data } = await read(
      await ask('POST', `${version}/scrape`, {
        url: page(),
        formats: ['markdown', 'links'],
        timeout: 30_000,
      }),
    );
    expect(data).toMatchObject({
      markdown: expect.stringMatching(/^# Rivers/),
      metadata: { sourceURL: page(), statusCode: 200, title: 'Rivers and bridges' },
    });
    const map = await read(await ask('POST', `${version}/map`, { url: page(), limit: 10 }));
    const urls = (map.links as (string | { url: string })[]).map((link) =>
      typeof link === 'string' ? link : link.url,
    );
    expect(urls).toContain(`${site.url}/map`);
  });

  test('batch scrape: start, wait, errors', async () => {
    const started = await read(
      await ask(
        'POST',
        `${version}/batch/scrape`,
        {
          urls: [page(), `${site.url}/map`, `${site.url}/none`],
          formats: ['markdown'],
          ignoreInvalidURLs: true,
        },
        { 'x-idempotency-key': `py-${version}` },
      ),
    );
    expect(started.id).toMatch(/^[\w-]+$/);
    const job = await waitFor(`${version}/batch/scrape/${started.id}`);
    expect(job).toMatchObject({
      status: 'completed',
      creditsUsed: 3,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(job.documents.map(({ metadata }) => (metadata as { sourceURL: string }).sourceURL).sort()).toEqual(
      [page(), `${site.url}/map`],
    );
    const answer = await ask('GET', `${version}/batch/scrape/${started.id}/errors`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        errors: [{ id: expect.any(String), url: `${site.url}/none`, error: expect.any(String) }],
        robotsBlocked: [],
      },
    ]);
  });

  test('crawl: start, wait, cancel', async () => {
    const depth = version === '/v1' ? { maxDepth: 2 } : { maxDiscoveryDepth: 2 };
    const options = { limit: 5, ...depth, scrapeOptions: { formats: ['markdown'] } };
    const started = await read(await ask('POST', `${version}/crawl`, { url: page(), ...options }));
    const job = await waitFor(`${version}/crawl/${started.id}`);
    expect(job.status).toBe('completed');
    expect(job.documents.map(({ metadata }) => (metadata as { sourceURL: string }).sourceURL)).toContain(
      page(),
    );
    const other = await read(await ask('POST', `${version}/crawl`, { url: page(), limit: 5, delay: 5 }));
    const cancelled = await ask('DELETE', `${version}/crawl/${other.id}`);
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { status: 'cancelled' }]);
  });

  test('an error has the fields that its message is made of', async () => {
    const answer = await ask('POST', `${version}/crawl`, { url: 'no address' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { success: false, error: expect.any(String) },
    ]);
    const none = await ask('GET', `${version}/crawl/00000000-0000-4000-8000-000000000000`);
    expect([none.status, await none.json()]).toMatchObject([
      404,
      { success: false, error: expect.any(String) },
    ]);
  });
});
