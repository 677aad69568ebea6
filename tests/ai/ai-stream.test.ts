import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../../src/access/access.ts';
import {
  endEvents,
  startEvents,
  startTestProvider,
  type TestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/open-from-config.ts';
import { isFull } from '../support/full-form.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { startTestService, type TestService, testEnv } from '../support/test-service.ts';

const PAGE =
  '# Bridges\n\nA bridge carries people over a river. It must be strong enough for the spring flood.\n';

/** Longer than the lease of a killed process, in milliseconds. */
const LEASE_MS = 16_000;
/** How often the service is killed in the midst of its calls. */
const KILLS = isFull ? 100 : 2;

/** What the provider does with the next calls; each test sets it. */
let behave: Parameters<typeof startTestProvider>[0] = () => undefined;
let provider: TestProvider;
let service: TestService;
/** The same with a deadline that a silent provider meets. */
let hurried: TestService;

beforeAll(async () => {
  provider = await startTestProvider((response, call) => behave(response, call));
  service = await startTestService(aiEnv());
  hurried = await startTestService({ ...aiEnv(), PAGEMARK_AI_TIMEOUT_MS: '1000' });
});
afterAll(async () => {
  await hurried?.close();
  await service?.close();
  await provider?.close();
});
afterEach(() => {
  behave = () => undefined;
});

function aiEnv(): Record<string, string> {
  return {
    PAGEMARK_AI_PROVIDER: 'openai-compatible',
    PAGEMARK_AI_BASE_URL: provider.baseUrl,
    PAGEMARK_AI_API_KEY: 'sk-secret-of-the-provider',
    PAGEMARK_AI_MODEL: 'test-model',
    PAGEMARK_AI_CONCURRENCY: '1000',
  };
}

const issue = (aiCalls = 1000) => service.access.licenses.issue({ tier: 'pro', aiCalls });

function post(key: string, url = service.url, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/ai`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-license-key': key },
    body: JSON.stringify({ markdown: PAGE, template: 'summarize' }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function used(key: string, of: TestService = service): Promise<number> {
  const { ai_calls_used = Number.NaN } = await of.access.licenses.validate(key);
  return ai_calls_used;
}

const dataOf = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map((match) => match[1] ?? '');

describe('POST /v1/ai with a provider', () => {
  it('streams deltas, one done and [DONE], with the headers that keep proxies open', async () => {
    behave = (response) => {
      startEvents(response);
      response.end(textEvent('Hel') + textEvent('lo') + endEvents());
    };
    const { key } = await issue(7);
    const answer = await post(key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    const data = dataOf(await answer.text());
    expect(data.at(-1)).toBe('[DONE]');
    expect(data.slice(0, -1).map((line) => JSON.parse(line))).toEqual([
      { type: 'delta', text: 'Hel' },
      { type: 'delta', text: 'lo' },
      {
        type: 'done',
        finish_reason: 'stop',
        model: 'test-model',
        method: 'generated',
        usage: { input_tokens: 11, output_tokens: 7 },
        ai_calls_used: 1,
        ai_calls_limit: 7,
      },
    ]);
    await expect.poll(() => used(key)).toBe(1);
  });

  it('answers 500 ai_provider_error and gives the call back when the provider fails before the first piece', async () => {
    const failures: (typeof behave)[] = [
      (response) => response.writeHead(401).end('{"error":{"message":"bad key sk-secret-of-the-provider"}}'),
      (response) => response.writeHead(402).end('{}'),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>'),
    ];
    const { key } = await issue();
    for (const failure of failures) {
      behave = failure;
      const answer = await post(key);
      const text = await answer.text();
      expect(answer.status, text).toBe(500);
      expect(JSON.parse(text).error).toMatchObject({ code: 500, reason: 'ai_provider_error' });
      expect(text).not.toMatch(/sk-secret|127\.0\.0\.1/);
      if (failure !== failures.at(-1)) expect(text).toContain('no retry helps');
    }
    expect(await used(key)).toBe(0);
  });

  it('answers 503 ai_unavailable with the Retry-After of a provider that takes no more requests', async () => {
    behave = (response) => response.writeHead(429, { 'retry-after': '7' }).end('{}');
    const { key } = await issue();
    const answer = await post(key);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await used(key)).toBe(0);
  });

  it('answers 503 ai_unavailable when the connection is cut before an answer', async () => {
    behave = (response) => response.socket?.resetAndDestroy();
    const { key } = await issue();
    const answer = await post(key);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await used(key)).toBe(0);
  });

  it('lets four calls of a licence be in work, over all processes, and counts none that it refuses', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-ai-'));
    const database = `file:${path.join(folder, 'pagemark.db')}`;
    const env = { ...aiEnv(), PAGEMARK_AI_CONCURRENCY: '4', PAGEMARK_DATABASE_URL: database };
    const ends: (() => void)[] = [];
    behave = (response) => {
      startEvents(response);
      response.write(textEvent('one'));
      ends.push(() => response.end(endEvents()));
    };
    const pair = [await startTestService(env), await startTestService(env)] as const;
    try {
      const { key } = await pair[0].access.licenses.issue({ tier: 'pro', aiCalls: 1000 });
      const other = await pair[0].access.licenses.issue({ tier: 'pro', aiCalls: 1000 });
      const all = await Promise.all(Array.from({ length: 12 }, (_, i) => post(key, pair[i % 2]!.url)));
      const refused = all.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(8);
      for (const answer of refused) {
        const { error } = (await answer.json()) as { error: object };
        expect(error).toMatchObject({ code: 429, reason: 'concurrency_limited' });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(await used(key, pair[0])).toBe(4);
      const beside = await post(other.key, pair[1].url);
      expect(beside.status).toBe(200);
      for (const end of ends) end();
      await Promise.all(
        [...all.filter(({ status }) => status === 200), beside].map((answer) => answer.text()),
      );
      await expect.poll(async () => (await post(key, pair[1].url)).status).toBe(200);
      ends.at(-1)!();
    } finally {
      for (const one of pair) await one.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('tells of misspelt fields in a header, with an answer and with an error', async () => {
    behave = (response) => {
      startEvents(response);
      response.end(textEvent('ok') + endEvents());
    };
    const { key } = await issue();
    const ask = (body: object) =>
      fetch(`${service.url}/v1/ai`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-license-key': key },
        body: JSON.stringify(body),
      });
    const told = (answer: Response) => decodeURIComponent(answer.headers.get('x-pagemark-warnings') ?? '');
    const answered = await ask({ markdown: PAGE, templte: 'simplify' });
    expect([answered.status, told(answered)]).toEqual([
      200,
      'Rename "templte" to "template" if that is meant.',
    ]);
    await answered.text();
    const failed = await ask({ markdwn: PAGE });
    expect([failed.status, told(failed)]).toEqual([400, 'Rename "markdwn" to "markdown" if that is meant.']);
    expect(told(await ask({ markdown: PAGE }))).toBe('');
  });

  it('passes a blank page on: its length is what the contract asks for', async () => {
    const asked = provider.calls.length;
    behave = (response) => {
      startEvents(response);
      response.end(`${textEvent('There is nothing.')}data: [DONE]\n\n`);
    };
    const { key } = await issue();
    const answer = await fetch(`${service.url}/v1/ai`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-license-key': key },
      body: JSON.stringify({ markdown: ' \n\t ' }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
    expect(provider.calls).toHaveLength(asked + 1);
  });

  it('names the wait in the event of a provider that falls silent: an event has no header fields', async () => {
    behave = (response) => {
      startEvents(response);
      response.write(textEvent('First'));
    };
    const { key } = await hurried.access.licenses.issue({ tier: 'pro', aiCalls: 1000 });
    const events = dataOf(await (await post(key, hurried.url)).text());
    expect(JSON.parse(events.at(-1)!)).toMatchObject({
      error: { reason: 'ai_unavailable', message: expect.stringMatching(/^Retry after 5 s:/) },
    });
  });

  it('answers 503 ai_unavailable with Retry-After when the provider hangs', async () => {
    behave = () => undefined;
    const { key } = await hurried.access.licenses.issue({ tier: 'pro', aiCalls: 1000 });
    const answer = await post(key, hurried.url);
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { error: object }).error).toMatchObject({ reason: 'ai_unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await used(key, hurried)).toBe(0);
  });

  it('ends with one error event when the provider fails in mid-stream, and counts the call', async () => {
    behave = (response) => {
      startEvents(response);
      response.write(textEvent('First'));
      setTimeout(() => response.end('data: {garbage\n\n'), 30);
    };
    const { key } = await issue();
    const answer = await post(key);
    expect(answer.status).toBe(200);
    const data = dataOf(await answer.text()).map((line) => JSON.parse(line) as object);
    expect(data[0]).toEqual({ type: 'delta', text: 'First' });
    expect(data.at(-1)).toMatchObject({
      type: 'error',
      status: 'error',
      error: { code: 500, reason: 'ai_provider_error' },
    });
    expect(data).toHaveLength(2);
    await expect.poll(() => used(key)).toBe(1);
    await expect
      .poll(async () => (await fetch(`${service.url}/metrics`)).text())
      .toContain(
        'pagemark_requests_total{route="/v1/ai",status="200",reason="ai_provider_error",plan="none"}',
      );
  });

  it('hangs up on the provider when the caller goes away, before and after the first piece', async () => {
    for (const isBefore of [true, false]) {
      const received = provider.calls.length;
      behave = (response) => {
        startEvents(response);
        if (!isBefore) response.write(textEvent('First'));
      };
      const { key } = await issue();
      const controller = new AbortController();
      const answer = post(key, service.url, controller.signal);
      if (isBefore) await expect.poll(() => provider.calls.length).toBe(received + 1);
      else await (await answer).body?.getReader().read();
      controller.abort();
      await answer.catch(() => undefined);
      await provider.calls[received]?.closed;
      await expect.poll(() => used(key)).toBe(isBefore ? 0 : 1);
    }
  });

  it('streams exactly 50 of 200 concurrent calls on a licence with 50 left', async () => {
    behave = async (response) => {
      startEvents(response);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
      response.end(textEvent('ok') + endEvents());
    };
    const { key } = await issue(50);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await post(key);
        return { status: answer.status, text: await answer.text() };
      }),
    );
    const streams = answers.filter(({ status }) => status === 200);
    expect(streams).toHaveLength(50);
    expect(streams.every(({ text }) => text.endsWith('data: [DONE]\n\n'))).toBe(true);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(150);
    for (const { text } of refused) {
      const { error } = JSON.parse(text) as { error: { code: unknown; reset_at: string } };
      expect(error.code).toBe('ai_quota_exceeded');
      expect(error.reset_at).toMatch(/^\d{4}-\d\d-01T00:00:00(?:\.000)?Z$/);
    }
    await expect.poll(() => used(key)).toBe(50);
  });

  it('counts a call once when its client saw a piece, and never without the mark, over kill -9', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-kill-'));
    const env = testEnv(folder, { ...aiEnv(), PAGEMARK_WORKERS: '1' });
    const stores = await openStores(loadConfig(env));
    const access = createAccess({ stores });
    const { key, info } = await access.licenses.issue({ tier: 'pro', aiCalls: 100_000 });
    behave = async (response) => {
      startEvents(response);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      response.end(textEvent('one') + endEvents());
    };
    let seen = 0;
    let sent = 0;
    /** One call; that its process is killed meanwhile is no failure of the test. */
    const call = async (url: string) => {
      sent++;
      try {
        const reader = (await post(key, url)).body?.getReader();
        const first = await reader?.read();
        if (first?.value?.length) seen++;
        while (!(await reader?.read())?.done);
      } catch {
        // Killed.
      }
    };
    try {
      for (let round = 0; round < KILLS; round++) {
        const running = await startServiceProcess(env);
        const calls = Array.from({ length: 12 }, () => call(running.url));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
        await running.end('SIGKILL');
        await Promise.all(calls);
      }
      const file = path.join(folder, 'pagemark.db');
      const marked = countMarks(file, info.id);
      // What the dead held is released with their leases.
      endLeases(file);
      await stores.leases.reap(Date.now());
      const { used: counted } = await stores.aiQuota.usage(info.id, new Date().toISOString().slice(0, 7));
      expect(counted).toBe(marked);
      expect(counted).toBeGreaterThanOrEqual(seen);
      expect(counted).toBeLessThan(sent);
      const reservation = await access.aiQuota.reserve(info);
      expect(reservation.used).toBe(counted + 1);
      await reservation.end();
    } finally {
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Makes all leases as old as if the time of a killed process's lease had passed. */
function endLeases(file: string): void {
  const database = new Database(file);
  database.prepare('UPDATE lease SET until_ms = until_ms - ?').run(LEASE_MS);
  database.close();
}

/** Calls of a licence that were settled or bear the mark of a chunk about to be written, as the file says. */
function countMarks(file: string, licenseId: string): number {
  const database = new Database(file, { readonly: true });
  const { marks } = database
    .prepare(
      `SELECT coalesce((SELECT sum(settled) FROM ai_usage WHERE license_id = ?), 0)
        + (SELECT count(*) FROM ai_reservation WHERE license_id = ? AND kept = 1) AS marks`,
    )
    .get(licenseId, licenseId) as { marks: number };
  database.close();
  return marks;
}
