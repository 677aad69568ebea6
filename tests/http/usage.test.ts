import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const HTML = `<title>Rivers</title><main><h1>Rivers</h1>${'<p>The river carries water to the sea in every season of the year.</p>'.repeat(6)}</main>`;
const PAGE = { url: 'https://example.com/rivers', html: HTML };
const EMPTY = { url: 'https://example.com/empty', html: '<title></title>' };
/** Between the answer of the service and the clock of this test. */
const SLACK_S = 30;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    PAGEMARK_PLANS: '{"three":{"perMinute":3,"perHour":100},"paid":{"perMinute":50,"perHour":1}}',
  });
});
afterAll(() => service?.close());

type Issue = Parameters<TestService['access']['keys']['issue']>[0];

async function newKey(wanted: Issue) {
  const { key, info } = await service.access.keys.issue(wanted);
  return { key, id: info.id };
}

/** Totals of today, when all that was answered is written. */
async function todayOf(id: string) {
  await service.access.usage.flush();
  return (await service.access.reports.daily(id, 1))[0];
}

async function callTool(key: string, page: unknown): Promise<Response> {
  const params = { name: 'webpage_to_markdown', arguments: page };
  return fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
}

const reasonOf = async (answer: Response) =>
  ((await answer.json()) as { error: { reason: string } }).error.reason;

describe('daily totals', () => {
  test('tell calls by outcome, CPU and bytes over HTTP and MCP', async () => {
    const { key, id } = await newKey({ plan: 'growth' });
    let bytes = 0;
    for (let i = 0; i < 2; i++) {
      const answer = await service.convert({ ...PAGE, url: `${PAGE.url}?${i}` }, key);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
    expect((await service.convert(EMPTY, key)).status).toBe(422);
    expect((await service.convert({}, key)).status).toBe(400);
    expect((await callTool(key, { ...PAGE, url: `${PAGE.url}?mcp` })).status).toBe(200);
    expect(await (await callTool(key, EMPTY)).text()).toContain('isError');
    expect(
      (await fetch(`${service.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(200);
    await expect.poll(async () => (await todayOf(id))?.bytesOut).toBeGreaterThan(bytes);
    const today = (await todayOf(id))!;
    expect(today).toMatchObject({
      calls: 6,
      outcomes: { ok: 3, empty_content: 2, invalid_request: 1 },
      credits: 0,
    });
    expect(today.cpuUs).toBeGreaterThan(0);
    expect(today.bytesIn).toBeGreaterThanOrEqual(3 * HTML.length);
  });

  test('count a credit where it paid, and refusals of the windows apart from calls', async () => {
    const { key, id } = await newKey({ plan: 'paid', credits: 1 });
    expect((await service.convert({ ...PAGE, url: `${PAGE.url}?paid` }, key)).status).toBe(200);
    expect((await service.convert({ ...PAGE, url: `${PAGE.url}?paid=2` }, key)).status).toBe(200);
    expect((await service.convert(PAGE, key)).status).toBe(429);
    expect(await todayOf(id)).toMatchObject({ calls: 2, credits: 1, outcomes: { ok: 2, rate_limited: 1 } });
  });

  test('count AI calls and tokens of a licence', async () => {
    const { key, info } = await service.access.licenses.issue({ tier: 'pro' });
    const answer = await fetch(`${service.url}/v1/ai`, {
      method: 'POST',
      headers: { 'x-license-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ markdown: '# Rivers\n\nThe river carries water. It was mapped in 1901.' }),
    });
    const done = /"usage":\{"input_tokens":(\d+|null),"output_tokens":(\d+|null)/.exec(await answer.text())!;
    await expect.poll(async () => (await todayOf(info.id))?.outcomes).toEqual({ ok: 1 });
    expect(await todayOf(info.id)).toMatchObject({
      calls: 1,
      inputTokens: Number(done[1] === 'null' ? 0 : done[1]),
      outputTokens: Number(done[2] === 'null' ? 0 : done[2]),
    });
  });

  test('metrics tell the plan, never the key', async () => {
    const { key, id } = await newKey({ plan: 'three' });
    await (await service.convert(PAGE, key)).arrayBuffer();
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await expect
      .poll(metrics)
      .toMatch(/pagemark_requests_total\{route="\/v1\/convert",status="200",reason="none",plan="three"\} 1/);
    expect(await metrics()).toMatch(/pagemark_request_seconds_count\{route="\/v1\/convert",plan="three"\} 1/);
    expect(await metrics()).not.toContain(id);
  });
});

describe('a monthly quota', () => {
  test('is 429 quota_exceeded until the next month on every door, and counts in no window', async () => {
    const { key, id } = await newKey({ plan: 'free', monthlyQuota: 2 });
    for (let i = 0; i < 2; i++) expect((await service.convert(PAGE, key)).status).toBe(200);
    const now = new Date();
    const leftS = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
    const get = `${service.url}/https://example.com/rivers?pagemark.links=none`;
    const refused = [
      await service.convert(PAGE, key),
      await fetch(get, { headers: { authorization: `Bearer ${key}` } }),
      await callTool(key, PAGE),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(429);
      expect(Math.abs(Number(answer.headers.get('retry-after')) - leftS)).toBeLessThan(SLACK_S);
      expect(await reasonOf(answer)).toBe('quota_exceeded');
    }
    expect(
      (await service.access.meter.usage((await service.access.authenticator.authenticate(key))!)).windows,
    ).toMatchObject({ minute: { remaining: 8 }, hour: { remaining: 98 } });
    expect(await todayOf(id)).toMatchObject({ calls: 2, outcomes: { ok: 2, quota_exceeded: 3 } });
    await service.access.keys.setQuota(id, null);
    expect((await service.convert(PAGE, key)).status).toBe(200);
  });

  test('is held however many calls come at once, credits or not', async () => {
    const { key, id } = await newKey({ plan: 'paid', monthlyQuota: 5, credits: 50 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const answer = await service.convert(PAGE, key);
        return answer.status === 200 ? 'ok' : reasonOf(answer);
      }),
    );
    expect(answers.filter((reason) => reason === 'ok')).toHaveLength(5);
    expect(answers.filter((reason) => reason === 'quota_exceeded')).toHaveLength(7);
    expect(await todayOf(id)).toMatchObject({ calls: 5 });
  });
});

test('keys of an account share their windows, and each is counted for itself', async () => {
  const [one, two] = [
    await newKey({ plan: 'three', account: 'acme' }),
    await newKey({ plan: 'three', account: 'acme' }),
  ];
  for (const { key } of [one, two, one]) expect((await service.convert(PAGE, key)).status).toBe(200);
  expect((await service.convert(PAGE, two.key)).status).toBe(429);
  expect([(await todayOf(one.id))?.calls, (await todayOf(two.id))?.calls]).toEqual([2, 1]);
  await expect(newKey({ plan: 'three', account: 'a}{b' })).rejects.toThrow('Name the account');
});
