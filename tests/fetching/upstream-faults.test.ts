import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/contract/failure.ts';
import { createFetcher, type FetchedPage, type PageFetcher } from '../../src/fetching/fetch-page.ts';
import {
  HOSTILE_CASES,
  type HostileUpstream,
  startHostileUpstream,
  testPem,
} from '../hostile-upstream/hostile-upstream.ts';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 700;

let upstream: HostileUpstream;
let fetcher: PageFetcher;

beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: MAX_BYTES });
  fetcher = createFetcher({
    ports: [80, 443, 8080, 8443],
    allow: [`127.0.0.1:${upstream.plain.port}`, `127.0.0.1:${upstream.tls.port}`],
    ownPorts: () => [],
    dnsServers: ['127.0.0.1:9'],
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MAX_BYTES,
    userAgent: 'pagemark-test/1',
    trust: { ca: testPem('ca.pem') },
  });
});

afterAll(() => upstream.close());

type Result = { readonly page: FetchedPage } | { readonly reason: string };

async function fetchCase(url: string): Promise<Result> {
  try {
    return { page: await fetcher.fetch({ url }) };
  } catch (error) {
    return { reason: error instanceof ServiceError ? error.failure.reason : `not a ServiceError: ${error}` };
  }
}

describe.each(['plain', 'tls'] as const)('the fetcher over %s', (transport) => {
  test.concurrent.each(HOSTILE_CASES.map((each) => [each.id, each.expected, each] as const))(
    'ends %s as %s',
    async (id, expected, { status = 200, body }) => {
      const result = await fetchCase(`${upstream[transport].origin}/${id}`);
      if (expected !== 'page') {
        expect(result).toEqual({ reason: expected });
        return;
      }
      expect(result).toHaveProperty('page');
      if (!('page' in result)) return;
      expect(result.page.status).toBe(status);
      expect(result.page.bytes.byteLength).toBeLessThanOrEqual(MAX_BYTES);
      expect(result.page.bytes.buffer.byteLength).toBe(result.page.bytes.byteLength);
      if (body !== undefined) expect(Buffer.from(result.page.bytes).toString()).toBe(body);
    },
  );
});

test('no fetch leaves a socket open', async () => {
  await expect.poll(() => upstream.openSockets(), { timeout: 2_000 }).toBe(0);
});
