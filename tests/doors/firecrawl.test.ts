import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    '/article': ARTICLE,
    '/language': (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(ARTICLE.replace('A <b>', `Asked in ${request.headers['accept-language']}. A <b>`)),
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const scraped = async (body: object, path = '/v2/scrape') => {
  const answer = await post(path, { url: `${site.url}/article`, ...body });
  const json = (await answer.json()) as { data: Record<string, unknown>; error?: string };
  return { status: answer.status, headers: answer.headers, ...json };
};

describe.each(['/v1/scrape', '/v2/scrape'])('%s', (path) => {
  test('the Markdown and the metadata of the page, which is what /v1/convert gives', async () => {
    const url = `${site.url}/article#/docs`;
    const answer = await scraped({ url }, path);
    const own = (await (await service.convert({ url: `${site.url}/article` }, key)).json()) as {
      data: { content: string };
    };
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.data)).toEqual(['markdown', 'metadata']);
    expect(answer.data.markdown).toBe(own.data.content);
    expect(answer.data.metadata).toMatchObject({
      title: 'Rivers and bridges',
      description: 'About crossing.',
      language: 'en',
      author: 'Ada Stream',
      ogSiteName: 'The Bridge',
      sourceURL: url,
      url,
      statusCode: 200,
      contentType: 'text/html; charset=utf-8',
      creditsUsed: 1,
    });
    expect(answer.headers.get('ratelimit')).toContain('"minute";r=');
  });

  test('every format that is served, and none that was not asked for', async () => {
    const { data } = await scraped({ formats: ['html', 'rawHtml', 'links', 'images', 'summary'] }, path);
    expect(Object.keys(data)).toEqual(['html', 'rawHtml', 'links', 'images', 'summary', 'metadata']);
    expect(data.rawHtml).toBe(ARTICLE);
    expect(data.html).toContain(`A <strong>bold</strong> crossing with <a href="${site.url}/map">a map</a>.`);
    expect(data.html).toContain('<ul><li>one</li>\n<li>two</li></ul>');
    expect(data.html).not.toContain('umbrella');
    expect(data.links).toEqual([`${site.url}/map`]);
    expect(data.images).toEqual([]);
    expect(data.summary).toMatch(/rivers, bridges/);
  });
});

test('options of theirs do what ours do', async () => {
  const tags = await scraped({ includeTags: ['article'], excludeTags: ['pre', '#none'] });
  expect(tags.data.markdown).not.toContain('const a');
  expect((await scraped({ onlyMainContent: false })).data.markdown).toContain('Copyright');
  const german = await scraped({ url: `${site.url}/language`, location: { languages: ['de-AT'] } });
  expect(german.data.markdown).toContain('Asked in de-AT');
  expect((await scraped({ url: site.address.concat('/article') })).status).toBe(200);
  const before = site.requests();
  expect((await scraped({ maxAge: 60_000 })).data.metadata).toMatchObject({ cacheState: 'hit' });
  expect(site.requests()).toBe(before);
  expect((await scraped({ maxAge: 0, storeInCache: false })).data.metadata).toMatchObject({
    cacheState: 'miss',
  });
  expect(site.requests()).toBe(before + 1);
});

test('what is not done is refused by its name, or named in the warning', async () => {
  for (const [body, name] of [
    [{ formats: ['screenshot'] }, 'screenshot'],
    [{ formats: ['markdown', { type: 'json', schema: {} }] }, 'json'],
    [{ actions: [{ type: 'wait', milliseconds: 1 }] }, 'actions'],
    [{ headers: { cookie: 'a=1' } }, 'headers'],
    [{ proxy: 'stealth' }, 'proxy'],
    [{ includeTags: ['!!'] }, 'includeTags'],
    [{ location: { languages: ['not a tag!'] } }, 'location.languages'],
  ] as const) {
    const answer = await scraped(body);
    expect(answer, name).toMatchObject({ status: 400, success: false, code: 'BAD_REQUEST' });
    expect(answer.error).toContain(name);
  }
  const named = await scraped({ waitFor: 500, mobile: true, skipTlsVerification: true, colour: 'red' });
  for (const name of ['waitFor', 'mobile', 'skipTlsVerification', 'colour'])
    expect(named.data.warning).toContain(`"${name}"`);
  expect((await scraped({ waitFor: 0, blockAds: true, proxy: 'auto', actions: [] })).data).not.toHaveProperty(
    'warning',
  );
});

