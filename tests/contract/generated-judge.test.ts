import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FailureReason, fail } from '../../src/contract/failure.ts';
import { createHeldBytes } from '../../src/conversion/held-bytes.ts';
import { FAILURE_STATUS } from '../../src/http/failure-status.ts';
import { startFakeHttp } from '../support/fake-http.ts';
import { inForm } from '../support/full-form.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { startUpstream } from '../support/upstream.ts';
import { type Description, placesOf } from './generated/description.ts';
import { type GeneratedService, startGeneratedService } from './generated/generated-service.ts';
import { createJudge, type Judge } from './generated/judge.ts';
import { requestsOf } from './generated/plain-requests.ts';
import type { GeneratedRequest, PlainRequest } from './generated/request-types.ts';
import { search } from './generated/search.ts';
import { keptConnections } from './generated/send.ts';

let service: GeneratedService;
let good: Judge;
beforeAll(async () => {
  service = await startGeneratedService();
  good = createJudge(service, service.description);
});
afterAll(() => service?.close());

const post = (path: string, body: object, key = 'Bearer {apiKey}'): PlainRequest => ({
  method: 'POST',
  path,
  headers: [
    [key.startsWith('Bearer') ? 'authorization' : 'x-license-key', key],
    ['content-type', 'application/json'],
  ],
  body: JSON.stringify(body),
});
const html = '<h1>Rivers</h1><p>Boats bring fish to the old harbour every morning of the year.</p>';
const page = post('/v1/convert', { url: 'http://a.invalid/', html });
const listed = post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const streamed = post('/v1/ai', { markdown: 'One. Two.' }, '{licenseKey}');
const bare = {
  method: 'GET',
  path: '/{site}/article',
  headers: [['authorization', 'Bearer {apiKey}']],
} as const;
const refused = post('/v1/convert', {});

/** Where a copy of the document is made wrong; `undefined` leaves out what is there. */
type Change = readonly [value: unknown, ...path: readonly string[]];
const answerOf = (status: string, ...more: readonly string[]) => ['responses', status, ...more];
const atConvert = ['paths', '/v1/convert', 'post'];
const schemas = ['components', 'schemas'];

/** What is wrong, the request that shows it, what is said of its answer, and the change. */
const PLANTED: readonly (readonly [string, PlainRequest, RegExp, Change])[] = [
  [
    'a status that is not listed',
    refused,
    /status 400 is not listed/,
    [undefined, ...atConvert, ...answerOf('400')],
  ],
  [
    'a content type that is not listed',
    bare,
    /content type text\/markdown.* is not listed/,
    [undefined, 'paths', '/{url}', 'get', ...answerOf('200', 'content', 'text/markdown')],
  ],
  [
    'a field that is not described',
    page,
    /x-pagemark-tokens is not described/,
    [undefined, ...atConvert, ...answerOf('200', 'headers', 'X-Pagemark-Tokens')],
  ],
  [
    'a field that is required',
    refused,
    /etag is missing/,
    [{ $ref: '#/components/headers/ETag' }, ...atConvert, ...answerOf('400', 'headers', 'ETag')],
  ],
  [
    'a field of another type',
    page,
    /x-pagemark-engine is no whole number/,
    ['integer', 'components', 'headers', 'X-Pagemark-Engine', 'schema', 'type'],
  ],
  [
    'a property that is required',
    page,
    /must have required property 'pages'/,
    [['pages'], ...schemas, 'ConvertResponse', 'required'],
  ],
  [
    'a reason that is not in the list',
    refused,
    /must be equal to one of the allowed values/,
    [['internal'], ...schemas, 'ErrorEnvelope', 'properties', 'error', 'properties', 'reason', 'enum'],
  ],
  [
    'an event of another shape',
    streamed,
    /does not fit its schema/,
    [{ type: 'string' }, ...schemas, 'AiEvent'],
  ],
  [
    'a stricter request',
    page,
    /forbids was answered with 200/,
    [3, ...schemas, 'ConvertRequest', 'properties', 'html', 'maxLength'],
  ],
  [
    'a looser request',
    refused,
    /fits the description was refused/,
    [[], ...schemas, 'ConvertRequest', 'required'],
  ],
  [
    'a body that is not described',
    listed,
    /a body where none is described/,
    [undefined, 'paths', '/mcp', 'post', ...answerOf('200', 'content')],
  ],
];

