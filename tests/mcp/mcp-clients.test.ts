import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, type Upstream } from '../support/upstream.ts';

const TOOL = 'webpage_to_markdown';
const PAGE_COUNT = isFull ? 50 : 7;
let site: Upstream;
let service: TestService;
let key: string;

/** Pages of different shape, so that "the same bytes" is more than one sentence. */
const PAGES = Object.fromEntries(
  Array.from({ length: PAGE_COUNT }, (_, index) => {
    const items = Array.from(
      { length: 1 + (index % 7) },
      (_, item) => `<li>Item ${item} of ${index} &amp; more`,
    );
    const table = `<table><tr><th>Key<th>Value</tr><tr><td>${index}<td>${index * index}</table>`;
    const body = `<h1>Page ${index} — ünï☃</h1>${PROSE}<ul>${items.join('')}</ul>${index % 2 ? table : ''}<pre>x = ${index}</pre>`;
    return [`/page-${index}`, `<!doctype html><title>Page ${index}</title><article>${body}</article>`];
  }),
);

/** Parts of a page that no client could receive at once, and the least of its content. */
const LARGE = isFull ? 6000 : 2400;
const LARGE_LENGTH = isFull ? 1_000_000 : 400_000;
const many = (part: (i: number) => string) => Array.from({ length: LARGE }, (_, i) => part(i)).join('');
const SENTENCE = 'The ferry leaves when the tide allows it, and comes back with the next one. ';
const page = (body: string) => `<!doctype html><title>Large</title><article><h1>Large</h1>${body}</article>`;

beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    ...PAGES,
    '/large': page(many((i) => `<p><a href="/ferries/${i}">Ferry ${i}</a> ${SENTENCE.repeat(3)}</p>`)),
    '/large-table': page(
      `<p>${SENTENCE}</p><table><tr><th>Ferry<th>Says</tr>${many((i) => `<tr><td>${i}<td>${SENTENCE.repeat(3)}</tr>`)}</table>`,
    ),
    '/large-paragraph': page(`<p>${many(() => SENTENCE.repeat(3))}</p>`),
    '/article': ARTICLE,
    '/slow': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE), 3500);
    },
    '/never': () => undefined,
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const endpoint = () => new URL(`${service.url}/mcp`);
const requestInit = (bearer = key) => ({ headers: { authorization: `Bearer ${bearer}` } });

async function current(mode: 'auto' | 'legacy', bearer?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: requestInit(bearer) }));
  return client;
}

interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

const MODES = { 'newest revision': 'auto', '2025 handshake': 'legacy' } as const;

describe('POST /mcp with the official client', () => {
  for (const [name, mode] of Object.entries(MODES)) {
    it(`lists and calls the tool by the ${name}`, async () => {
      const client = await current(mode);
      try {
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).toEqual([TOOL]);
        const args = { url: `${site.url}/article`, include_metadata: true };
        const result = (await client.callTool({ name: TOOL, arguments: args })) as ToolResult;
        const { data } = (await (await service.convert(args, key)).json()) as { data: { content: string } };
        expect(result.isError ?? false).toBe(false);
        expect(result.content).toEqual([{ type: 'text', text: data.content }]);
        expect(result.structuredContent).toEqual({ ...data, usage: { tokens: expect.any(Number) } });
      } finally {
        await client.close();
      }
    });

    it(`gives a failed conversion and a wrong argument as results with the reason of HTTP by the ${name}`, async () => {
      const client = await current(mode);
      try {
        for (const args of [
          { url: `${site.url}/missing` },
          { url: 'ftp://example.com/' },
          {},
          { url: 'http://10.0.0.1/' },
        ]) {
          const result = (await client.callTool({ name: TOOL, arguments: args })) as ToolResult;
          const answer = (await (await service.convert(args, key)).json()) as {
            error: { reason: string; message: string };
          };
          const { reason, message } = answer.error;
          expect(result.isError).toBe(true);
          expect(result.content[0]?.text).toBe(`${reason}: ${message}`);
          expect(result._meta?.['pagemark/error']).toMatchObject({ reason, message });
        }
      } finally {
        await client.close();
      }
    });
  }

  it('tells unknown arguments as HTTP tells unknown fields', async () => {
    const client = await current('auto');
    const args = { url: `${site.url}/article`, include_metdata: true, include_diagnostics: true };
    const [result, failed] = (await Promise.all([
      client.callTool({ name: TOOL, arguments: args }),
      client.callTool({ name: TOOL, arguments: { adress: `${site.url}/article`, ural: 1 } }),
    ])) as ToolResult[];
    await client.close();
    const warnings = ['Rename "include_metdata" to "include_metadata" if that is meant.'];
    expect(result?.structuredContent?.diagnostics).toMatchObject({ warnings });
    expect(result?._meta?.['pagemark/warnings']).toEqual(warnings);
    expect(failed?.isError).toBe(true);
    expect(failed?._meta?.['pagemark/warnings']).toContain('Rename "ural" to "url" if that is meant.');
  });

  it('negotiates the newest revision with the current client', async () => {
    const client = await current('auto');
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    await client.close();
  });

  it(`gives the bytes of HTTP for ${PAGE_COUNT} pages, in both formats`, async () => {
    const client = await current('auto', await service.newKey());
    const httpKey = await service.newKey();
    for (const path of Object.keys(PAGES)) {
      for (const response_format of ['markdown', 'text']) {
        const args = { url: site.url + path, response_format };
        const result = (await client.callTool({ name: TOOL, arguments: args })) as ToolResult;
        const answer = (await (await service.convert(args, httpKey)).json()) as { data: { content: string } };
        expect(result.content[0]?.text).toBe(answer.data.content);
      }
    }
    await client.close();
  });

  it('tells of progress on a slow page when asked', async () => {
    const client = await current('auto');
    const seen: number[] = [];
    const request = { name: TOOL, arguments: { url: `${site.url}/slow` } };
    await client.callTool(request, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen.length).toBeGreaterThanOrEqual(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    await client.close();
  });

  it('cancels the fetch when the caller goes away', async () => {
    const before = site.open();
    const client = await current('auto');
    const controller = new AbortController();
    const call = client.callTool(
      { name: TOOL, arguments: { url: `${site.url}/never` } },
      { signal: controller.signal },
    );
    await expect.poll(() => site.open()).toBeGreaterThan(before);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => site.open()).toBeLessThanOrEqual(before);
    await client.close();
  });
});

