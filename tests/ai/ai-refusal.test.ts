import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, PagemarkError } from '../../src/client/index.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PAGE = '# Tides\n\nThe sea rises twice a day. The moon pulls it.\n';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PAGEMARK_METRICS_TOKEN: 'metrics-token-of-this-test' });
});
afterAll(() => service?.close());

function post(key: string, body: object): Promise<Response> {
  return fetch(`${service.url}/v1/ai`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-license-key': key },
    body: JSON.stringify({ markdown: PAGE, ...body }),
  });
}

async function aiCallsMeasured(): Promise<string | undefined> {
  const headers = { authorization: 'Bearer metrics-token-of-this-test' };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return text.match(/^pagemark_ai_calls_total.*$/gm)?.join('\n');
}

describe('POST /v1/ai without a model, asked for what selecting cannot do', () => {
  it.each([
    { custom_prompt: 'Translate into French' },
    { custom_prompt: 'Write a tweet' },
    { custom_prompt: 'Explain it in other words' },
    { custom_prompt: 'Show me the last comment' },
    { custom_prompt: '¿Cuándo sube el mar? Escribe un poema.' },
    { template: 'summarize', custom_prompt: 'in German' },
  ])('answers 503 ai_unavailable, no Retry-After, and counts nothing: %o', async (body) => {
    const { key, info } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 1 });
    const measured = await aiCallsMeasured();
    const answer = await post(key, body);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.has('retry-after')).toBe(false);
    const { error } = (await answer.json()) as { error: { reason: string; message: string } };
    expect(error.reason).toBe('ai_unavailable');
    expect(error.message).toMatch(/^Set PAGEMARK_AI_PROVIDER [^.]+\.$/);
    expect(await service.access.licenses.validate(key)).toMatchObject({ ai_calls_used: 0 });
    const days = await service.access.reports.daily(info.id, 1);
    // The bytes of the refusal are told, and nothing is counted.
    for (const { calls, credits, inputTokens, outputTokens } of days)
      expect([calls, credits, inputTokens, outputTokens]).toEqual([0, 0, 0, 0]);
    expect(await aiCallsMeasured()).toBe(measured);
    expect((await post(key, { custom_prompt: 'What pulls the sea?' })).status).toBe(200);
  });

  it('reads no page for a licence whose calls are used up', async () => {
    const { key } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 0 });
    expect((await post(key, { custom_prompt: 'Translate into French' })).status).toBe(429);
    expect((await post(key, { custom_prompt: 'What pulls the sea?' })).status).toBe(429);
  });

  it('is an error at once for a client, which tries again only what a wait can change', async () => {
    const { key } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 1 });
    let calls = 0;
    const client = createClient({
      baseUrl: service.url,
      licenseKey: key,
      fetch: (...request) => {
        calls++;
        return fetch(...request);
      },
    });
    const asked = client.ai({ markdown: PAGE, custom_prompt: 'Write a poem' })[Symbol.asyncIterator]().next();
    const thrown = await asked.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PagemarkError);
    expect(thrown).toMatchObject({ reason: 'ai_unavailable', status: 503, retryAfterMs: null });
    expect(calls).toBe(1);
  });
});