function changed([value, ...path]: Change): Description {
  const copy = structuredClone(service.description);
  const last = path.at(-1)!;
  const at = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (node, step) => node[step] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    );
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

describe('a wrong description is found', () => {
  test.each(inForm(PLANTED, 2))('%s', async (_name, request, said, change) => {
    expect(await good(request)).toMatchObject({ problems: [] });
    const { problems } = await createJudge(service, changed(change))(request);
    expect(problems.join('\n')).toMatch(said);
  });

  test('by a search, which shows the seed and the smallest request', async () => {
    const wrong = changed([undefined, 'paths', '/health', 'get', 'responses', '200']);
    const place = placesOf(wrong).find(({ route }) => route === '/health')!;
    const found = search(createJudge(service, wrong), requestsOf(wrong, place), { seed: 1, count: 40 });
    await expect(found).rejects.toThrow(
      /status 200 is not listed for GET \/health.*\nPAGEMARK_SEED=\d+\nfailures\.cases\.ts: \{"method":"GET","path":"\/health","headers":\[\["x-forwarded-for","198\.0\.0\.0"\]\]\}/,
    );
  });
});

test('a service that gives no answer, a cut one or two is found', async () => {
  const site = await startUpstream({
    '/health': (request) => request.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'),
    '/ready': (request) => request.socket.end('HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\nmore'),
  });
  const deadlineMs = onThisMachine(300);
  const judge = createJudge({ ...service, url: site.url, deadlineMs }, service.description);
  const raw = (path: string): GeneratedRequest => ({
    kind: 'good',
    raw: `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    isWhole: true,
  });
  expect((await judge({ method: 'GET', path: '/health', headers: [] })).problems).toEqual([
    expect.stringMatching(`no answer within ${deadlineMs} ms`),
  ]);
  expect((await judge(raw('/health'))).problems).toEqual(['no answer in time']);
  expect((await judge(raw('/ready'))).problems.join()).toMatch('bytes that are no answer: "more"');
  await site.close();
});

describe('every failure is answered as the description tells', () => {
  /** A conversion knows of no credentials, and asks no provider of answers. */
  const reasons = (Object.keys(FAILURE_STATUS) as FailureReason[]).filter(
    (one) => one !== 'unauthorized' && one !== 'ai_unavailable',
  );
  const address: PlainRequest = { ...bare, path: '/http://a.invalid/' };
  /** Whether its body fits is not asked. */
  const encoded: PlainRequest = { ...page, headers: [...page.headers, ['content-encoding', 'identity']] };

  let fake: Awaited<ReturnType<typeof startFakeHttp>>;
  let judge: Judge;
  let state: { thrown: FailureReason; isRefused?: boolean; isDraining?: boolean };
  const agent = keptConnections();
  beforeAll(async () => {
    fake = await startFakeHttp(() => Promise.reject(), {
      converter: {
        convert: () => Promise.reject(fail(state.thrown, 'It failed.')),
        hold: createHeldBytes().hold,
        enter: () => {
          throw fail(state.thrown, 'It failed.');
        },
        charge: () => undefined,
        refusal: () => (state.isRefused ? fail(state.thrown, 'Retry later.').failure : null),
      },
      isDraining: () => state.isDraining === true,
      readiness: async () => ({ status: 'unready', store: true, workers: true, draining: true }),
    });
    const fill = (text: string) => text.replace('{apiKey}', 'good');
    judge = createJudge({ ...service, agent, url: fake.url, fill }, service.description);
  });
  afterAll(async () => {
    agent.destroy();
    await fake?.close();
  });

  test.each(reasons)('%s of a conversion', async (thrown) => {
    state = { thrown };
    for (const request of [encoded, address]) expect((await judge(request)).problems).toEqual([]);
  });

  test.each(['busy', 'concurrency_limited'] as const)('%s at the door', async (thrown) => {
    state = { thrown, isRefused: true };
    expect(await judge(page)).toEqual({ statuses: [429], problems: [] });
  });

  test('draining', async () => {
    state = { thrown: 'internal', isDraining: true };
    const get = (path: string): PlainRequest => ({ method: 'GET', path, headers: [] });
    for (const request of [page, address, listed, get('/ready')])
      expect(await judge(request)).toEqual({ statuses: [503], problems: [] });
    expect(await judge(get('/health'))).toEqual({ statuses: [200], problems: [] });
  });
});
