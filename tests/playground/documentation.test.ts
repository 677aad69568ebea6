import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRobots } from '../../src/fetching/robots.ts';
import type { GuideGroup } from '../../src/guides/guide-pages.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { expectAccessible, LOOKS, type Look, openPlayground, widthLeftOver } from './open-playground.ts';

const browser = await launchBrowser();
let service: TestService;
let key: string;
let guides: readonly string[];

beforeAll(async () => {
  service = await startTestService();
  key = await service.newKey();
  const list = (await (await fetch(`${service.url}/docs/guides/list.json`)).json()) as readonly GuideGroup[];
  guides = list.flatMap((group) => group.guides.map(({ name }) => `docs/guides/${name}`));
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** Most bytes of a page until it is shown, compressed. */
const PAGE_BYTES = 100_000;

/** Opens a page, does something with it, and expects that nothing was said on the console or asked of another host. */
const using = (address: string, look: Look, run: (page: Page) => Promise<void>): Promise<void> =>
  usingEach([address], look, run);

/** The same with pages that are opened one after the other in one tab, which costs half of a tab for each. */
async function usingEach(
  addresses: readonly string[],
  look: Look,
  run: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const { page, faults, said, close } = await openPlayground(browser!, service.url, addresses[0]!, look);
  try {
    for (const address of addresses) {
      if (address !== addresses[0]) await page.goto(`${service.url}/${address}`);
      await run(page, address);
      expect(faults, address).toEqual([]);
      expect(said, address).toEqual([]);
    }
  } finally {
    await close();
  }
}

describe('the files beside the pages', () => {
  test('the icon is where browsers look, each page has one address, and other paths are a 404', async () => {
    const icon = await fetch(`${service.url}/favicon.svg`);
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    for (const [from, to] of [
      ['/docs/', '/docs'],
      ['/docs/guides/', '/docs/guides'],
    ])
      expect((await fetch(service.url + from)).url).toBe(service.url + to);
    for (const path of ['/docs/none', '/docs/guides/none', '/docs/guides/none.md', '/docs/guides/api/more'])
      expect((await fetch(service.url + path)).status, path).toBe(404);
  });

  test('robots.txt lets crawlers read the pages and make no calls', async () => {
    const { allows } = parseRobots(await (await fetch(`${service.url}/robots.txt`)).text(), 'AnyBot');
    for (const path of ['/', '/docs', '/docs/guides/api', '/llms.txt', '/openapi.json'])
      expect(allows(path), path).toBe(true);
    for (const path of [
      '/v1/convert',
      '/mcp',
      '/https://a.example/',
      '/http://a.example/',
      '/https%3A%2F%2Fa',
    ])
      expect(allows(path), path).toBe(false);
  });

  test('llms.txt names every guide as Markdown, which names the service that sends it', async () => {
    const text = await (await fetch(`${service.url}/llms.txt`)).text();
    for (const guide of guides) expect(text).toContain(`(/${guide}.md)`);
    const answer = await fetch(`${service.url}/docs/guides/api.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const guide = await answer.text();
    expect(guide).toMatch(/^# API guide\n/);
    expect(guide).toContain(`curl -s ${service.url}/v1/convert`);
    expect(guide).not.toContain('127.0.0.1:8787');
  });
});

describe.skipIf(browser === null)('every page', () => {
  test.each(LOOKS)('axe finds nothing, nothing moves or overflows: $colorScheme, $width px', async (look) => {
    const all = ['', 'docs', 'docs/guides', ...inForm(guides, 12)];
    // In the short form each page is seen in one of two looks.
    const seen = all.filter((_, i) => isFull || i % 2 === look.number);
    await usingEach(seen, look, async (page, address) => {
      // The reference has thousands of elements: the short form judges one operation of many alike.
      await expectAccessible(
        page,
        address,
        isFull || address !== 'docs' ? undefined : ':has(> #try-convert)',
      );
      expect(await widthLeftOver(page), address).toBeLessThanOrEqual(0);
      expect(await page.evaluate(SHIFTS), address).toBe(0);
      expect(await page.evaluate(LOADED_BYTES), address).toBeLessThan(PAGE_BYTES);
    });
  });

  test.each(inForm(['docs', 'docs/guides', 'docs/guides/api', '', 'docs/guides/settings'], 4))(
    'fits windows of 360 to 2,560 px, with 75 letters a line at most: /%s',
    (address) =>
      using(address, {}, async (page) => {
        for (const width of [360, 768, 1024, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await widthLeftOver(page), `${width} px`).toBeLessThanOrEqual(0);
          // 38 times the size of the type holds some 75 letters, the most of a line that is read with ease.
          const widest = await page.evaluate(WIDEST_LINE);
          expect(widest, `${width} px`).toBeLessThanOrEqual(39);
        }
      }),
  );
});

/** Heads of tables of up to six columns that are wider than the page. */
const CUT_TABLES = `[...document.querySelectorAll('.scroll')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.querySelectorAll('tr:first-child > *').length <= 6)
  .map((e) => e.querySelector('tr')?.textContent)
  .filter(Boolean)`;

/** The widest text of a paragraph, in sizes of its type. */
const WIDEST_LINE = `Math.max(...[...document.querySelectorAll('main p')].map((p) => {
  const text = document.createRange();
  text.selectNodeContents(p);
  return text.getBoundingClientRect().width / parseFloat(getComputedStyle(p).fontSize);
}))`;

/** Sum of the layout shifts since the page began (Layout Instability API), once it has been painted. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
})`;

const LOADED_BYTES = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

describe.skipIf(browser === null)('the guides', () => {
  test('name the service that shows them in every example, and their tables fit a phone', async () => {
    // In the short form one of three, and those that are looked at more closely.
    const some = guides.filter(
      (guide) => inForm(guides, 3).includes(guide) || /\/(?:get-started|mcp)$/.test(guide),
    );
    await usingEach(some, { width: 390 }, async (page, guide) => {
      // A table of many columns of numbers is the exception.
      expect(await page.evaluate(CUT_TABLES), guide).toEqual([]);
      const text = (await page.textContent('#content'))!;
      expect(text, guide).not.toContain('127.0.0.1:8787');
      if (guide.endsWith('/get-started'))
        expect(text).toContain(`curl -s "${service.url}/https://example.com/"`);
      if (guide.endsWith('/mcp')) expect(text).toContain(`pagemark ${service.url}/mcp`);
    });
  });

  test('are searched by keyboard', () =>
    using('docs/guides/api', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.insertText('xyzzy');
      await page.waitForSelector('#search-status >> text=Nothing found');
      await page.fill('#search-words', 'PAGEMARK_SNAPSHOT_TTL_S');
      await page.waitForSelector('#search-results li');
      await expectAccessible(page, 'search');
      await page.fill('#search-words', 'backup');
      await page.waitForSelector('#search-results >> text=Backup');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/guides\/[a-z-]+#backup/);
    }));

  test('give their code to copy', () =>
    using('docs/guides/get-started', {}, async (page) => {
      await page.click('figure >> nth=0 >> text=Copy');
      await page.waitForSelector('figure >> nth=0 >> text=Copied');
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl -s "http:\/\/127/);
    }));

  test('mark the section that is read', () =>
    using('docs/guides/api#rate-limits', { width: 1440 }, async (page) => {
      await page.waitForSelector('.outline [aria-current] >> text=Limits');
    }));
});

describe.skipIf(browser === null)('the reference', () => {
  const usage = '#try-usage';

  test('sends an operation with the key that the playground keeps in the tab', () =>
    using('docs', {}, async (page) => {
      await page.click(`${usage} summary`);
      await page.click(`${usage} [type=submit]`);
      expect(await page.textContent(`${usage} .problem`)).toContain('Give the API key');
      await page.evaluate(`sessionStorage.setItem('pagemark.key', '${key}')`);
      await page.reload();
      await page.click(`${usage} summary`);
      await page.click(`${usage} [type=submit]`);
      await page.waitForSelector(`${usage} [role=status] >> text=200 after`);
      expect(JSON.parse((await page.textContent(`${usage} .try-answer pre`))!)).toMatchObject({
        plan: 'growth',
      });
      // The page of all operations has thousands of elements, which axe reads whole.
      if (isFull) await expectAccessible(page, 'answer');
      // The key is in no text of the page, so that nothing copied carries it.
      expect(await page.evaluate('document.body.textContent')).not.toContain(key);
      await page.uncheck('#key-keep');
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    }));

  test('sends a file, and shows the command that does', () =>
    using('docs', {}, async (page) => {
      const form = '#try-convertFile';
      expect(await page.textContent('#curl-convertFile')).toContain("--data-binary '@report.pdf'");
      await page.fill('#key-apiKey', key);
      await page.click(`${form} > details > summary`);
      await page.click(`${form} [type=submit]`);
      expect(await page.textContent(`${form} .problem`)).toContain('Choose a file');
      const buffer = Buffer.from('<h1>Tides</h1><p>The sea rises twice a day.');
      await page.setInputFiles('#convertFile-body', { name: 'tides.html', mimeType: 'text/html', buffer });
      expect(await page.textContent('#curl-convertFile')).toContain("--data-binary '@tides.html'");
      await page.click(`${form} [type=submit]`);
      await page.waitForSelector(`${form} [role=status] >> text=200 after`);
      expect(await page.textContent(`${form} .try-answer pre`)).toContain('# Tides');
    }));

  test('shows the command of what the form says', () =>
    using('docs', {}, async (page) => {
      await page.fill('#key-apiKey', key);
      await page.click('#try-getPage > details > summary');
      await page.fill('#getPage-url', 'http://10.0.0.1/a?b=1');
      await page.click('#try-getPage .optional summary');
      await page.selectOption('#try-getPage [name="pagemark.links"]', 'none');
      expect(await page.textContent('#curl-getPage')).toBe(
        `curl -s '${service.url}/http://10.0.0.1/a?b=1&pagemark.links=none' \\\n  -H "Authorization: Bearer $PAGEMARK_KEY"`,
      );
    }));

  test('refuses a body that is no JSON before it is sent, and converts one that is', () =>
    using('docs', {}, async (page) => {
      await page.fill('#key-apiKey', key);
      await page.click('#try-convert summary');
      await page.fill('#convert-body', '{');
      await page.click('#try-convert [type=submit]');
      expect(await page.textContent('#try-convert .problem')).toContain('Correct the JSON');
      await page.selectOption('#convert-body-example', { index: 1 });
      await page.click('#try-convert [type=submit]');
      await page.waitForSelector('#try-convert [role=status] >> text=200 after');
      expect(await page.textContent('#try-convert .try-answer pre')).toContain('# The harbour');
    }));

  test('shows a stream as it ends', async () => {
    const { key: license } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 10 });
    await using('docs', {}, async (page) => {
      await page.fill('#key-licenseKey', license);
      await page.click('#try-transform summary');
      await page.click('#try-transform [type=submit]');
      await page.waitForSelector('#try-transform [role=status] >> text=200 after');
      expect(await page.textContent('#try-transform .try-answer pre')).toMatch(
        /"type":"delta"[\s\S]*data: \[DONE\]/,
      );
    });
  });
});
