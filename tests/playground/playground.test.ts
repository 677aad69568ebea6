import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILURE_REASONS, type FailureReason } from '../../src/contract/failure.ts';
import { FAILURE_STATUS } from '../../src/http/failure-status.ts';
import { ADVICE } from '../../src/playground/advice.table.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { openPlayground, type Playground } from './open-playground.ts';

const HOSTILE = `<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;</title><main><h1>Hostile <img src=x onerror="alert(2)"></h1>
<p>See <a href="javascript:alert(3)">this</a> and <a href="data:text/html,<script>alert(4)</script>">that</a>, and
<code>&lt;script&gt;alert(5)&lt;/script&gt;</code>, or &lt;iframe src=javascript:alert(6)&gt;.</p>${PROSE}
<table><tr><td>a<table><tr><td>&lt;svg onload=alert(7)&gt;</td></tr></table></td><td colspan="2">b</td></tr></table>
<img src="https://images.example/a.png" alt="&quot;&gt;&lt;script&gt;alert(8)&lt;/script&gt;"></main>`;

const CONSTRUCTS = `<!doctype html><title>Constructs</title><main><h1>Constructs</h1>${PROSE}
<p>Press <kbd>F5</kbd>, not <del>F6</del>; 5 &lt; 6 &amp; 7 &gt; 2, and <math><mi>x</mi><mo>=</mo><mn>1</mn></math>.<sup><a href="#n1" id="r1">1</a></sup></p>
<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Mind the step.</p></div>
<ul><li><input type="checkbox" checked disabled> bought</li><li><input type="checkbox" disabled> cooked</li></ul>
<table><tr><th>Outer</th><th>Other</th></tr><tr><td><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td><td>x</td></tr></table>
<pre><code class="language-js">if (a &lt; b &amp;&amp; c) {\n}</code></pre>
<details><summary>More of it</summary><p>What was folded away.</p></details>
<p><img src="https://images.example/a.png" alt="A plate"></p>
<section class="footnotes"><ol><li id="n1">The first note. <a href="#r1">↩</a></li></ol></section></main>`;

const browser = await launchBrowser();
let site: Upstream;
let service: TestService;
let fragment: string;

beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE, '/hostile': HOSTILE, '/slow': () => undefined });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
  });
  const license = await service.access.licenses.issue({ tier: 'pro', aiCalls: 100 });
  fragment = `#key=${await service.newKey('test')}&license=${license.key}`;
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await site?.close();
});

/** Opens the playground, uses it, and expects that nothing went wrong behind it. */
async function using(use: (playground: Playground) => Promise<void>, keys = fragment): Promise<void> {
  const playground = await openPlayground(browser!, service.url, keys);
  try {
    await use(playground);
    expect(playground.faults).toEqual([]);
  } finally {
    await playground.close();
  }
}

describe('files', () => {
  test('the page and all that it links to come from the package, under a strict policy', async () => {
    const answer = await fetch(`${service.url}/`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|blob:|data:/);
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    const links = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(7);
    for (const link of links) {
      expect(link).not.toMatch(/^(?:https?:)?\/\//);
      expect((await fetch(new URL(link, `${service.url}/`))).status, link).toBe(200);
    }
  });

  test('a file that has not changed is a 304; a file of the package that is not listed is a 404', async () => {
    const url = `${service.url}/assets/playground/main.js`;
    const etag = (await fetch(url)).headers.get('etag')!;
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (const name of [
      'http/server.js',
      'playground/../http/server.js',
      'playground/none.js',
      'contract/failure.js',
    ]) {
      expect((await fetch(`${service.url}/assets/${name}`)).status, name).toBe(404);
    }
  });

  test('skill.md is a skill whose commands are of this service', async () => {
    const answer = await fetch(`${service.url}/skill.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^---\nname: pagemark\ndescription: [^\n]{50,1024}\n---\n/);
    expect(text).toContain(`"${service.url}/https://example.com/page"`);
  });

  test('llms.txt names the endpoints and every reason', async () => {
    const answer = await fetch(`${service.url}/llms.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^# pagemark\n\n> /);
    for (const [, link] of text.matchAll(/\]\(([^)]+)\)/g)) {
      expect((await fetch(new URL(link!, service.url))).status, link).toBe(200);
    }
    for (const reason of FAILURE_REASONS) expect(text).toContain(reason);
    expect(text).toContain('- free: 10 requests per minute, 100 per hour');
  });
});

