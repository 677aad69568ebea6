import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
});
afterAll(async () => {
  await site?.close();
});

/** One call of each door, and one of ours that looks like none. */
function calls(service: TestService, key: string): Promise<Response[]> {
  const url = `${site.url}/article`;
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${service.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return Promise.all([
    send('POST', 'v1/scrape', {}, { url }),
    send('GET', url, { 'x-respond-with': 'markdown' }),
    send('POST', 'loaders/web', {}, { urls: [url] }),
    send('GET', url, {}),
  ]);
}

test('calls are counted by door, in the metrics and for their key', async () => {
  const service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  const { key, id } = await service.issue();
  expect((await calls(service, key)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  for (const door of ['firecrawl', 'jina', 'openwebui'])
    await expect.poll(metrics).toContain(`pagemark_door_calls_total{door="${door}"} 1`);
  const counted = async () => (await service.access.reports.daily(id, 2))[0];
  await expect
    .poll(async () => (await counted())?.outcomes)
    .toEqual({ ok: 4, 'door:firecrawl': 1, 'door:jina': 1, 'door:openwebui': 1 });
  expect((await counted())?.calls).toBe(4);
  await service.close();
});

test.each([
  ['off', [404, 200, 404, 200]],
  ['firecrawl', [200, 200, 404, 200]],
  ['jina, openwebui', [404, 200, 200, 200]],
])('PAGEMARK_DOORS=%s', async (doors, statuses) => {
  const service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_DOORS: doors });
  const answers = await calls(service, await service.newKey());
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  if (statuses[0] === 404) expect(await answers[0]!.json()).toMatchObject({ error: { reason: 'not_found' } });
  // Without the door its fields are none, and an address wants its scheme.
  const bare = await fetch(`${service.url}/${site.address}/article`, {
    headers: { authorization: `Bearer ${await service.newKey()}` },
  });
  expect(bare.status).toBe(doors.includes('jina') ? 200 : 404);
  await service.close();
});

test.each(['loaders/web', 'v1/batch/scrape', 'v2/crawl'])(
  'a body that /%s refuses counts as any refused request does',
  async (path) => {
    const service = await startTestService();
    const key = await service.newKey();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const used = async () => {
      const answer = await fetch(`${service.url}/v1/usage`, { headers });
      const { minute } = (await answer.json()) as { minute: { limit: number; remaining: number } };
      return minute.limit - minute.remaining;
    };
    for (const [at, body] of ['{bad', '', '{"urls":[5],"url":5}'].entries()) {
      const answer = await fetch(`${service.url}/${path}`, { method: 'POST', headers, body });
      expect([answer.status, await used()]).toEqual([400, at + 1]);
      expect(answer.headers.get('ratelimit')).toContain('"minute"');
      await answer.text();
    }
    await service.close();
  },
);
