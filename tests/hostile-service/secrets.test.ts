import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../src/access/access.ts';
import { endEvents, startEvents, startTestProvider, textEvent } from '../../src/ai/test-provider.fixture.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/open-from-config.ts';
import { quoted, secretsIn } from '../support/secrets-in.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { PROSE, startUpstream } from '../support/upstream.ts';

/** Words that are looked for; each is planted where a caller or an operator would put a secret. */
const METRICS_TOKEN = 'planted-metrics-token';
const PROVIDER_KEY = 'planted/provider+key~"1"';
const WRONG_KEY = `pmk_${'plantedwrongkey'.padEnd(38, '0')}`;
const QUERY = 'planted-query';
const TEXT = 'planted-page-text';
const PROMPT = 'planted-prompt';

/** What went in and out of one service, as text. */
const seen = { log: '', metrics: '', answers: '', site: '', provider: '' };
/** Made by the service; nobody but their owner may see them again. */
let keys: readonly string[] = [];

const page = `<!doctype html><html lang="en"><title>${TEXT}</title><article><h1>Rivers</h1><p>${TEXT}</p>${PROSE}</article>`;
const notePage = (answer: (response: ServerResponse) => void) => {
  return (request: IncomingMessage, response: ServerResponse) => {
    seen.site += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`;
    answer(response);
  };
};

async function issueKeys(env: Readonly<Record<string, string>>): Promise<readonly [string, string]> {
  const config = loadConfig(env);
  const stores = await openStores(config);
  try {
    const access = createAccess({ stores, plans: config.plans });
    const { key } = await access.keys.issue({ plan: 'growth' });
    return [key, (await access.licenses.issue({ tier: 'pro', aiCalls: 20 })).key];
  } finally {
    await stores.close();
  }
}

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-secrets-'));
  const html = { 'content-type': 'text/html' };
  const site = await startUpstream({
    '/page': notePage((response) => response.writeHead(200, html).end(page)),
    '/private': notePage((response) =>
      response.writeHead(200, { ...html, 'cache-control': 'private', 'set-cookie': 'a=b' }).end(page),
    ),
    '/gone': notePage((response) => response.writeHead(404, html).end(page)),
    '/moved': notePage((response) =>
      response.writeHead(302, { location: `/page?token=${QUERY}`, 'set-cookie': 'a=b' }).end(),
    ),
    '/outside': notePage((response) =>
      response.writeHead(302, { location: `http://10.0.0.1/?token=${QUERY}` }).end(),
    ),
    '/broken': notePage((response) => response.writeHead(200, html).write(TEXT) && response.destroy()),
    '/pdf': notePage((response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(`%PDF-1.7 ${TEXT}`),
    ),
  });
  const answers = [
    (response: ServerResponse) => {
      startEvents(response);
      response.end(textEvent('fine') + endEvents());
    },
    (response: ServerResponse) => response.writeHead(500).end(`{"error":"${TEXT} ${PROVIDER_KEY}"}`),
    (response: ServerResponse) => response.writeHead(200).end(`data: {"${TEXT} ${PROMPT}`),
    (response: ServerResponse) =>
      response.writeHead(401).end(
        JSON.stringify({
          error: {
            message: `Incorrect API key provided: ${quoted(PROVIDER_KEY)}. Bearer planted-bearer and ${WRONG_KEY}`,
          },
        }),
      ),
  ];
  const provider = await startTestProvider((response, call) => {
    seen.provider += JSON.stringify(call);
    answers[(seen.provider.match(/"messages"/g) ?? []).length - 1]!(response);
  });
  const env = testEnv(folder, {
    PAGEMARK_LOG_LEVEL: 'trace',
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_METRICS_TOKEN: METRICS_TOKEN,
    PAGEMARK_AI_PROVIDER: 'openai-compatible',
    PAGEMARK_AI_BASE_URL: provider.baseUrl,
    PAGEMARK_AI_API_KEY: PROVIDER_KEY,
    PAGEMARK_AI_MODEL: 'test-model',
  });
  const [apiKey, licenseKey] = await issueKeys(env);
  keys = [apiKey, licenseKey];
  const service = await startServiceProcess(env);
  const ask = async (
    target: string,
    key: string | null,
    body?: unknown,
    more: Record<string, string> = {},
  ) => {
    const response = await fetch(service.url + target, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (target !== '/metrics') seen.answers += `${JSON.stringify([...response.headers])} ${text}\n`;
    return text;
  };
  try {
    for (const place of ['page', 'private', 'gone', 'moved', 'outside', 'broken', 'pdf']) {
      const url = `${site.url}/${place}?token=${QUERY}`;
      await ask('/v1/convert', apiKey, { url, include_metadata: true, include_diagnostics: true });
      await ask(`/${url}`, apiKey);
    }
    await ask('/v1/convert', apiKey, { url: `http://user:${QUERY}@${site.address}/page` });
    await ask('/v1/convert', apiKey, { url: `http://127.0.0.1:9/?token=${QUERY}` });
    await ask('/v1/convert', apiKey, { url: `ht!tp://${QUERY}`, html: page });
    await ask('/v1/convert', apiKey, { url: site.url, html: page });
    await ask('/v1/convert', apiKey, `{"html": "${TEXT}`);
    await ask(`/${site.url}/page?token=${QUERY}&pagemark.${QUERY}=1`, apiKey);
    await ask(`/none/${QUERY}?key=${QUERY}`, apiKey);
    for (const target of ['/v1/usage', '/metrics', `/${site.url}/page`]) await ask(target, WRONG_KEY);
    const call = { name: 'webpage_to_markdown', arguments: { url: `${site.url}/page?token=${QUERY}` } };
    await ask('/mcp', apiKey, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    await ask('/mcp', apiKey, { jsonrpc: '2.0', id: 1, method: TEXT, params: { [QUERY]: TEXT } });
    for (const _ of answers) {
      const input = { markdown: `# Page\n\n${TEXT}`, custom_prompt: PROMPT };
      await ask('/v1/ai', null, input, { 'x-license-key': licenseKey });
    }
    await ask('/v1/ai', null, { markdown: TEXT }, { 'x-license-key': WRONG_KEY });
    await ask('/v1/license/validate', null, { key: licenseKey });
    await ask('/v1/usage', apiKey);
    seen.metrics = await ask('/metrics', METRICS_TOKEN);
  } finally {
    await service.end('SIGTERM');
    seen.log = service.output();
    await Promise.all([site.close(), provider.close(), rm(folder, { recursive: true, force: true })]);
  }
});
afterAll(() => {
  for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] = '';
});

