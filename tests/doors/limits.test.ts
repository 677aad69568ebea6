import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../support/issue-key.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

/** Requests of the key's plan in an hour, fewer than are sent. */
const PLAN = 60;
const PROCESSES = 3;

let site: Upstream;
let folder: string;
let key: string;
const services: ServiceProcess[] = [];
beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-doors-'));
  const env = testEnv(folder, {
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: `{"test":{"perMinute":50000,"perHour":${PLAN}}}`,
  });
  key = await issueKey(env, 'test');
  services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startServiceProcess(env)))));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end('SIGKILL')));
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a key that uses all doors of three processes at once has exactly its plan', async () => {
  const authorization = `Bearer ${key}`;
  const page = `${site.url}/article`;
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const count = async (answer: Response) => {
    if (answer.status !== 200) expect(answer.status).toBe(429);
    await answer.text();
    return answer.status === 200 ? 1 : 0;
  };
  const doors: readonly ((url: string) => Promise<number>)[] = [
    async (url) => count(await fetch(`${url}/v1/convert`, json({ url: page }))),
    async (url) => count(await fetch(`${url}/v1/scrape`, json({ url: page }))),
    async (url) => count(await fetch(`${url}/v2/scrape`, json({ url: page, formats: ['html'] }))),
    async (url) => count(await fetch(`${url}/${page}`, { headers: { authorization, 'x-no-cache': 'true' } })),
    async (url) => count(await fetch(`${url}/`, json({ url: page }))),
    async (url) => {
      const answer = await fetch(`${url}/loaders/web`, json({ urls: [page, page, page] }));
      const body: unknown = await answer.json();
      return Array.isArray(body) ? body.length : 0;
    },
  ];
  const urls = Array.from({ length: PLAN }, (_, i) => `${page}?${i}`);
  const begun = await fetch(`${services[1]!.url}/v2/batch/scrape`, json({ urls }));
  const { id } = (await begun.json()) as { id: string };
  const calls = Array.from({ length: PLAN }, (_, i) =>
    doors[i % doors.length]!(services[i % PROCESSES]!.url),
  );
  let served = (await Promise.all(calls)).reduce((sum, one) => sum + one, 0);
  // What a busy machine refused was given back: it is served now, and not one more.
  for (let isOver = false; !isOver; ) {
    const answer = await fetch(`${services[0]!.url}/v1/convert`, json({ url: page }));
    const { error } = (await answer.json()) as { error?: { reason: string } };
    if (answer.status === 200) served++;
    isOver = error?.reason === 'rate_limited';
  }
  // Pages of the job that found no room wait for the hour.
  const ofJob = async (): Promise<number> => {
    const answer = await fetch(`${services[2]!.url}/v2/batch/scrape/${id}`, { headers: { authorization } });
    return ((await answer.json()) as { creditsUsed: number }).creditsUsed;
  };
  await expect.poll(async () => served + (await ofJob())).toBe(PLAN);
  expect(await ofJob()).toBeGreaterThan(0);
});
