import { describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import type { ClientOptions } from './client-types.ts';
import { PagemarkError } from './pagemark-error.ts';

const LIMITS = {
  'ratelimit-policy': '"minute";q=10;w=60, "hour";q=100;w=3600',
  ratelimit: '"minute";r=7;t=12, "hour";r=93;t=40',
};

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const refusal = (status: number, reason: string, headers: Record<string, string> = {}) =>
  json(status, { status: 'error', error: { code: status, message: 'Wait.', reason } }, headers);
const page = () => json(200, { status: 'success', data: { content: '# Hi' } }, LIMITS);

/** A client whose `fetch` gives these answers in turn and keeps what was sent. */
function clientOf(answers: (() => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers[sent.length - 1];
    if (answer === undefined) throw new Error('no further answer');
    return answer();
  }) as typeof globalThis.fetch;
  return {
    sent,
    client: createClient({
      baseUrl: 'http://service.example/',
      apiKey: 'pmk_a',
      licenseKey: 'pml_a',
      fetch,
      ...options,
    }),
  };
}

/** Never answers; ends as `fetch` does when its signal is aborted. */
const silence = (init: () => RequestInit) => () =>
  new Promise<Response>((_resolve, reject) => {
    const { signal } = init();
    signal!.addEventListener('abort', () => reject(signal!.reason));
  });

async function errorOf(promise: Promise<unknown>): Promise<PagemarkError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PagemarkError);
  return error as PagemarkError;
}

function stream(...pieces: string[]): Response {
  const bytes = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(bytes.encode(piece));
        controller.close();
      },
    }),
    { status: 200 },
  );
}

const DONE = 'data: {"type":"done","finish_reason":"stop","model":"m"}\n\ndata: [DONE]\n\n';

test('a key that is null is not set', async () => {
  const unset = { apiKey: null, licenseKey: null } as unknown as ClientOptions;
  const { client, sent } = clientOf([page], unset);
  expect((await errorOf(client.convert('https://example.com/'))).message).toContain(
    '"apiKey": it is not set',
  );
  expect((await errorOf(client.ai({ markdown: 'x' }).text())).message).toContain('"licenseKey": it is not');
  expect(sent).toEqual([]);
});

describe('convertFile', () => {
  test('null is as not given', async () => {
    const { client, sent } = clientOf([page]);
    await client.convertFile('<p>a', { cursor: null, max_tokens: undefined, include_selectors: ['b', 'c'] });
    expect(sent[0]!.url).toMatch(/file\?include_selectors=b&include_selectors=c$/);
  });
});

describe('convert', () => {
  test('asks for whole seconds of age', async () => {
    const { client, sent } = clientOf([page, page]);
    for (const maxAgeS of [0.5, 60.5]) await client.convert('https://a.example/', { maxAgeS });
    expect(sent.map(({ init }) => (init.headers as Record<string, string>)['cache-control'])).toEqual([
      'max-age=0',
      'max-age=60',
    ]);
  });

  test('sends key, body and freshness, and reads content and limits', async () => {
    const { client, sent } = clientOf([page, page]);
    const converted = await client.convert('https://a.example/', { maxAgeS: 0 });
    expect(converted.content).toBe('# Hi');
    expect(converted.info.limits).toEqual({
      minute: { limit: 10, remaining: 7, resetS: 12 },
      hour: { limit: 100, remaining: 93, resetS: 40 },
    });
    expect(sent[0]!.url).toBe('http://service.example/v1/convert');
    expect(sent[0]!.init.headers).toMatchObject({
      authorization: 'Bearer pmk_a',
      'cache-control': 'no-cache',
    });
    expect(JSON.parse(String(sent[0]!.init.body))).toEqual({ url: 'https://a.example/' });
    await client.convert({ url: 'https://a.example/', links: 'none' }, { maxAgeS: 60 });
    expect(sent[1]!.init.headers).toMatchObject({ 'cache-control': 'max-age=60' });
  });

  test.each(['busy', 'rate_limited'])('sends again after %s, not before Retry-After', async (reason) => {
    const { client, sent } = clientOf([() => refusal(429, reason, { 'retry-after': '1' }), page]);
    const startedAt = Date.now();
    await client.convert('https://a.example/');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(995);
    expect(sent).toHaveLength(2);
  });

  test('throws at once when the wait is longer than it may be, longer than the call, or retries are used up', async () => {
    const long = () => refusal(429, 'rate_limited', { 'retry-after': '30', 'x-request-id': 'r1', ...LIMITS });
    const error = await errorOf(clientOf([long]).client.convert('https://a.example/'));
    expect(error).toMatchObject({
      reason: 'rate_limited',
      status: 429,
      retryAfterMs: 30_000,
      requestId: 'r1',
      message: 'Wait.',
    });
    expect(error.info?.limits?.minute.remaining).toBe(7);
    const short = () => refusal(503, 'draining', { 'retry-after': '1' });
    const hurried = clientOf([short]);
    expect((await errorOf(hurried.client.convert('https://a.example/', { timeoutMs: 500 }))).reason).toBe(
      'draining',
    );
    const once = clientOf([() => refusal(503, 'draining'), () => refusal(503, 'draining')]);
    await errorOf(once.client.convert('https://a.example/', { retries: 1 }));
    expect(once.sent).toHaveLength(2);
  });

  test.each([
    [422, 'bot_wall'],
    [500, 'internal'],
    [429, 'ai_quota_exceeded'],
  ])('does not send again after %i %s', async (status, reason) => {
    const { client, sent } = clientOf([() => refusal(status, reason)]);
    expect(await errorOf(client.convert('https://a.example/'))).toMatchObject({ status, reason });
    expect(sent).toHaveLength(1);
  });

  test('an answer that is not ours is client_answer with its status', async () => {
    const html = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await errorOf(clientOf([html]).client.usage())).toMatchObject({
      reason: 'client_answer',
      status: 502,
    });
    const notJson = () => new Response('<h1>Hello</h1>', { status: 200 });
    expect((await errorOf(clientOf([notJson]).client.health())).reason).toBe('client_answer');
  });

  test('no connection is client_network and is not tried again, silence is client_timeout', async () => {
    const refused = clientOf([() => Promise.reject(new TypeError('fetch failed'))]);
    expect(await errorOf(refused.client.health())).toMatchObject({ reason: 'client_network', status: null });
    expect(refused.sent).toHaveLength(1);
    const slow = clientOf([silence(() => slow.sent[0]!.init)], { timeoutMs: 30 });
    expect((await errorOf(slow.client.health())).reason).toBe('client_timeout');
  });

  test('the caller ends a call, also while it waits, and gets its own reason', async () => {
    const controller = new AbortController();
    const slow = clientOf([silence(() => slow.sent[0]!.init)]);
    const call = slow.client.health({ signal: controller.signal });
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    const waiting = clientOf([() => refusal(503, 'draining', { 'retry-after': '9' })]);
    const later = new AbortController();
    const convert = waiting.client.convert('https://a.example/', { signal: later.signal });
    setTimeout(() => later.abort('enough'), 20);
    await expect(convert).rejects.toBe('enough');
    await expect(waiting.client.health({ signal: AbortSignal.abort('before') })).rejects.toBe('before');
  });
});