const found = secretsIn;
const ISSUED = () => keys;
const OPERATOR = [METRICS_TOKEN, PROVIDER_KEY];

describe('what is planted', () => {
  test('went where it belongs, so that it would be found elsewhere', () => {
    expect(seen.log.match(/"msg":"answered"/g)!.length).toBeGreaterThan(25);
    expect(seen.log).toMatch(/"keyId":"key_\w{12}","plan":"growth"/);
    expect(seen.log).toMatch(
      /"reason":"blocked_target",.*"host":"127\.0\.0\.1:9","urlDigest":"[0-9a-f]{16}"/,
    );
    expect(seen.log).toMatch(/"level":20,[^\n]*"route":"\/v1\/usage","status":200/);
    expect(seen.log).not.toMatch(/Ms":\d+\./);
    expect(seen.log).toMatch(/"licenseId":"lic_\w{12}","tier":"pro"/);
    expect(seen.metrics).toContain('pagemark_requests_total{route="/v1/convert",status="200"');
    expect(found(seen.answers, [QUERY, TEXT, 'fine'])).toEqual([QUERY, TEXT, 'fine']);
    expect(found(seen.site, [QUERY])).toEqual([QUERY]);
    expect(found(seen.provider, [PROVIDER_KEY, TEXT, PROMPT])).toEqual([PROVIDER_KEY, TEXT, PROMPT]);
    expect(seen.log).toContain('Incorrect API key provided: [secret]');
    expect(seen.answers).toContain('"reason":"ai_provider_error"');
  });

  test.each(['log', 'metrics'] as const)('is in no line of the %s', (place) => {
    expect(
      found(seen[place], [...ISSUED(), ...OPERATOR, WRONG_KEY, 'planted-bearer', QUERY, TEXT, PROMPT]),
    ).toEqual([]);
  });

  test('is in no answer, as far as it is a key', () => {
    expect(found(seen.answers, [...ISSUED(), ...OPERATOR, WRONG_KEY, PROMPT])).toEqual([]);
  });

  test('is in no request to a site or a provider, as far as it is a key of ours', () => {
    expect(found(seen.site, [...ISSUED(), ...OPERATOR, WRONG_KEY, TEXT, PROMPT])).toEqual([]);
    expect(found(seen.provider, [...ISSUED(), METRICS_TOKEN, WRONG_KEY, QUERY])).toEqual([]);
  });
});
