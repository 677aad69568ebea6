import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasEngines, startEngines, startFleet } from '../support/fleet.ts';
import { isFull } from '../support/full-form.ts';
import { issueKey } from '../support/issue-key.ts';
import { leftOut } from '../support/left-out.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { startTrapSite, type TrapSite } from '../support/trap-site.ts';

const PAGES = isFull ? 2000 : 80;
const LANES = 8;
const PLANS = { wide: { perMinute: 1_000_000, perHour: 1_000_000 } };

interface Status {
  readonly status: string;
  readonly completed: number;
  readonly next?: string;
  readonly data: readonly { readonly metadata: { readonly url: string } }[];
}

/** Two processes on one store, and a key. */
interface Ground {
  readonly processes: readonly ServiceProcess[];
  readonly key: string;
  close(): Promise<void>;
}

async function onFile(env: Record<string, string>): Promise<Ground> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-jobs-'));
  const all = { ...testEnv(folder, env), PAGEMARK_PLANS: JSON.stringify(PLANS) };
  const key = await issueKey(all, 'wide');
  const processes = await Promise.all([startServiceProcess(all), startServiceProcess(all)]);
  const close = async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  };
  return { processes, key, close };
}

async function onEngines(env: Record<string, string>): Promise<Ground> {
  const engines = await startEngines();
  const fleet = await startFleet(engines, 2, { plans: PLANS, env });
  const { key } = await fleet.access.keys.issue({ plan: 'wide' });
  const close = async () => {
    await fleet.close();
    await engines.close();
  };
  return { processes: fleet.processes, key, close };
}

const withEngines: [string, typeof onFile][] = hasEngines() ? [['PostgreSQL and Redis', onEngines]] : [];
if (withEngines.length === 0)
  leftOut('jobs over several processes', 'apt-get install postgresql redis-server');

describe.each([['one file', onFile], ...withEngines])('jobs of two processes over %s', (_, start) => {
  let ground: Ground;
  let site: TrapSite;
  beforeAll(async () => {
    site = await startTrapSite(PAGES);
    ground = await start({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_SNAPSHOT_TTL_S: '3600' });
  });
  afterAll(async () => {
    await ground?.close();
    await site?.close();
  });

  const call = async (method: string, url: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${ground.key}`, 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return (await answer.json()) as Status & { readonly id: string };
  };

  test('a crawl whose process is killed is gone on with by the other one: every page once', async () => {
    const [first, second] = ground.processes;
    site.answers.letUpTo(PAGES / 2);
    const { id } = await call('POST', `${first!.url}/v2/crawl`, { url: site.url, maxConcurrency: LANES });
    const at = `${second!.url}/v2/crawl/${id}`;
    await expect.poll(async () => (await call('GET', at)).completed).toBeGreaterThan(PAGES / 4);
    await first!.end('SIGKILL');
    site.answers.letUpTo(Number.POSITIVE_INFINITY);
    await expect.poll(async () => (await call('GET', at)).status, { interval: 500 }).toBe('completed');
    const paths: string[] = [];
    for (let part: string | undefined = `${at}?limit=30`; part !== undefined; ) {
      const { data, next }: Status = await call('GET', part);
      paths.push(...data.map(({ metadata: { url } }) => new URL(url).pathname + new URL(url).search));
      part = next;
    }
    expect(new Set(paths).size).toBe(paths.length);
    expect(site.pages.filter((page) => !paths.includes(page))).toEqual([]);
    // Pages that were under way when it was killed may have been asked for again, as robots.txt and two sitemaps were, and no other:
    // one that a busy machine refused after its fetch is kept.
    const again = [...site.asked.values()].filter((times) => times > 1);
    expect(again.length).toBeLessThanOrEqual(LANES + 4);
  });
});
