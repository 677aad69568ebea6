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
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let service: TestService;
let at: { readonly apiKey: string; readonly apiUrl: string };
beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE, '/other': ARTICLE });
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
    await expect(client.crawlUrl(page())).rejects.toThrow(/crawl/);
    await expect(new Firecrawl1({ ...at, apiKey: 'pmk_x' }).scrapeUrl(page())).rejects.toMatchObject({
      statusCode: 401,
    });
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
    await expect(client.crawl(page())).rejects.toThrow(/crawl/);
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
  try {
    writeFileSync(path.join(dir, 'package.json'), '{"type":"module","private":true}');
    await inDir('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...LANGCHAIN]);
    writeFileSync(
      path.join(dir, 'load.js'),
      `import { FireCrawlLoader } from '@langchain/community/document_loaders/web/firecrawl';
       console.log(JSON.stringify(await new FireCrawlLoader(${JSON.stringify(options)}).load()));`,
    );
    const { stdout } = await inDir(process.execPath, ['load.js']);
    const [document] = JSON.parse(stdout);
    expect(document.pageContent).toMatch(MARKDOWN);
    expect(document.pageContent).not.toContain('const a');
    expect(document.metadata).toMatchObject({ title: 'Rivers and bridges', sourceURL: page() });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
