import { parseFetchAllow } from '../../src/config/fetch-allow.ts';
import { ProblemList } from '../../src/config/problems.ts';
import { ServiceError } from '../../src/contract/failure.ts';
import {
  createFetcher,
  type FetchedPage,
  type FetcherSettings,
  type PageFetcher,
} from '../../src/fetching/fetch-page.ts';
import type { GuardedConnectParts } from '../../src/fetching/guarded-connect.ts';
import { testPem } from '../hostile-upstream/hostile-upstream.ts';
import { FAR_MS } from '../support/far-deadlines.ts';

/** A fetcher that trusts the test certificates, with a short limit of bytes; `allow` as in the setting. */
export function testFetcher(
  {
    allow = [],
    ...settings
  }: Partial<Omit<FetcherSettings, 'allow'>> & { readonly allow?: readonly string[] },
  parts: GuardedConnectParts = {},
): PageFetcher {
  const problems = new ProblemList();
  const entries = parseFetchAllow(allow, problems);
  if (problems.found.length > 0) throw new Error(JSON.stringify(problems.found));
  return createFetcher(
    {
      ports: [80, 443, 8080, 8443],
      ownPorts: () => [],
      // Nothing answers there, so that no test asks a name server outside.
      dnsServers: ['127.0.0.1:9'],
      timeoutMs: FAR_MS,
      maxResponseBytes: 256 * 1024,
      userAgent: 'pagemark-test/1',
      trust: { ca: testPem('ca.pem') },
      ...settings,
      allow: entries,
    },
    parts,
  );
}

/** The page, or the reason why there is none; a wrong kind of error shows as such. */
export async function outcomeOf<T = FetchedPage>(
  fetched: Promise<T>,
): Promise<{
  readonly outcome: string;
  readonly page?: T;
  readonly error?: unknown;
  readonly ms: number;
}> {
  const startedAt = performance.now();
  const ms = (): number => performance.now() - startedAt;
  try {
    return { outcome: 'page', page: await fetched, ms: ms() };
  } catch (error) {
    const outcome = error instanceof ServiceError ? error.failure.reason : `not a ServiceError: ${error}`;
    return { outcome, error, ms: ms() };
  }
}

/** The decoded body as text. */
export function textOf(page: FetchedPage | undefined): string {
  return Buffer.from(page?.bytes ?? []).toString();
}
