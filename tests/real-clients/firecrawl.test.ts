import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Firecrawl1 from '@mendable/firecrawl-js';
import Firecrawl4 from 'firecrawl-4';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, type Page, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let service: TestService;
let at: { readonly apiKey: string; readonly apiUrl: string };
beforeAll(async () => {
  const text =
    (body: string): Page =>
    (_, response) =>
      void response.end(body);
  const more = (title: string) => ARTICLE.replaceAll('Rivers', title);
  const links = ['a', 'b', 'none', 'private'].map((name) => `<a href="/start/${name}">${name}</a>`).join(' ');
  site = await startUpstream({
    '/article': ARTICLE,
    '/other': ARTICLE,
    '/robots.txt': text('User-agent: *\nDisallow: /start/private'),
    '/start': more('Starts').replace('</main>', `${links}</main>`),
    '/start/a': more('Bridges'),
    '/start/b': more('Boats'),
    '/never': () => undefined,
  });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  at = { apiKey: await service.newKey(), apiUrl: service.url };
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const page = () => `${site.url}/article`;
const MARKDOWN = /^# Rivers and bridges\n/;

describe('@mendable/firecrawl-js 1, unchanged but for its base address', () => {
  test('scrapeUrl', async () => {
    const client = new Firecrawl1(at);
    const plain = await client.scrapeUrl(page());
    expect(plain).toMatchObject({
      success: true,
      markdown: expect.stringMatching(MARKDOWN),
      metadata: { statusCode: 200, sourceURL: page() },
    });
    const formats = ['markdown', 'html', 'rawHtml', 'links'] as const;
    const full = await client.scrapeUrl(page(), {
      formats: [...formats],
      onlyMainContent: false,
      includeTags: ['main'],
      excludeTags: ['pre'],
      waitFor: 100,
      timeout: 20_000,
    });
    expect(full).toMatchObject({
      success: true,
      rawHtml: ARTICLE,
      links: [`${site.url}/map`],
      warning: expect.stringContaining('waitFor'),
    });
  });

  test('mapUrl', async () => {
    const client = new Firecrawl1(at);
    const map = await client.mapUrl(page(), { limit: 10, ignoreSitemap: true });
    expect(map).toMatchObject({
      success: true,
      links: [page(), `${site.url}/map`, `${site.url}/`, `${site.url}/shop`],
    });
  });

  test('what is not served is an error that names it', async () => {
    const client = new Firecrawl1(at);
    await expect(client.scrapeUrl(page(), { formats: ['screenshot'] })).rejects.toThrow(/screenshot/);
    await expect(client.scrapeUrl(page(), { actions: [{ type: 'wait', milliseconds: 1 }] })).rejects.toThrow(
      /actions/,
    );
    await expect(client.scrapeUrl(`${site.url}/none`)).rejects.toMatchObject({ statusCode: 422 });
    await expect(client.search('rivers')).rejects.toThrow(/search/);
    await expect(client.crawlUrl(page(), { allowExternalLinks: true })).rejects.toThrow(/allowExternalLinks/);
    await expect(new Firecrawl1({ ...at, apiKey: 'pmk_x' }).scrapeUrl(page())).rejects.toMatchObject({
      statusCode: 401,
    });
  });
});

describe('jobs of both, unchanged but for their base address', () => {
  const done = { status: 'completed', completed: 3, total: 3, creditsUsed: 3 };
  const markdown = expect.stringMatching(MARKDOWN);
  const urls = () => [page(), `${site.url}/none`, `${site.url}/other`];

  test('batches of version 1, with status, errors and cancel', async () => {
    const client = new Firecrawl1(at);
    expect(await client.batchScrapeUrls(urls(), { formats: ['markdown'] }, 1)).toMatchObject({
      success: true,
      ...done,
      data: [{ markdown }, { markdown }],
    });
    const started = await client.asyncBatchScrapeUrls(urls());
    if (!started.success) throw new Error(started.error);
    const status = () => client.checkBatchScrapeStatus(started.id, true, undefined, 0, 1);
    await expect.poll(status).toMatchObject({ status: 'completed', data: [{ markdown }, { markdown }] });
    expect(await client.checkBatchScrapeErrors(started.id!)).toMatchObject({
      errors: [{ id: expect.any(String), url: urls()[1], error: expect.any(String) }],
      robotsBlocked: [],
    });
    await expect(client.checkBatchScrapeStatus('none')).rejects.toThrow(/404/);
  });

  test('crawls of version 1, with status, errors and cancel', async () => {
    const client = new Firecrawl1(at);
    const crawl = await client.crawlUrl(
      `${site.url}/start`,
      { limit: 3, scrapeOptions: { formats: ['html'] } },
      1,
    );
    expect(crawl).toMatchObject({
      success: true,
      status: 'completed',
      data: [{ html: expect.any(String) }, {}, {}],
    });
    const started = await client.asyncCrawlUrl(`${site.url}/start`, { maxDepth: 3, ignoreSitemap: true });
    if (!started.success) throw new Error(started.error);
    await expect
      .poll(() => client.checkCrawlStatus(started.id))
      .toMatchObject({ status: 'completed', completed: 4 });
    expect(await client.checkCrawlErrors(started.id!)).toMatchObject({
      errors: [{ url: `${site.url}/start/none` }],
      robotsBlocked: [`${site.url}/start/private`],
    });
    expect(await client.cancelCrawl(started.id!)).toMatchObject({ status: 'completed' });
  });

  test('batches of version 2, with status, errors and cancel', async () => {
    const client = new Firecrawl4(at);
    const batch = await client.batchScrape(urls(), { options: { formats: ['markdown'] }, pollInterval: 1 });
    expect(batch).toMatchObject({ ...done, next: null, data: [{ markdown }, { markdown }] });
    const { id, invalidURLs } = await client.startBatchScrape([...urls(), 'ftp://a.example/'], {
      ignoreInvalidURLs: true,
      maxConcurrency: 2,
      idempotencyKey: 'once',
    });
    expect(invalidURLs).toEqual(['ftp://a.example/']);
    await expect.poll(() => client.getBatchScrapeStatus(id)).toMatchObject(done);
    expect(await client.getBatchScrapeErrors(id)).toMatchObject({
      errors: [{ url: urls()[1] }],
      robotsBlocked: [],
    });
    const other = await client.startBatchScrape([`${site.url}/never`]);
    expect(await client.cancelBatchScrape(other.id)).toBe(true);
    await expect(client.getBatchScrapeStatus('none')).rejects.toMatchObject({ status: 404 });
  });

  test('crawls of version 2, with status, errors, list and cancel', async () => {
    const client = new Firecrawl4(at);
    const crawl = await client.crawl(`${site.url}/start`, {
      ...{ limit: 10, sitemap: 'skip', maxConcurrency: 2, excludePaths: ['/b$'], pollInterval: 1 },
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(crawl).toMatchObject({ status: 'completed', completed: 3, creditsUsed: 3 });
    expect(crawl.data.map(({ metadata }) => metadata!.url).toSorted()).toEqual(
      ['/start', '/start/a'].map((path) => site.url + path),
    );
    expect(await client.getCrawlErrors(crawl.id!)).toMatchObject({
      errors: [{ url: `${site.url}/start/none` }],
      robotsBlocked: [`${site.url}/start/private`],
    });
    const { id } = await client.startCrawl(`${site.url}/start`, { delay: 60 });
    expect(await client.getActiveCrawls()).toMatchObject({ crawls: [{ id, url: `${site.url}/start` }] });
    expect(await client.cancelCrawl(id)).toBe(true);
    expect((await client.getCrawlStatus(id)).status).toBe('cancelled');
  });

  test('a watcher, which wants a socket of the web, tells an error and no success', async () => {
    const client = new Firecrawl4(at);
    const { id } = await client.startCrawl(`${site.url}/start`, { limit: 2 });
    const watcher = client.watcher(id, { kind: 'crawl', pollInterval: 1 });
    const ended = new Promise((resolve) => {
      watcher.on('done', ({ status }) => resolve(status));
      watcher.on('error', ({ error }) => resolve(error));
    });
    await watcher.start();
    expect(await ended).toBe('WebSocket error');
  });
});

describe('@mendable/firecrawl-js 4, unchanged but for its base address', () => {
  test('scrape, scrapeUrl and v1.scrapeUrl', async () => {
    const client = new Firecrawl4(at);
    const markdown = expect.stringMatching(MARKDOWN);
    expect(await client.scrape(page())).toMatchObject({
      markdown,
      metadata: { statusCode: 200, creditsUsed: 1 },
    });
    expect(await client.scrapeUrl(page())).toMatchObject({ markdown });
    expect(await client.v1.scrapeUrl(page(), { formats: ['markdown'] })).toMatchObject({
      success: true,
      markdown,
    });
    const full = await client.scrape(page(), {
      formats: ['markdown', 'summary', 'images', { type: 'html' }],
      location: { country: 'DE', languages: ['de'] },
      parsers: ['pdf'],
      maxAge: 3_600_000,
      storeInCache: true,
      removeBase64Images: true,
      mobile: false,
    });
    expect(full).toMatchObject({
      markdown,
      summary: expect.stringMatching(/rivers/),
      images: [],
      html: expect.stringContaining('<h1>'),
    });
  });

  test('map', async () => {
    const client = new Firecrawl4(at);
    const { links } = await client.map(page(), { search: 'shop', sitemap: 'skip', limit: 2 });
    expect(links).toMatchObject([{ url: `${site.url}/shop` }, { url: page() }]);
  });

  test('parse, getCreditUsage', async () => {
    const client = new Firecrawl4(at);
    const file = { data: Buffer.from(ARTICLE), filename: 'rivers.html', contentType: 'text/html' };
    expect(await client.parse(file, { formats: ['markdown'], onlyMainContent: true })).toMatchObject({
      markdown: expect.stringMatching(MARKDOWN),
    });
    const { remainingCredits, planCredits } = await client.getCreditUsage();
    expect(planCredits).toBe(2000);
    expect(remainingCredits).toBeLessThan(2000);
  });

  test('what is not served is an error that names it', async () => {
    const client = new Firecrawl4(at);
    const json = { type: 'json' as const, prompt: 'all prices' };
    await expect(client.scrape(page(), { formats: [json] })).rejects.toThrow(/"json" is not given here/);
    await expect(client.scrape(page(), { proxy: 'stealth' })).rejects.toThrow(/proxy/);
    await expect(client.scrape(`${site.url}/none`)).rejects.toMatchObject({
      status: 422,
      code: 'UPSTREAM_NOT_FOUND',
    });
    await expect(client.search('rivers')).rejects.toThrow(/search/);
    await expect(client.crawl(page(), { prompt: 'all prices' })).rejects.toThrow(/prompt/);
    await expect(client.crawlParamsPreview(page(), 'all prices')).rejects.toMatchObject({ status: 405 });
    await expect(client.extract({ urls: [page()], prompt: 'all prices' })).rejects.toThrow(/extract/);
  });
});

/** With its peers that is 100 MB: installed for the full form alone. */
const LANGCHAIN = [
  '@langchain/community@0.3.59',
  '@langchain/core@0.3.79',
  '@mendable/firecrawl-js@1.20.0',
  'ws@8',
];

test.runIf(isFull)("LangChain's FireCrawlLoader, unchanged but for its base address", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-langchain-'));
  const inDir = (command: string, args: readonly string[]) =>
    promisify(execFile)(command, args, { cwd: dir });
  const options = { url: page(), mode: 'scrape', ...at, params: { excludeTags: ['pre'] } };
  const crawl = { url: `${site.url}/start`, mode: 'crawl', ...at, params: { limit: 3 } };
  try {
    writeFileSync(path.join(dir, 'package.json'), '{"type":"module","private":true}');
    await inDir('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...LANGCHAIN]);
    writeFileSync(
      path.join(dir, 'load.js'),
      `import { FireCrawlLoader } from '@langchain/community/document_loaders/web/firecrawl';
       const load = (options) => new FireCrawlLoader(options).load();
       console.log(JSON.stringify([await load(${JSON.stringify(options)}), await load(${JSON.stringify(crawl)})]));`,
    );
    const { stdout } = await inDir(process.execPath, ['load.js']);
    const [[document], crawled] = JSON.parse(stdout);
    expect(document.pageContent).toMatch(MARKDOWN);
    expect(document.pageContent).not.toContain('const a');
    expect(document.metadata).toMatchObject({ title: 'Rivers and bridges', sourceURL: page() });
    expect(crawled.map(({ metadata }: typeof document) => metadata.url).toSorted()).toEqual(
      ['/start', '/start/a', '/start/b'].map((each) => site.url + each),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