/** The text of a part without what it repeats. */
function ownText({ content, structuredContent }: ToolResult): string {
  const text = content[0]?.text ?? '';
  const { before, after } = structuredContent!.part as { before: string; after: string };
  return text.slice(before.length, text.length - after.length);
}

interface Raw {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

async function raw({ body, headers = {}, method = 'POST' }: Raw) {
  const answer = await fetch(endpoint(), {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const call = (url: string) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: TOOL, arguments: { url } },
});

describe('POST /mcp as HTTP', () => {
  const refusals: readonly (readonly [string, Raw, number, string])[] = [
    ['no credential', { body: LIST, headers: { authorization: '' } }, 401, 'unauthorized'],
    ['an unknown key', { body: LIST, headers: { authorization: 'Bearer nope' } }, 401, 'unauthorized'],
    ['a foreign Origin', { body: LIST, headers: { origin: 'https://evil.example' } }, 403, 'blocked_target'],
    ['GET', { method: 'GET' }, 405, 'method_not_allowed'],
    ['DELETE', { method: 'DELETE' }, 405, 'method_not_allowed'],
    [
      'another content type',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_content_type',
    ],
    ['a body over the limit', { body: 'x'.repeat(4 * 1024 * 1024 + 1) }, 413, 'body_too_large'],
    ['a batch', { body: [LIST, LIST] }, 400, 'invalid_request'],
    ['no JSON', { body: '{' }, 400, 'invalid_request'],
    ['no JSON-RPC', { body: { hello: 1 } }, 400, 'invalid_request'],
  ];
  for (const [name, request, status, reason] of refusals) {
    it(`answers ${name} with ${status} and the envelope`, async () => {
      const answer = await raw(request);
      expect(answer.status, answer.text).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', error: { code: status, reason } });
      if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      if (status === 405) expect(answer.headers.get('allow')).toContain('POST');
    });
  }

  it('answers in JSON whoever does not ask for a stream, and in a stream whoever asks for nothing else', async () => {
    const body = call(`${site.url}/article`);
    for (const accept of ['*/*', 'application/json', 'text/html', 'text/event-stream']) {
      const answer = await raw({ body, headers: { accept } });
      const isStream = accept === 'text/event-stream';
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('content-type')).toContain(isStream ? accept : 'application/json');
      const message = isStream ? (/^data: (.*)$/m.exec(answer.text)?.[1] ?? '') : answer.text;
      expect(JSON.parse(message).result.content[0].text).toContain('# ');
    }
  });

  it('cancels the fetch when a caller who takes JSON goes away', async () => {
    const before = site.open();
    const controller = new AbortController();
    const answer = fetch(endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(call(`${site.url}/never`)),
      signal: controller.signal,
    });
    await expect.poll(() => site.open()).toBeGreaterThan(before);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => site.open()).toBeLessThanOrEqual(before);
  });

  it('gives a long page in parts that join to the whole, and a foreign cursor as a named failure', async () => {
    const client = await current('auto');
    const convert = async (more: Record<string, unknown>) =>
      (await client.callTool({
        name: TOOL,
        arguments: { url: `${site.url}/article`, ...more },
      })) as ToolResult;
    const whole = (await convert({})).content[0]?.text;
    let joined = '';
    let parts = 0;
    for (let cursor: unknown, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const part = await convert(isFirst ? { max_tokens: 50 } : { cursor });
      joined += ownText(part);
      cursor = part.structuredContent?.next_cursor;
      parts++;
    }
    expect(parts).toBeGreaterThan(2);
    expect(joined).toBe(whole);
    const first = (await convert({ max_tokens: 50 })).structuredContent?.next_cursor;
    const other = await convert({ url: `${site.url}/page-1`, cursor: first });
    expect(other.isError).toBe(true);
    expect(other._meta?.['pagemark/error']).toMatchObject({ reason: 'cursor_expired' });
    await client.close();
  });

  it.each(['large', 'large-table', 'large-paragraph'])(
    'gives /%s, which no client could receive at once, in messages of less than 400 KB that join to the whole',
    async (path) => {
      const args = { url: `${site.url}/${path}` };
      const { data } = (await (await service.convert(args, key)).json()) as { data: { content: string } };
      expect(data.content.length).toBeGreaterThan(LARGE_LENGTH);
      let joined = '';
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const more = {
          ...args,
          include_links: true,
          ...(cursor === undefined ? { max_tokens: 1_000_000 } : { cursor }),
        };
        const { text, headers } = await raw({
          body: { ...call(''), params: { name: TOOL, arguments: more } },
        });
        expect(headers.get('content-type')).toContain('application/json');
        expect(Buffer.byteLength(text)).toBeLessThan(400_000);
        const { result } = JSON.parse(text) as { result: ToolResult };
        expect(result.isError ?? false, text.slice(0, 300)).toBe(false);
        joined += ownText(result);
        cursor = result.structuredContent?.next_cursor as string | undefined;
        expect(result.content).toHaveLength(cursor === undefined ? 1 : 2);
        if (cursor !== undefined) expect(result.content[1]?.text).toContain(`"cursor": "${cursor}"`);
      }
      expect(joined).toBe(data.content);
    },
  );

  it('gives parts of at most 10,000 tokens to who names no number', async () => {
    const tokensOf = async (more: object) => {
      const params = { name: TOOL, arguments: { url: `${site.url}/large`, ...more } };
      const { result } = JSON.parse((await raw({ body: { ...call(''), params } })).text) as {
        result: ToolResult;
      };
      return (result.structuredContent as { usage: { tokens: number } }).usage.tokens;
    };
    expect(await tokensOf({})).toBeLessThanOrEqual(10_000);
    expect(await tokensOf({ max_tokens: 20_000 })).toBeGreaterThan(10_000);
  });

  it('counts the entries of a list that an answer has no room for', async () => {
    const { text } = await raw({
      body: {
        ...call(''),
        params: { name: TOOL, arguments: { url: `${site.url}/large`, include_links: true } },
      },
    });
    const { links, left_out } = (JSON.parse(text) as { result: ToolResult }).result.structuredContent as {
      links: unknown[];
      left_out: { links: number };
    };
    expect(links.length).toBeGreaterThan(100);
    expect(links.length + left_out.links).toBe(LARGE);
  });

  it('goes on from a cursor of HTTP, unless its parts are too long', async () => {
    const partOf = async (path: string, max_tokens: number) => {
      const args = { url: `${site.url}/${path}`, max_tokens };
      const { data } = (await (await service.convert(args, key)).json()) as { data: { next_cursor: string } };
      const more = { url: args.url, cursor: data.next_cursor };
      const { text } = await raw({ body: { ...call(''), params: { name: TOOL, arguments: more } } });
      return (JSON.parse(text) as { result: ToolResult }).result;
    };
    expect((await partOf('article', 50)).isError ?? false).toBe(false);
    expect((await partOf('large', 100_000)).content[0]?.text).toMatch(
      /^invalid_request: Start again without "cursor"/,
    );
  });

  it('answers revisions 2025-11-25, 2025-06-18 and 2025-03-26, and whatever session a client names', async () => {
    const sessions = new Set<string | null>();
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } };
      const answer = await raw({ body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(`"protocolVersion":"${protocolVersion}"`);
      sessions.add(answer.headers.get('mcp-session-id'));
      const known = { 'mcp-protocol-version': protocolVersion, 'mcp-session-id': 'of another process' };
      expect((await raw({ body: LIST, headers: known })).status).toBe(200);
    }
    expect(sessions.size).toBe(3);
    expect(sessions).not.toContain(null);
  });

  describe('a revision without structured content', () => {
    const asked = (options: object = {}) => {
      const params = { name: TOOL, arguments: { url: `${site.url}/article`, ...options } };
      return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    };
    const resultOf = (text: string) => (JSON.parse(text) as { result: ToolResult }).result;
    /** The fields by which a client of a revision is known after its handshake. */
    const known = async (protocolVersion: string): Promise<Record<string, string>> => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } };
      const { headers } = await raw({ body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } });
      return { 'mcp-session-id': headers.get('mcp-session-id')! };
    };
    const OLD = ['2025-03-26', '2024-11-05', '2024-10-07'];

    it.each(OLD)('gives %s the content once, by its field or its session', async (revision) => {
      for (const headers of [{ 'mcp-protocol-version': revision }, await known(revision)]) {
        const { text } = await raw({ body: asked(), headers });
        expect(resultOf(text)).not.toHaveProperty('structuredContent');
        expect(resultOf(text).content).toHaveLength(1);
        expect(text.split('Paragraph 12 tells of rivers')).toHaveLength(2);
        const { tools } = resultOf((await raw({ body: LIST, headers })).text) as unknown as {
          tools: object[];
        };
        expect(tools[0]).not.toHaveProperty('outputSchema');
      }
    });

    it('gives what else was asked for as text, without the content', async () => {
      const headers = { 'mcp-protocol-version': '2025-03-26' };
      const { text } = await raw({ body: asked({ include_metadata: true, include_links: true }), headers });
      const { content } = resultOf(text);
      expect(JSON.parse(content[1]!.text)).toEqual({
        metadata: expect.objectContaining({ title: expect.any(String) }),
        links: expect.any(Array),
      });
      expect(text.split('Paragraph 12 tells of rivers')).toHaveLength(2);
    });

    it.each(['2025-06-18', '2025-11-25'])('gives %s both', async (revision) => {
      for (const headers of [{ 'mcp-protocol-version': revision }, await known(revision)])
        expect(resultOf((await raw({ body: asked(), headers })).text)).toHaveProperty('structuredContent');
    });
  });

  it.each(['banana', '2027-01-01', '2025-06-17', '', '2.0', '2025-06-18, 2025-06-18'])(
    'tells that revision %j is unknown, and those that it speaks',
    async (revision) => {
      const headers = { 'mcp-protocol-version': revision };
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 't', version: '1' } };
      const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
      for (const body of [{ ...LIST, id: 1 }, initialize, { ...call(`${site.url}/article`), id: 1 }]) {
        const { status, text } = await raw({ body, headers });
        expect(status).toBe(400);
        const { id, error } = JSON.parse(text);
        expect(id).toBe(1);
        expect(error.code).toBe(-32022);
        expect(error.message).toContain(`it is ${JSON.stringify(revision)}`);
        expect(error.data.supported).toEqual(
          expect.arrayContaining(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']),
        );
      }
    },
  );

  it('counts tools/call against the plan, nothing else, and refuses past it with 429 and Retry-After', async () => {
    const own = await service.newKey('free');
    const headers = { authorization: `Bearer ${own}` };
    for (let index = 0; index < 15; index++) expect((await raw({ body: LIST, headers })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => raw({ body: call(`${site.url}/article`), headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(JSON.parse(answer.text).error.reason).toBe('rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(answers.every(({ headers: h }) => h.get('ratelimit-policy')?.includes('"minute";q=10'))).toBe(
      true,
    );
    expect((await service.convert({ url: `${site.url}/article` }, own)).status).toBe(429);
  });

  it('describes the tool honestly, with the fields of the convert request and an output schema', async () => {
    const client = await current('auto');
    const { tools } = await client.listTools();
    const tool = tools[0]!;
    expect(tool.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: true,
    });
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['url', 'response_format', 'include_metadata', 'html', 'scope', 'strict']),
    );
    expect(tool.inputSchema.required).toEqual(['url']);
    // Clients may put the list into the context of every conversation.
    expect(JSON.stringify(tools).length).toBeLessThan(9000);
    const told = Object.keys(tool.outputSchema?.properties ?? {});
    expect(told).toEqual(expect.arrayContaining(['content', 'metadata', 'next_cursor', 'part', 'usage']));
    await client.close();
  });
});