describe('ai', () => {
  test('yields events however the bytes are cut, and skips comments', async () => {
    const text = `: keep-alive\r\n\r\ndata: {"type":"delta",\r\ndata: "text":"ü"}\r\n\r\n${DONE}`;
    for (const size of [1, 2, 3, 1000]) {
      const bytes = new TextEncoder().encode(text);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.subarray(i, i + size));
          controller.close();
        },
      });
      const { client, sent } = clientOf([() => new Response(body)]);
      const events = [];
      for await (const event of client.ai({ markdown: 'x', template: 'summarize' })) events.push(event);
      expect(events).toEqual([
        { type: 'delta', text: 'ü' },
        { type: 'done', finish_reason: 'stop', model: 'm' },
      ]);
      expect(sent[0]!.init.headers).toMatchObject({ 'x-license-key': 'pml_a' });
    }
  });

  test('the time of silence is that of the service, not of who reads', async () => {
    const { client, sent } = clientOf([
      () => {
        const { signal } = sent[0]!.init;
        const bytes = new TextEncoder();
        let left = 3;
        const body = new ReadableStream({
          start: (controller) => signal!.addEventListener('abort', () => controller.error(signal!.reason)),
          pull(controller) {
            controller.enqueue(bytes.encode(left-- > 0 ? 'data: {"type":"delta","text":"a"}\n\n' : DONE));
            if (left < 0) controller.close();
          },
        });
        return new Response(body);
      },
    ]);
    const types: string[] = [];
    for await (const { type } of client.ai({ markdown: '# A' }, { timeoutMs: 30 })) {
      types.push(type);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(types).toEqual(['delta', 'delta', 'delta', 'done']);
  });

  test('text gathers the answer', async () => {
    const delta = (text: string) => `data: {"type":"delta","text":"${text}"}\n\n`;
    const { client } = clientOf([() => stream(delta('a'), delta('b'), DONE)]);
    expect(await client.ai({ markdown: 'x' }).text()).toBe('ab');
  });

  test('what is sent is the request as it was at the call; one that JSON cannot say throws there', async () => {
    const { client, sent } = clientOf([() => stream(DONE)]);
    const request = { markdown: 'a' };
    const answer = client.ai(request);
    request.markdown = 'b';
    await answer.text();
    expect(sent[0]!.init).toMatchObject({
      body: '{"markdown":"a"}',
      headers: { 'content-type': 'application/json', 'x-license-key': 'pml_a' },
    });
    expect(() => client.ai({ markdown: 1n as unknown as string })).toThrow(TypeError);
  });

  test('an error event, a cut stream and a refused licence are errors by reason', async () => {
    const failed =
      'data: {"type":"error","status":"error","error":{"code":500,"message":"m","reason":"ai_provider_error"}}\n\n';
    const reasonOf = async (answer: Response) =>
      (
        await errorOf(
          clientOf([() => answer])
            .client.ai({ markdown: 'x' })
            .text(),
        )
      ).reason;
    expect(await reasonOf(stream(failed))).toBe('ai_provider_error');
    expect(await reasonOf(stream('data: {"type":"delta","text":"a"}\n\n'))).toBe('client_answer');
    expect(await reasonOf(stream('data: nonsense\n\n'))).toBe('client_answer');
    expect(await reasonOf(refusal(403, 'license_expired'))).toBe('license_expired');
  });

  test('leaving the loop cancels the body; the caller ends a stream with its own reason', async () => {
    let isCancelled = false;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) =>
            controller.enqueue(new TextEncoder().encode('data: {"type":"delta","text":"a"}\n\n')),
          cancel: () => {
            isCancelled = true;
          },
        }),
      );
    for await (const event of clientOf([endless]).client.ai({ markdown: 'x' })) {
      expect(event.type).toBe('delta');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
