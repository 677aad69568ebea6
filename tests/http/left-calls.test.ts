import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEvents,
  startTestProvider,
  type TestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let provider: TestProvider;
let service: TestService;
/** Whether the provider sends a first piece. */
let begins = false;
beforeAll(async () => {
  site = await startUpstream({ '/never': () => undefined });
  provider = await startTestProvider((response) => {
    startEvents(response);
    if (begins) response.write(textEvent('First'));
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_AI_PROVIDER: 'openai-compatible',
    PAGEMARK_AI_BASE_URL: provider.baseUrl,
    PAGEMARK_AI_MODEL: 'test-model',
  });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
  await site?.close();
});

const metrics = async () => (await fetch(`${service.url}/metrics`)).text();

async function leave(path: string, headers: Record<string, string>, body: unknown, isBegun: () => unknown) {
  const gone = new AbortController();
  const answer = fetch(`${service.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  await isBegun();
  gone.abort();
  await answer.catch(() => undefined);
}

test('calls whose callers left before the answer are in log, metrics and totals as cancelled', async () => {
  const { key, id } = await service.issue();
  const url = `${site.url}/never`;
  const tool = { name: 'webpage_to_markdown', arguments: { url } };
  const calls: readonly (readonly [string, unknown])[] = [
    ['v1/convert', { url }],
    ['v1/scrape', { url }],
    ['loaders/web', { urls: [url] }],
    ['mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }],
  ];
  for (const [path, body] of calls) {
    const before = site.requests();
    const isBegun = () => expect.poll(() => site.requests()).toBeGreaterThan(before);
    await leave(path, { authorization: `Bearer ${key}`, 'cache-control': 'no-cache' }, body, isBegun);
    await expect
      .poll(metrics)
      .toContain(`pagemark_requests_total{route="/${path}",status="499",reason="cancelled",plan="growth"} 1`);
  }
  await expect
    .poll(async () => (await service.access.reports.daily(id, 2))[0]?.outcomes)
    .toEqual({ cancelled: 4, 'door:firecrawl': 1, 'door:openwebui': 1 });
});

test('a call of AI whose caller left is cancelled, before its first piece and after it', async () => {
  const { key, info } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 1000 });
  for (const [at, status] of [499, 200].entries()) {
    begins = status === 200;
    const calls = provider.calls.length;
    const received = () => expect.poll(() => provider.calls.length).toBe(calls + 1);
    const gone = new AbortController();
    const answer = fetch(`${service.url}/v1/ai`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-license-key': key },
      body: JSON.stringify({ markdown: '# Bridges\n\nA bridge carries people over a river.' }),
      signal: gone.signal,
    });
    if (begins) await (await answer).body?.getReader().read();
    else await received();
    gone.abort();
    await answer.catch(() => undefined);
    await expect
      .poll(metrics)
      .toContain(
        `pagemark_requests_total{route="/v1/ai",status="${status}",reason="cancelled",plan="none"} 1`,
      );
    await expect
      .poll(async () => (await service.access.reports.daily(info.id, 2))[0]?.outcomes)
      .toEqual({ cancelled: at + 1 });
  }
  const counted = await metrics();
  expect(counted).toContain('pagemark_ai_calls_total{outcome="cancelled"} 1');
  expect(counted).not.toContain('pagemark_ai_calls_total{outcome="internal"}');
});
