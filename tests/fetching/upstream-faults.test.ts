import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import {
  HOSTILE_CASES,
  type HostileUpstream,
  startHostileUpstream,
} from '../hostile-upstream/hostile-upstream.ts';
import { inForm } from '../support/full-form.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

const MAX_BYTES = 256 * 1024;
/** The deadline where running into it is the point. */
const SHORT_MS = 700;

let upstream: HostileUpstream;
let fetcher: PageFetcher;

beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: MAX_BYTES });
  fetcher = testFetcher({
    allow: [`127.0.0.1:${upstream.plain.port}`, `127.0.0.1:${upstream.tls.port}`],
    maxResponseBytes: MAX_BYTES,
  });
});

afterAll(() => upstream.close());

describe.each([
  ['plain', HOSTILE_CASES],
  // Over TLS the same parser reads the same bytes.
  ['tls', inForm(HOSTILE_CASES, 3)],
] as const)('the fetcher over %s', (transport, cases) => {
  test.concurrent.each(cases.map((each) => [each.id, each.expected, each] as const))(
    'ends %s as %s',
    async (id, expected, { status = 200, body }) => {
      const { outcome, page } = await outcomeOf(
        fetcher.fetch({
          url: `${upstream[transport].origin}/${id}`,
          ...(expected === 'fetch_timeout' ? { timeoutMs: SHORT_MS } : {}),
        }),
      );
      expect(outcome).toBe(expected);
      if (page === undefined) return;
      expect(page.status).toBe(status);
      expect(page.bytes.byteLength).toBeLessThanOrEqual(MAX_BYTES);
      expect(page.bytes.buffer.byteLength).toBe(page.bytes.byteLength);
      if (body !== undefined) expect(textOf(page)).toBe(body);
    },
  );
});

test('no fetch leaves a socket open', async () => {
  await expect.poll(() => upstream.openSockets()).toBe(0);
});
