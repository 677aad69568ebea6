import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';
import { convertSample, openPlayground } from './open-playground.ts';

const browser = await launchBrowser();
let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  key = await service.newKey();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await site?.close();
});

async function using(use: (page: Page) => Promise<void>, fragment = `#key=${key}`): Promise<void> {
  const { page, faults, close } = await openPlayground(browser!, service.url, fragment);
  try {
    await use(page);
    expect(faults).toEqual([]);
  } finally {
    await close();
  }
}

/** Drops or pastes a file, as a person does. */
const give = (page: Page, event: 'drop' | 'paste', file: { name: string; type: string; bytes: number[] }) =>
  page.evaluate(
    `(([event, { name, type, bytes }]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const init = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(event === 'drop'
        ? new DragEvent('drop', { ...init, dataTransfer: data })
        : new ClipboardEvent('paste', { ...init, clipboardData: data }));
    })(${JSON.stringify([event, file])})`,
  );

const bytesOf = (text: string) => [...Buffer.from(text)];
const shown = (page: Page) => page.waitForSelector('#result:not([hidden])');

describe.skipIf(browser === null)('what goes in', () => {
  test.each(inForm(['paste', 'drop'] as const, 2))(
    'an HTML file becomes HTML in its field and a result: %s',
    (event) =>
      using(async (page) => {
        await give(page, event, { name: 'article.htm', type: '', bytes: bytesOf(ARTICLE) });
        await shown(page);
        expect(await page.inputValue('#ask-html')).toBe(ARTICLE);
        expect(await page.textContent('#result-title')).toBe('Rivers and bridges');
      }),
  );

  test('another file is sent as its bytes, with its type, its name and the options', () =>
    using(async (page) => {
      await page.click('#ask-options summary');
      await page.selectOption('#o-links', 'none');
      await page.fill('#o-exclude', 'nav\nfooter');
      let isThere = false;
      await page.route('**/v1/convert/file?**', (route) =>
        isThere
          ? route.fulfill({ json: { status: 'success', data: { content: '# A report' } } })
          : route.fulfill({
              status: 404,
              json: { status: 'error', error: { code: 404, reason: 'not_found', message: 'No such route.' } },
            }),
      );
      const asked = page.waitForRequest('**/v1/convert/file?**');
      await give(page, 'drop', { name: 'report.pdf', type: 'application/pdf', bytes: bytesOf('%PDF-1.7 é') });
      const request = await asked;
      expect(request.postDataBuffer()?.toString()).toBe('%PDF-1.7 é');
      expect(request.headers()['content-type']).toBe('application/pdf');
      const query = new URL(request.url()).searchParams;
      expect(query.get('filename')).toBe('report.pdf');
      expect(query.get('links')).toBe('none');
      expect(query.getAll('exclude_selectors')).toEqual(['nav', 'footer']);
      expect(query.has('url')).toBe(false);
      await page.waitForSelector('#failure >> text=No such route.');
      isThere = true;
      await page.click('#ask-convert');
      await shown(page);
      expect(await page.textContent('#panel-preview')).toContain('A report');
      await page.click('#tab-code');
      expect(await page.textContent('#panel-code')).toContain("--data-binary '@report.pdf'");
    }));

  test('a file is chosen with a button, and HTML that is not UTF-8 goes as its bytes', () =>
    using(async (page) => {
      await page.check('input[value=file]', { force: true });
      await page.click('#ask-convert');
      expect(await page.textContent('#ask-problem')).toBe('Choose a file first.');
      await page.route('**/v1/convert/file?**', (route) =>
        route.fulfill({ json: { status: 'success', data: { content: '# Read' } } }),
      );
      const asked = page.waitForRequest('**/v1/convert/file?**');
      await page.setInputFiles('#ask-file', {
        name: 'old.html',
        mimeType: 'text/html',
        buffer: Buffer.from('<p>caf\xe9</p>', 'latin1'),
      });
      expect((await asked).postDataBuffer()).toEqual(Buffer.from('<p>caf\xe9</p>', 'latin1'));
      await shown(page);
      expect(await page.textContent('#ask-file-name')).toBe('old.html, 11 bytes');
    }));

  test('what is copied from a page is pasted into the HTML field as its source', () =>
    using(async (page) => {
      await page.check('input[value=html]', { force: true });
      await page.focus('#ask-html');
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text/html', '<b>bold</b>');
        data.setData('text/plain', 'bold');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
      })()`);
      expect(await page.inputValue('#ask-html')).toBe('<b>bold</b>');
    }));

  test('each source has an address of its own, whose label says what it is for', () =>
    using(async (page) => {
      const source = (name: string) => page.check(`input[value=${name}]`, { force: true });
      await convertSample(page);
      const label = page.locator('#ask-url-label');
      expect((await label.boundingBox())?.height).toBeGreaterThan(10);
      expect(await label.textContent()).toBe('Address of this HTML, which its links start from');
      expect(await page.inputValue('#ask-url')).toBe('https://almanac.example/tides');
      await source('file');
      expect(await page.inputValue('#ask-url')).toBe('');
      await source('url');
      expect(await page.inputValue('#ask-url')).toBe('');
      await page.fill('#ask-url', 'example.com');
      await source('html');
      expect(await page.inputValue('#ask-url')).toBe('https://almanac.example/tides');
      await source('url');
      expect(await page.inputValue('#ask-url')).toBe('example.com');
    }));

  test('an address that stood there before the script ran stays', () =>
    using(async (page) => {
      await page.goto('about:blank');
      let run = () => {};
      const isTyped = new Promise<void>((resolve) => {
        run = resolve;
      });
      await page.route(/\.js$/, async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.goto(`${service.url}/`, { waitUntil: 'commit' });
      await page.fill('#ask-url', 'example.com');
      run();
      await page.waitForLoadState();
      expect(await page.inputValue('#ask-url')).toBe('example.com');
      await page.check('input[value=html]', { force: true });
      expect(await page.inputValue('#ask-url')).toBe('');
      await page.check('input[value=url]', { force: true });
      expect(await page.inputValue('#ask-url')).toBe('example.com');
    }));

  test('an address of this machine without a scheme is asked for by http, another by https', () =>
    using(async (page) => {
      await page.fill('#ask-url', `${site.address}/article`);
      await page.click('#ask-convert');
      await shown(page);
      expect(await page.textContent('#result-title')).toBe('Rivers and bridges');
      await page.route('**/v1/convert', (route) => route.abort());
      await page.fill('#ask-url', 'example.com:8443/a');
      const [request] = await Promise.all([page.waitForRequest('**/v1/convert'), page.click('#ask-convert')]);
      expect(request.postDataJSON()).toMatchObject({ url: 'https://example.com:8443/a' });
    }));

  test('a link carries address and options, never the key, and fills the form without a call', () =>
    using(async (page) => {
      await page.click('#ask-options summary');
      await page.selectOption('#o-links', 'reference');
      await page.fill('#o-exclude', 'nav > a\nfooter');
      await page.check('#o-frontmatter');
      await page.check('#o-lenient');
      await page.fill('#ask-url', `${site.url}/article`);
      await page.click('#ask-convert');
      await shown(page);
      await page.click('text=Copy link');
      const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
      expect(link).toBe(page.url());
      expect(decodeURIComponent(link)).not.toMatch(/pmk_|key=/);
      let asked = 0;
      page.on('request', (request) => (asked += Number(request.method() === 'POST')));
      await page.goto('about:blank');
      await page.goto(link);
      expect(await page.inputValue('#ask-url')).toBe(`${site.url}/article`);
      expect(await page.inputValue('#o-links')).toBe('reference');
      expect(await page.inputValue('#o-exclude')).toBe('nav > a\nfooter');
      expect(await page.isChecked('#o-frontmatter')).toBe(true);
      expect(await page.isChecked('#o-lenient')).toBe(true);
      expect(await page.textContent('#ask-changed')).toBe('4 changes');
      expect(asked).toBe(0);
      // HTML is in no link.
      await page.goto('about:blank');
      await page.goto(`${service.url}/#key=${key}&url=https%3A%2F%2Fa.example%2F`);
      expect(page.url()).toBe(`${service.url}/#url=https%3A%2F%2Fa.example%2F`);
      await convertSample(page);
      expect(page.url()).toBe(`${service.url}/`);
      expect(await page.locator('text=Copy link').count()).toBe(0);
    }));

  test('the account shows a refused key, and Escape closes it', () =>
    using(async (page) => {
      await page.waitForSelector('#account-title >> text=Key not accepted');
      await page.click('#account summary');
      await page.fill('#ask-key', key);
      await page.keyboard.press('Tab');
      await page.waitForSelector('#limits >> text=Plan growth');
      await page.keyboard.press('Escape');
      expect(await page.isVisible('#ask-key')).toBe(false);
      expect(await page.evaluate('document.activeElement.localName')).toBe('summary');
    }, '#key=pmk_wrong'));
});
