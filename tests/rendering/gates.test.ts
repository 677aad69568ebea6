import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { type Page, startUpstream, type Upstream } from '../support/upstream.ts';
import { GATES, type GatedSite, REFUSALS } from './gates.ts';
import { BROWSER } from './rendering-harness.ts';

/** Of the short form: a challenge, as a denial is passed in `tried-once.test.ts`. What has a browser tried is asked of all. */
const PLAYED = isFull ? GATES : GATES.filter(({ id }) => id.startsWith('challenge')).slice(0, 1);
const IDS = GATES.map(({ id }, at) => [id, at] as const);

interface PlayedSite extends Upstream {
  /** Requests of a browser for the page itself. */
  readonly tries: () => number;
}

async function play({ answer }: GatedSite): Promise<PlayedSite> {
  let tries = 0;
  const page: Page = (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    if (/Chrome/.test(headers['user-agent'] ?? '') && url === '/') tries++;
    const { status = 200, body, fields } = answer({ method, url, headers });
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...fields }).end(body);
  };
  const site = await startUpstream({ '/': page, '/content': page });
  return { ...site, tries: () => tries };
}

let gates: readonly PlayedSite[];
let refusals: readonly PlayedSite[];
let service: TestService;
let key: string;

beforeAll(async () => {
  gates = await Promise.all(GATES.map(play));
  refusals = await Promise.all(REFUSALS.map(play));
  service = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: [...gates, ...refusals].map(({ address }) => address).join(','),
  });
  await untilReady(service);
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await Promise.all([...gates, ...refusals].map((site) => site.close()));
});

interface Answered {
  readonly data?: { readonly content: string; readonly diagnostics: { readonly view: string } };
  readonly error?: { readonly reason: string; readonly message: string };
}

async function convert(site: PlayedSite, more: object = {}): Promise<Answered> {
  const body = { url: `${site.url}/`, include_diagnostics: true, ...more };
  return (await (await service.convert(body, key)).json()) as Answered;
}

test('there are 60 gates and 20 refusals', () => {
  expect(new Set(GATES.map(({ id }) => id)).size).toBe(60);
  expect(new Set(REFUSALS.map(({ id }) => id)).size).toBe(20);
});

describe('a gate is told as one where no browser may be tried:', { concurrent: true }, () => {
  test.each(IDS)('%s', async (_id, at) => {
    const { error } = await convert(gates[at]!, { render: 'never' });
    expect(error?.message).toMatch(/^Set "render" to "auto"/);
    expect(gates[at]!.tries()).toBe(0);
  });
});

describe.skipIf(BROWSER === null)('a gate is passed by a browser:', { concurrent: isFull }, () => {
  test.each(IDS.filter(([, at]) => PLAYED.includes(GATES[at]!)))('%s', async (_id, at) => {
    const { data, error } = await convert(gates[at]!);
    expect(error).toBeUndefined();
    expect(data?.content).toContain('Paragraph 12 tells of rivers');
    expect(data?.diagnostics.view).toBe('rendered');
  });
});

describe('a refusal stands, and no browser is tried:', () => {
  test.each(REFUSALS.map(({ id }, at) => [id, at] as const))('%s', async (_id, at) => {
    const { error } = await convert(refusals[at]!);
    expect(error).toBeDefined();
    expect(error?.message).not.toMatch(/browser/);
    expect(refusals[at]!.tries()).toBe(0);
  });
});
