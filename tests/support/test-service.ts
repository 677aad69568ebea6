import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startService } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { FAR_DEADLINES } from './far-deadlines.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** A running service on the embedded store, in this process, with the built worker. */
export interface TestService extends Service {
  /** A new API key of a plan. */
  newKey(plan?: string, expiresAtMs?: number): Promise<string>;
  /** A new key and its id, to revoke. */
  issue(plan?: string): Promise<{ readonly key: string; readonly id: string }>;
  /** `POST /v1/convert` with JSON. */
  convert(
    body: unknown,
    key: string,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Response>;
}

/** Resolves when a service takes a burst of calls: its threads have converted their first pages. */
export async function untilReady({ url }: Pick<Service, 'url'>): Promise<void> {
  while (!(await fetch(`${url}/ready`)).ok) await sleep(50);
}

/** Environment of a test service: free port, file in `folder`, silent, far deadlines. */
export function testEnv(folder: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    ...FAR_DEADLINES,
    PORT: '0',
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
    PAGEMARK_LOG_LEVEL: 'silent',
    PAGEMARK_WORKERS: '1',
    PAGEMARK_BROWSER: 'off',
    ...env,
  };
}

/** Starts a service, not warmed up unless told so; `close` also removes its files. */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  { warmsUp = false, ...options }: Parameters<typeof startService>[1] = {},
): Promise<TestService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-test-'));
  const service = await startService(loadConfig(testEnv(folder, env)), { warmsUp, ...options });
  await service.ready;
  const issue = async (plan = 'growth', expiresAtMs: number | null = null) => {
    const { key, info } = await service.access.keys.issue({ plan, expiresAtMs });
    return { key, id: info.id };
  };
  return {
    url: service.url,
    access: service.access,
    ready: service.ready,
    logWarnings: () => service.logWarnings(),
    drain: () => service.drain(),
    issue,
    newKey: async (plan, expiresAtMs) => (await issue(plan, expiresAtMs ?? null)).key,
    convert: (body, key, headers, signal) => postConvert(service.url, body, key, headers, signal),
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A site with some pages, a service that may fetch them, and a key whose plan no test uses up. */
export async function startBesideSite(
  pages: Parameters<typeof startUpstream>[0],
): Promise<{ readonly site: Upstream; readonly service: TestService; readonly key: string }> {
  const site = await startUpstream(pages);
  try {
    const service = await startTestService({
      PAGEMARK_FETCH_ALLOW: site.address,
      PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
    });
    return { site, service, key: await service.newKey('test') };
  } catch (error) {
    await site.close();
    throw error;
  }
}

/** `POST /v1/convert` with a JSON body. */
export function postConvert(
  url: string,
  body: unknown,
  key: string,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/v1/convert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}
