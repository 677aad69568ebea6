import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Requests of each door. */
const REQUESTS = isFull ? 1000 : 100;
const SEED = 72;

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}' });
  key = await service.newKey('test');
});
afterAll(() => service?.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// No page is fetched: what is well-formed after all is refused as a target.
const address = fc.constantFrom(
  'http://10.0.0.1/',
  '10.0.0.1',
  'ftp://a.example/',
  '',
  'http://',
  '\ud800',
  'x'.repeat(9000),
);
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    '',
    'x',
    '!!',
    [],
    {},
    [null],
    [[]],
    { type: 'x' },
    '__proto__',
  ),
  fc.string({ maxLength: 20 }),
  fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), address), { maxLength: 4 }),
);
const record = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 9 })),
    junk,
    { maxKeys: 5 },
  );
const badText = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '\u0000',
  '{"url":',
  '{"__proto__":{"url":"x"}}',
);
const types = {
  weight: 1,
  arbitrary: fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'x',
  ),
};
const type = fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, types);

function requests(
  paths: readonly (readonly [method: string, path: string])[],
  fields: readonly string[],
  headers: fc.Arbitrary<Record<string, string>> = fc.constant({}),
): fc.Arbitrary<Sent> {
  const good = fc.tuple(record(fields), address).map(([body, url]) => ({ url, ...body }));
  const body = fc.oneof({ weight: 5, arbitrary: good.map((one) => JSON.stringify(one)) }, badText);
  return fc
    .tuple(fc.constantFrom(...paths), type, headers, body)
    .map(([[method, path], contentType, more, text]) => ({
      ...{ method, path },
      headers: { 'content-type': contentType, ...more },
      body: method === 'GET' || method === 'DELETE' ? undefined : text,
    }));
}

const SCRAPE_FIELDS =
  'url urls formats onlyMainContent includeTags excludeTags waitFor timeout maxAge storeInCache parsers removeBase64Images location mobile actions headers proxy skipTlsVerification'.split(
    ' ',
  );
const FIRECRAWL = requests(
  [
    ...(['/v1', '/v2'] as const).flatMap((version) =>
      [
        'scrape',
        'batch/scrape',
        'batch/scrape/x',
        'batch/scrape/%00/errors?skip=-1',
        'crawl',
        'crawl/active?limit=x',
        'crawl/x?skip=1e9',
        'map',
        'search',
        'team/credit-usage',
      ].flatMap((path) => ['POST', 'GET', 'DELETE'].map((method) => [method, `${version}/${path}`] as const)),
    ),
    ['POST', '/v2/parse'],
    ...Array(30).fill(['POST', '/v2/scrape']),
    ...Array(30).fill(['POST', '/v1/scrape']),
  ],
  SCRAPE_FIELDS,
);
const JOB_FIELDS =
  'urls ignoreInvalidURLs maxConcurrency limit maxDepth maxDiscoveryDepth includePaths excludePaths regexOnFullURL crawlEntireDomain ignoreSitemap sitemap ignoreQueryParameters delay scrapeOptions webhook prompt allowSubdomains'.split(
    ' ',
  );
const JOBS = requests(
  ['/v1', '/v2'].flatMap((version): [string, string][] => [
    ['POST', `${version}/batch/scrape`],
    ['POST', `${version}/crawl`],
  ]),
  [...SCRAPE_FIELDS, ...JOB_FIELDS],
);

const JINA_FIELDS =
  'x-respond-with x-return-format x-target-selector x-remove-selector x-wait-for-selector x-timeout x-with-links-summary x-token-budget x-max-output-tokens x-cache-tolerance x-retain-images x-locale x-engine x-md-link-style x-proxy-url'.split(
    ' ',
  );
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const jinaHeaders = fc.dictionary(
  fc.constantFrom(...JINA_FIELDS),
  fc.oneof(fc.constantFrom('html', 'text', '0', '-1', '1e9', 'true', 'nav', '99999'), ascii),
  { minKeys: 1, maxKeys: 4 },
);
const JINA = requests(
  [
    ['POST', '/'],
    ['POST', '/?x'],
    ['GET', '/http://10.0.0.1/'],
    ['GET', '/http://10.0.0.1/?pagemark.links=x'],
    ['GET', '/https%3A%2F%2F%E0%A4%A'],
    ['GET', '/https://[::/'],
  ],
  [
    'url',
    'html',
    'pdf',
    'respondWith',
    'targetSelector',
    'timeout',
    'withLinksSummary',
    'tokenBudget',
    'locale',
    'injectPageScript',
  ],
  jinaHeaders,
);

const OPENWEBUI = requests(
  [
    ['POST', '/loaders/web'],
    ['POST', '/loaders/web'],
    ['GET', '/loaders/web'],
    ['PUT', '/loaders/document/process'],
    ['PUT', '/loaders/document'],
  ],
  ['urls', 'url'],
);

const FIRECRAWL_ERROR = { success: false, code: expect.any(String), error: expect.any(String) };

test.each([
  ['firecrawl', FIRECRAWL, FIRECRAWL_ERROR],
  ["firecrawl's jobs", JOBS, FIRECRAWL_ERROR],
  [
    'jina',
    JINA,
    { data: null, code: expect.any(Number), name: expect.any(String), message: expect.any(String) },
  ],
  ['openwebui', OPENWEBUI, { detail: expect.any(String) }],
] as const)('%s: whatever is asked, no 500, and errors in its own shape', async (_door, sent, shape) => {
  let errors = 0;
  for (const { method, path, headers, body } of fc.sample(sent, { numRuns: REQUESTS, seed: SEED })) {
    const answer = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const said = `${method} ${path} ${JSON.stringify(headers)} ${body}: ${answer.status} ${text}`;
    expect(answer.status, said).toBeLessThan(500);
    if (answer.status < 400) continue;
    errors++;
    expect(JSON.parse(text), said).toMatchObject(shape);
  }
  expect(errors).toBeGreaterThan(REQUESTS / 2);
});