describe.skipIf(browser === null)('in a browser', () => {
  test('an address becomes a preview, Markdown, text and details, by one request', () =>
    using(async ({ page }) => {
      await page.fill('#ask-url', `${site.url}/article`);
      await page.keyboard.press('Enter');
      await page.waitForSelector('#result:not([hidden])');
      expect(await page.textContent('#panel-preview h3')).toBe('Rivers and bridges');
      expect(await page.getAttribute('#panel-preview a', 'href')).toBe(`${site.url}/map`);
      await page.click('#tab-markdown');
      const markdown = (await page.textContent('#panel-markdown pre'))!;
      expect(markdown).toContain('A **bold** crossing');
      await page.click('#tab-text');
      expect(await page.textContent('#panel-text pre')).toContain('A bold crossing with a map.');
      await page.click('#tab-details');
      expect(await page.textContent('#panel-details')).toContain('Ada Stream');
      expect(await page.textContent('#limits')).toContain('49,999 of 50,000 this minute');
      expect(await page.textContent('#account-title')).toBe('test · 49,999 left');
      await page.click('text=Copy Markdown');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(markdown);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download .md')]);
      expect(download.suggestedFilename()).toBe('rivers-and-bridges.md');
      expect(readFileSync(await download.path(), 'utf8')).toBe(markdown);
    }));

  test('options reach the request, count as changes, and can be reset', () =>
    using(async ({ page }) => {
      await page.click('#ask-options summary');
      await page.selectOption('#o-links', 'none');
      await page.fill('#o-exclude', 'ul\npre');
      await page.fill('#o-max-tokens', '60');
      await page.selectOption('#o-render', 'never');
      await page.check('#o-frontmatter');
      await page.fill('#ask-url', `${site.url}/article`);
      const [request] = await Promise.all([page.waitForRequest('**/v1/convert'), page.click('#ask-convert')]);
      expect(request.postDataJSON()).toMatchObject({
        links: 'none',
        exclude_selectors: ['ul', 'pre'],
        max_tokens: 60,
        frontmatter: true,
        render: 'never',
      });
      await page.waitForSelector('#result:not([hidden])');
      expect(await page.textContent('#ask-changed')).toBe('5 changes');
      await page.click('#tab-markdown');
      const before = (await page.textContent('#panel-markdown pre'))!;
      await page.click('text=Add the next part');
      const length = async () => (await page.textContent('#panel-markdown pre'))!.length;
      await expect.poll(length).toBeGreaterThan(before.length);
      await page.click('#ask-reset');
      expect(await page.textContent('#ask-changed')).toBe('');
    }));

  test('keys are taken out of the address, and kept for the tab until the tick is taken away', () =>
    using(async ({ page }) => {
      expect(page.url()).toBe(`${service.url}/`);
      const given = await page.inputValue('#ask-key');
      expect(given).toMatch(/^pmk_/);
      await page.reload();
      expect(await page.inputValue('#ask-key')).toBe(given);
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await page.click('#account summary');
      await page.uncheck('#ask-remember');
      await page.reload();
      expect(await page.inputValue('#ask-key')).toBe('');
      expect(await page.isChecked('#ask-remember')).toBe(false);
      expect(JSON.stringify(await page.evaluate('({ ...sessionStorage, ...localStorage })'))).not.toMatch(
        /pm[kl]_/,
      );
      await page.click('#account summary');
      await page.fill('#ask-key', 'pmk_mine');
      await page.check('#ask-remember');
      await page.reload();
      expect(await page.inputValue('#ask-key')).toBe('pmk_mine');
    }));

  test('a page from another machine keeps no key unasked', async () => {
    const page = await browser!.newPage();
    try {
      await page.route('http://pagemark.test/**', async (route) => {
        const path = route.request().url().slice('http://pagemark.test'.length);
        await route.fulfill({ response: await route.fetch({ url: service.url + path }) });
      });
      await page.goto(`http://pagemark.test/${fragment}`, { waitUntil: 'networkidle' });
      expect(await page.inputValue('#ask-key')).toMatch(/^pmk_/);
      expect(await page.isChecked('#ask-remember')).toBe(false);
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
      // What another page of the service was told to keep is kept.
      const keep = (names: string[]) =>
        page.evaluate(`${JSON.stringify(names)}.map((name) => sessionStorage.setItem(name, 'pm_' + name))`);
      for (const names of [['pagemark.license'], ['pagemark.license', 'pagemark.key']]) {
        await keep(names);
        await page.goto('about:blank');
        await page.goto('http://pagemark.test/#key=', { waitUntil: 'networkidle' });
        expect((await page.evaluate('Object.keys(sessionStorage).toSorted()')) as string[]).toEqual(
          names.toSorted(),
        );
      }
    } finally {
      await page.close();
    }
  });

  test('the field of the address has the focus at first, and `/` goes there', () =>
    using(async ({ page }) => {
      const focused = () => page.evaluate('document.activeElement.id');
      expect(await focused()).toBe('ask-url');
      await page.keyboard.type('a/b');
      expect(await page.inputValue('#ask-url')).toBe('a/b');
      await page.focus('#ask-convert');
      await page.keyboard.press('/');
      expect(await focused()).toBe('ask-url');
      expect(await page.inputValue('#ask-url')).toBe('a/b');
    }));

  test('a result shows its title once, its age, and no ring around all of it', () =>
    using(async ({ page }) => {
      await page.fill('#ask-url', `${site.url}/article?new`);
      await page.keyboard.press('Enter');
      await page.waitForSelector('#result:not([hidden])');
      expect(await page.textContent('.result > header p')).toMatch(/ · fetched now$/);
      expect((await page.locator('#result-title').boundingBox())!.width).toBe(1);
      expect(await page.evaluate('document.activeElement.id')).toBe('result');
      expect(await page.evaluate('scrollY')).toBe(0);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('#result')).outlineStyle`)).toBe(
        'none',
      );
      await page.check('input[value=html]', { force: true });
      await page.fill(
        '#ask-html',
        `<title>Told by its head</title><p>${'No heading here. '.repeat(30)}</p><pre># A comment</pre>`,
      );
      await page.click('#ask-convert');
      await page.waitForSelector('#result-title >> text=Told by its head');
      expect(await page.textContent('#panel-preview pre')).toBe('# A comment');
      expect((await page.locator('#result-title').boundingBox())!.width).toBeGreaterThan(1);
      await page.fill('#ask-html', ARTICLE);
      await page.click('#ask-options summary');
      await page.check('#o-frontmatter');
      await page.click('#ask-convert');
      await page.waitForSelector('#result-title >> text=Rivers and bridges');
      expect((await page.locator('#result-title').boundingBox())!.width).toBe(1);
    }));

  test('while it converts, the seconds and the stage are shown', () =>
    using(async ({ page }) => {
      await page.fill('#ask-url', `${site.url}/slow`);
      await page.keyboard.press('Enter');
      await page.waitForSelector('#progress >> text=/[1-9] s · fetching the page/');
      expect(await page.textContent('#status')).toBe('fetching the page');
      await page.click('#progress-cancel');
      await page.waitForSelector('#nothing:not([hidden])');
      // HTML has no host by which its call is told from others of the key.
      let asked = 0;
      page.on('request', (request) => (asked += Number(request.url().includes('/v1/usage'))));
      await page.route('**/v1/convert', () => undefined);
      await page.check('input[value=html]', { force: true });
      await page.fill('#ask-html', ARTICLE);
      await page.click('#ask-convert');
      await page.waitForSelector('#progress >> text=/[2-9] s$/');
      expect(asked).toBe(0);
      await page.click('#progress-cancel');
      await page.waitForSelector('#nothing:not([hidden])');
    }));

  test('a hostile page stays text: no script, no handler, no address but http, https and mailto', () =>
    using(async ({ page }) => {
      for (const input of ['url', 'html']) {
        if (input === 'url') await page.fill('#ask-url', `${site.url}/hostile`);
        else {
          await page.check('input[value=html]', { force: true });
          await page.fill('#ask-html', HOSTILE);
        }
        await page.click('#ask-convert');
        await page.waitForSelector('#result:not([hidden])');
        expect(await page.textContent('#panel-preview')).toContain('<script>alert(5)</script>');
        const elements = (await page.evaluate(
          `[...document.querySelectorAll('#result *')].map((e) => e.tagName + ' ' + [...e.attributes].map((a) => a.name + '=' + a.value).join(' '))`,
        )) as string[];
        expect(
          elements.filter((element) => /^(SCRIPT|IFRAME|SVG|OBJECT|EMBED|STYLE|LINK) /.test(element)),
        ).toEqual([]);
        expect(elements.filter((element) => /\son\w+=|javascript:|data:/i.test(element))).toEqual([]);
        // Images of strangers are not loaded unasked.
        expect(elements.filter((element) => element.startsWith('IMG '))).toEqual([]);
      }
    }));

  test('the preview shows what Markdown has no form for, and the forms beyond CommonMark', () =>
    using(async ({ page }) => {
      await page.check('input[value=html]', { force: true });
      await page.fill('#ask-html', CONSTRUCTS);
      await page.click('#ask-options summary');
      await page.selectOption('#o-scope', 'full');
      await page.click('#ask-convert');
      await page.waitForSelector('#result:not([hidden])');
      const count = (selector: string) => page.locator(`#panel-preview ${selector}`).count();
      expect(await count('.footnote')).toBe(1);
      expect(await count('sup.reference')).toBe(1);
      await page.waitForSelector('#panel-preview .math math');
      expect(await count('blockquote.callout.warning')).toBe(1);
      expect(await count('li.task input:disabled')).toBe(2);
      expect(await count('li.task input:checked')).toBe(1);
      expect(await count('table table')).toBe(1);
      expect(await count('kbd')).toBe(1);
      expect(await count('del')).toBe(1);
      expect(await count('details summary')).toBe(1);
      expect(await count('.image small')).toBe(1);
      expect(await page.textContent('#panel-preview')).toContain('5 < 6 & 7 > 2');
      expect(await page.textContent('#panel-preview pre')).toBe('if (a < b && c) {\n}');
    }));

  test('a reason is told with its title, advice and request, and a remedy that works', () =>
    using(async ({ page, faults }) => {
      let reason: string = 'internal';
      await page.route('**/v1/convert', (route) => {
        const status = FAILURE_STATUS[reason as keyof typeof FAILURE_STATUS];
        void route.fulfill({
          status,
          headers: { 'retry-after': '40', 'x-request-id': 'request-1' },
          json: { status: 'error', error: { code: status, message: `Message of ${reason}.`, reason } },
        });
      });
      await page.fill('#ask-url', 'https://a.example/');
      for (reason of inForm(FAILURE_REASONS, 12)) {
        await page.click('#ask-convert');
        await page.waitForSelector(`#failure:not([hidden]) >> text="Message of ${reason}."`);
        const { title, next } = ADVICE[reason as FailureReason];
        expect(await page.textContent('#failure-title')).toBe(title);
        expect(await page.textContent('#failure .next')).toBe(next);
        expect(await page.textContent('#failure')).toContain('request-1');
      }
      reason = 'js_required';
      await page.click('#ask-convert');
      await page.click('text=Paste the HTML');
      expect(await page.evaluate('document.activeElement.id')).toBe('ask-html');
      await page.check('input[value=url]', { force: true });
      reason = 'rate_limited';
      await page.click('#ask-convert');
      await page.waitForSelector('#failure button:disabled >> text=/Try again in (40|3d) s/');
      expect(faults).toEqual([]);
    }));

  test('a service that is gone, and a call that is cancelled', () =>
    using(async ({ page }) => {
      await page.route('**/v1/convert', (route) => route.abort());
      await page.fill('#ask-url', 'a.example');
      await page.click('#ask-convert');
      await page.waitForSelector('#failure >> text=client_network');
      await page.unroute('**/v1/convert');
      await page.route('**/v1/convert', () => undefined);
      await page.click('text=Try again');
      await page.waitForSelector('#progress:not([hidden]) >> text=Converting https://a.example');
      await page.click('#progress-cancel');
      await page.waitForSelector('#nothing:not([hidden])');
    }));

  test('without a key the form asks for one, and for another where it is refused', () =>
    using(async ({ page }) => {
      let asked = 0;
      page.on('request', (request) => (asked += Number(request.method() === 'POST')));
      await page.click('[data-sample=html]');
      expect(await page.textContent('#ask-problem')).toBe('Paste an API key to convert.');
      expect(await page.evaluate('document.activeElement.id')).toBe('ask-first-key');
      await page.keyboard.press('Enter');
      expect(asked).toBe(0);
      await page.keyboard.type('pmk_wrong');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#failure:not([hidden])');
      await page.click('text=Change the key');
      expect(await page.evaluate('document.activeElement.id')).toBe('ask-first-key');
      await page.keyboard.type(new URLSearchParams(fragment.slice(1)).get('key')!);
      await page.keyboard.press('Enter');
      await page.waitForSelector('#result:not([hidden])');
      expect(await page.isVisible('#ask-first-key')).toBe(false);
      await page.waitForSelector('#account-title >> text=test');
    }, ''));

  test('an empty form says what is missing, at the field', () =>
    using(async ({ page }) => {
      await page.click('#ask-convert');
      expect(await page.textContent('#ask-problem')).toBe('Write the address of a page first.');
      expect(await page.getAttribute('#ask-url', 'aria-invalid')).toBe('true');
      expect(await page.evaluate('document.activeElement.id')).toBe('ask-url');
    }));
});
