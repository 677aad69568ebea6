import { afterAll, beforeAll, expect } from 'vitest';
import { convertResponse } from '../../src/contract/convert.ts';
import { convertHtml } from '../../src/index.ts';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, type Upstream } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    '/article': ARTICLE,
    '/moved': (_request, response) => response.writeHead(302, { location: '/article' }).end(),
    '/bare': `<main>${PROSE}<p>Zwei Brücken 🌉🌉</p></main>`,
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Data {
  readonly content: string;
  readonly metadata: Record<string, unknown> & { readonly length: number };
}

/** Converts and returns `data` of a 200. */
async function data(body: Record<string, unknown>, headers = {}): Promise<Data> {
  const response = await service.convert({ url: `${site.url}/article`, ...body }, key, headers);
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { data: Data }).data;
}

verifies('convert:200:shape', async () => {
  const response = await service.convert({ url: `${site.url}/article` }, key);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body = (await response.json()) as { data: Data };
  expect(Object.keys(body)).toEqual(['status', 'data']);
  expect(Object.keys(body.data)).toEqual(['content']);
  expect(convertResponse.parse(body)).toEqual(body);
});

verifies('convert:200:fetches', async () => {
  const before = site.requests();
  expect((await data({ url: `${site.url}/bare` })).content).toContain('Zwei Brücken 🌉🌉');
  expect(site.requests()).toBe(before + 1);
});

verifies('convert:200:noise', async () => {
  const { content } = await data({});
  expect(content).toContain('Paragraph 12 tells of rivers');
  for (const noise of ['umbrella', 'Shop', 'Copyright']) expect(content).not.toContain(noise);
});

verifies('convert:200:default-markdown', async () => {
  expect((await data({})).content).toBe((await data({ response_format: 'markdown' })).content);
});

verifies('convert:200:markdown', async () => {
  const { content } = await data({ response_format: 'markdown' });
  expect(content).toContain('# Rivers and bridges');
  expect(content).toContain(`A **bold** crossing with [a map](${site.url}/map).`);
  expect(content).toMatch(/^[-*] one$/m);
  expect(content).toContain('```\nconst a = 1;\n```');
  expect(content).toBe(
    convertHtml(new TextEncoder().encode(ARTICLE), {
      url: `${site.url}/article`,
      contentType: 'text/html; charset=utf-8',
    }).markdown,
  );
});

verifies('convert:200:text', async () => {
  const { content } = await data({ response_format: 'text' });
  expect(content).toContain('A bold crossing with a map.');
  expect(content).toContain('const a = 1;');
  expect(content).not.toMatch(/[*#`[\]]/);
});

verifies('convert:200:metadata-present', async () => {
  const { metadata } = await data({ include_metadata: true });
  expect(Object.keys(metadata).sort()).toEqual(
    ['byline', 'dir', 'excerpt', 'length', 'siteName', 'title', 'url'].sort(),
  );
  expect(metadata).toMatchObject({
    title: 'Rivers and bridges',
    byline: 'Ada Stream',
    excerpt: 'About crossing.',
    siteName: 'The Bridge',
    dir: 'ltr',
    url: `${site.url}/article`,
  });
  expect(Number.isInteger(metadata.length)).toBe(true);
});

verifies('convert:200:metadata-absent', async () => {
  expect(await data({})).not.toHaveProperty('metadata');
  expect(await data({ include_metadata: false })).not.toHaveProperty('metadata');
});

verifies('convert:200:metadata-nulls', async () => {
  const { metadata } = await data({ url: `${site.url}/bare`, include_metadata: true });
  expect(metadata).toMatchObject({ byline: null, siteName: null, dir: null, url: `${site.url}/bare` });
  expect(metadata.title).toBeTypeOf('string');
  expect(metadata.title).not.toBe('');
});

verifies('convert:200:metadata-length', async () => {
  const { content, metadata } = await data({
    url: `${site.url}/bare`,
    include_metadata: true,
    response_format: 'text',
  });
  expect(metadata.length).toBe(Array.from(content).length);
});

verifies('convert:200:metadata-final-url', async () => {
  const { metadata } = await data({ url: `${site.url}/moved#part`, include_metadata: true });
  expect(metadata.url).toBe(`${site.url}/article#part`);
});

verifies('convert:200:same-url-same-output', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      service.convert({ url: `${site.url}/article`, include_metadata: true }, key),
    ),
  );
  const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
  expect(bodies.size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(1);
  expect(answers[0]!.headers.get('etag')).toMatch(/^"[\w-]+"$/);
});

verifies('convert:200:unknown-fields', async () => {
  expect((await data({ colour: 'red', nested: { a: [1] } })).content).toBe((await data({})).content);
});

verifies('convert:200:warnings', async () => {
  const body = { url: `${site.url}/article`, include_diagnostics: true };
  const plain = await service.convert(body, key);
  const warned = await service.convert({ ...body, linkz: 'none', f\u00e4rbe: 1 }, key);
  const sentences = [
    'Rename "linkz" to "links" if that is meant.',
    'Remove "f\u00e4rbe": it is not a field.',
  ];
  const header = warned.headers.get('x-pagemark-warnings');
  expect(header?.split(', ').map(decodeURIComponent)).toEqual(sentences);
  expect(plain.headers.get('x-pagemark-warnings')).toBeNull();
  const dataOf = async (answer: Response) => ((await answer.json()) as { data: Record<string, object> }).data;
  const [before, after] = [await dataOf(plain), await dataOf(warned)];
  expect(before.diagnostics).not.toHaveProperty('warnings');
  expect(after).toEqual({ ...before, diagnostics: { ...before.diagnostics, warnings: sentences } });
  const wrong = await service.convert({ urll: site.url }, key);
  expect(wrong.status).toBe(400);
  expect(decodeURIComponent(wrong.headers.get('x-pagemark-warnings') ?? '')).toContain('to "url"');
});