test('failures are in their shape with our status: no page, no key, no such address', async () => {
  expect(await scraped({ url: `${site.url}/none` })).toMatchObject({
    status: 422,
    success: false,
    code: 'UPSTREAM_NOT_FOUND',
    reason: 'upstream_not_found',
  });
  expect(await scraped({ url: 'http://10.0.0.1/' })).toMatchObject({ status: 403, reason: 'blocked_target' });
  const noKey = await post('/v2/scrape', {}, { authorization: '' });
  expect([noKey.status, await noKey.json()]).toMatchObject([401, { success: false, code: 'UNAUTHORIZED' }]);
  for (const path of ['/v2/search', '/v1/extract', '/v2/agent/x']) {
    const answer = await post(path, { url: site.url });
    const body = (await answer.json()) as { error: string };
    expect([answer.status, body], path).toMatchObject([404, { success: false, code: 'NOT_FOUND' }]);
    expect(body.error).toContain(path.split('/')[2]);
  }
  const got = await fetch(`${service.url}/v2/scrape`, { headers: { authorization: `Bearer ${key}` } });
  expect([got.status, await got.json()]).toMatchObject([405, { success: false }]);
  const put = await post('/v2/crawl/params-preview', { url: site.url });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
  const asked = await fetch(`${service.url}/v2/batch/scrape/x`, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS']);
});

test('a scrape is one request of the plan', async () => {
  const own = await service.newKey('free');
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    const answer = await post(
      '/v2/scrape',
      { url: `${site.url}/article` },
      { authorization: `Bearer ${own}` },
    );
    statuses.push(answer.status);
    if (i === 10) {
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await answer.json()).toMatchObject({ success: false, reason: 'rate_limited' });
    }
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

describe('/v2/parse', () => {
  const upload = (form: FormData) =>
    fetch(`${service.url}/v2/parse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
  const formOf = (options: string | undefined, file: string | undefined) => {
    const form = new FormData();
    if (options !== undefined) form.append('options', options);
    if (file !== undefined) form.append('file', new Blob([file], { type: 'text/html' }), 'rivers.html');
    return form;
  };

  test('a file that is sent, with options beside it', async () => {
    const answer = await upload(formOf('{"formats":["markdown","html"],"excludeTags":["pre"]}', ARTICLE));
    const { data } = (await answer.json()) as { data: Record<string, string> };
    expect(answer.status).toBe(200);
    expect(data.markdown).toMatch(/^# Rivers and bridges/);
    expect(data.html).not.toContain('const a');
    expect(data.metadata).toMatchObject({ sourceURL: 'rivers.html', title: 'Rivers and bridges' });
  });

  test('what is no such form is refused in their shape', async () => {
    const many = formOf('{}', ARTICLE);
    many.append('more', 'x');
    for (const form of [
      formOf('{}', undefined),
      formOf('[', ARTICLE),
      formOf('1', ARTICLE),
      formOf('{}', ''),
      many,
    ]) {
      const answer = await upload(form);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { success: false, code: 'BAD_REQUEST' },
      ]);
    }
    const long = await upload(formOf(`{"x":"${'x'.repeat(65_536)}"}`, ARTICLE));
    expect([long.status, await long.json()]).toMatchObject([413, { success: false }]);
    const answer = await post('/v2/parse', {});
    expect([answer.status, await answer.json()]).toMatchObject([415, { success: false }]);
  });
});
