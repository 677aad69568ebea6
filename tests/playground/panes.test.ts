import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/settings.table.ts';
import { SAMPLE_HTML } from '../../src/playground/sample.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { convertHtml, convertSample, openPlayground, type Playground } from './open-playground.ts';

const RICH = readFileSync(new URL('rich-page.html', import.meta.url), 'utf8');
const BASE = 'https://almanac.example/waves';
const LISTS = `<!doctype html><title>Lists</title><main><h1>Lists</h1>${PROSE}
<ol start="3"><li>third<ul><li>inner <b>one</b></li><li>inner two</li></ul></li><li><p>fourth</p><p>its second paragraph</p></li></ol>
<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td>E = mc<sup>2</sup>, H<sub>2</sub>O</td></tr></table>
<table><tr><th>Outer</th><td><ul><li>in a</li><li>in b</li></ul></td></tr></table>
<details><summary>More of it</summary><p>What was folded away.</p></details>
<ul><li><input type="checkbox" checked disabled> bought</li><li><input type="checkbox" disabled> cooked</li></ul>
<blockquote><p>Quoted.</p><p>Twice.</p></blockquote></main>`;

const browser = await launchBrowser();
let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  site = await startUpstream({ '/one': RICH, '/two': RICH });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
  });
  key = await service.newKey('test');
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await site?.close();
});

/** Converts HTML in a playground, looks at it, and expects that nothing went wrong behind it. */
async function looking(
  html: string,
  look: (page: Page, playground: Playground) => Promise<void>,
): Promise<void> {
  const playground = await openPlayground(browser!, service.url, `#key=${key}`, { width: 1440 });
  try {
    await convertHtml(playground.page, html, BASE);
    await look(playground.page, playground);
    expect(playground.faults).toEqual([]);
  } finally {
    await playground.close();
  }
}

const textOf = (page: Page, selector: string) => page.textContent(selector).then((text) => text!);

describe.skipIf(browser === null)('the panes', () => {
  test('text is that of the service, without asking it', () =>
    looking(RICH, async (page) => {
      let asked = 0;
      page.on('request', (request) => (asked += Number(request.url().includes('/v1/'))));
      for (const html of inForm([RICH, ARTICLE, LISTS, SAMPLE_HTML], 2)) {
        if (html !== RICH) await convertHtml(page, html, BASE);
        asked = 0;
        await page.click('#tab-text');
        const answer = await service.convert({ url: BASE, html, response_format: 'text' }, key);
        const { data } = (await answer.json()) as { data: { content: string } };
        expect(await textOf(page, '#panel-text pre')).toBe(data.content);
        expect(asked).toBe(0);
      }
    }));

  test('without a model AI says that it selects, and how to connect one', async () => {
    const license = await service.access.licenses.issue({ tier: 'pro', aiCalls: 10 });
    await looking(ARTICLE, async (page) => {
      await page.click('#tab-ai');
      const text = await textOf(page, '#panel-ai');
      expect(text).toContain('Selected from the page, not written.');
      for (const name of ['Ollama', 'OpenAI-compatible', 'Anthropic']) expect(text).toContain(name);
      const named = text.match(/PAGEMARK_\w+(?==)/g)!;
      expect(named.length).toBeGreaterThan(8);
      for (const name of named) expect(SETTINGS.map((setting) => setting.name)).toContain(name);
      await page.fill('#ai-license', license.key);
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('text=Selected from the page, not written · 1 of 10 calls this month');
    });
  });

  describe('of one page', () => {
    let rich: Playground;
    beforeAll(async () => {
      rich = await openPlayground(browser!, service.url, `#key=${key}`, { width: 1440 });
      await convertHtml(rich.page, RICH, BASE);
    });
    afterEach(() => expect(rich.faults).toEqual([]));
    afterAll(() => rich?.close());

    test('the preview sets formulas, colours code, and leads to a note and back', async () => {
      const { page } = rich;
      expect(await page.locator('#panel-preview math msqrt').count()).toBe(1);
      expect(await page.locator('#panel-preview div.math math[display=block] mfrac').count()).toBe(2);
      expect(await page.locator('#panel-preview .code-keyword').allTextContents()).toContain('return');
      expect(await page.locator('#panel-preview .code-comment').first().textContent()).toMatch(/^# speed/);
      await page.click('.reference a');
      expect(await page.evaluate('document.activeElement.className')).toBe('footnote');
      await page.click('.footnote .back');
      expect(await page.evaluate('document.activeElement.dataset.note')).toBe('1');
      expect(new URL(page.url()).hash).toBe('');
    });

    test('the Markdown stands beside its preview while the window has room', async () => {
      const { page } = rich;
      for (const [width, isBeside] of [
        [1000, false],
        [1440, true],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.isVisible('.at-hand pre')).toBe(isBeside);
      }
    });

    test('what was left out is struck out where it stood, and hidden by its reason', async () => {
      const { page } = rich;
      await page.click('#tab-left-out');
      const order = (await page.evaluate(
        `[...document.querySelectorAll('#panel-left-out :is(h3, h4, h5, p, .struck)')].map((e) => e.textContent.trim())`,
      )) as string[];
      const at = (start: string) => order.findIndex((text) => text.startsWith(start));
      expect(at('Waterproof boots')).toBeGreaterThanOrEqual(0);
      expect(at('Waterproof boots')).toBeLessThan(at('Waves in shallow water'));
      expect(at('Share on X')).toBe(at('A wave that comes') + 1);
      expect(at('Never miss a tide')).toBeGreaterThan(at('The same as code'));
      expect(at('Never miss a tide')).toBeLessThan(at('What to take along'));
      expect(order.at(-1)).toMatch(/^© The Harbour Almanac/);
      expect(order[at('Share on X')]).toBe('Share on X Share on Facebook judged not to be content Keep this');
      await page.click('.filters label:has-text("judged not to be content")');
      expect(await page.isVisible('.struck >> text=Share on X')).toBe(false);
      expect(await page.isVisible('#panel-left-out >> text=A wave that comes')).toBe(true);
    });

    test('a press in the outline shows the heading in the preview', async () => {
      const { page } = rich;
      await page.click('#tab-outline');
      expect(await page.locator('.outline li').allTextContents()).toEqual([
        'Waves in shallow water',
        'Speed and depth',
        'Heights at the pier',
        'In Python',
        'What to take along',
      ]);
      await page.click('.outline >> text=What to take along');
      expect(await page.isVisible('#panel-preview')).toBe(true);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('What to take along');
      const top = (await page.evaluate('document.activeElement.getBoundingClientRect().top')) as number;
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(900);
    });

    test('links, images, the answer as JSON, and the call as code without the key', async () => {
      const { page } = rich;
      await page.click('#tab-links');
      expect(await page.getAttribute('.addresses a', 'href')).toBe('https://example.org/pilot');
      expect(await textOf(page, '#panel-links')).toContain('The pier at low water');
      await page.click('#tab-json');
      const answer = JSON.parse(await textOf(page, '#panel-json pre')) as { status: string };
      expect(answer.status).toBe('success');
      await page.click('#tab-code');
      const titles = await page.locator('.snippets h3').allTextContents();
      expect(titles).toEqual(['curl', 'TypeScript', 'Python', 'Command line, in a clone', 'MCP']);
      expect(await page.content()).not.toContain(key);
      await page.click('#tab-markdown');
      await page.uncheck('#panel-markdown input');
      expect(
        await page.evaluate(`getComputedStyle(document.querySelector('#panel-markdown pre')).whiteSpace`),
      ).toBe('pre');
    });
  });

  test('parts behind a note are struck out below it, and a rule stays in the column of the text', () => {
    const html = `<main><article><h1>Tides</h1><p>The sea rises twice a day<sup><a href="#n1" id="r1">1</a></sup>, as the moon pulls it.</p><hr>
<p>It falls again after some hours, and boats wait for it.</p><section class="footnotes"><ol><li id="n1">The pull is weak. <a href="#r1">↩</a></li></ol></section></article></main>
<footer>© The Harbour Almanac · <a href="/privacy">Privacy</a></footer>`;
    return looking(html, async (page) => {
      await page.click('#tab-left-out');
      const leftOf = async (part: string) => (await page.locator(`#panel-left-out ${part}`).boundingBox())!.x;
      const column = await leftOf('.prose h3');
      expect(await leftOf('hr')).toBe(column);
      expect(await leftOf('.struck[title=footer]')).toBe(column);
    });
  });

  test('on a phone the tabs that go on fade out, and the last of them does not', async () => {
    const { page, close } = await openPlayground(browser!, service.url, `#key=${key}`, { width: 390 });
    try {
      await convertSample(page);
      const bar = page.locator('[role=tablist]');
      const of = (what: string) =>
        page.evaluate(`(({ scrollWidth, clientWidth }, { maskImage }) => ${what})(
        document.querySelector('[role=tablist]'), getComputedStyle(document.querySelector('[role=tablist]')))`);
      expect(await of('scrollWidth > clientWidth')).toBe(true);
      expect(await of('maskImage')).toContain('48px');
      await page.evaluate(`document.querySelector('#tab-links').click()`);
      const [links, bounds] = [await page.locator('#tab-links').boundingBox(), await bar.boundingBox()];
      expect(links!.x + links!.width).toBeLessThanOrEqual(bounds!.x + bounds!.width - 47);
      await page.focus('#tab-preview');
      await page.keyboard.press('End');
      const [last, all] = [await page.locator('#tab-ai').boundingBox(), await bar.boundingBox()];
      expect(last!.x + last!.width).toBeLessThanOrEqual(all!.x + all!.width - 47);
    } finally {
      await close();
    }
  });

  test('warnings of the service stand above the result', async () => {
    const { page, close } = await openPlayground(browser!, service.url, `#key=${key}`);
    try {
      await page.route('**/v1/convert', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { diagnostics: object } };
        Object.assign(body.data.diagnostics, { warnings: ['"scop" is no field: "scope" is.'] });
        await route.fulfill({ response: answer, json: body });
      });
      await convertHtml(page, ARTICLE, BASE);
      expect(await textOf(page, '#result .warning')).toBe('"scop" is no field: "scope" is.');
    } finally {
      await close();
    }
  });

  test('the session lists what was converted, shows it again without a request, and stores nothing', () =>
    looking(ARTICLE, async (page) => {
      await convertHtml(page, RICH, BASE);
      let asked = 0;
      page.on('request', () => asked++);
      await page.click('#past summary');
      expect(await page.locator('#past-list span').allTextContents()).toEqual([
        'Waves in shallow water',
        'Rivers and bridges',
      ]);
      await page.click('#past-list >> text=Rivers and bridges');
      expect(await textOf(page, '#result-title')).toBe('Rivers and bridges');
      expect(await page.inputValue('#ask-html')).toBe(ARTICLE);
      expect(asked).toBe(0);
      expect(await page.evaluate('[...Object.keys(sessionStorage), ...Object.keys(localStorage)]')).toEqual([
        'pagemark.key',
      ]);
    }));

  test('a part that was left out is kept by a press, for every page of its site, and dropped again', async () => {
    const page = (await openPlayground(browser!, service.url, `#key=${key}`, { width: 1440 })).page;
    try {
      const shown = () => page.waitForSelector('#progress', { state: 'hidden' });
      const convert = async (path: string) => {
        await page.fill('#ask-url', site.url + path);
        await page.click('#ask-convert');
        await page.waitForSelector('#result:not([hidden])');
        await shown();
        return textOf(page, '#panel-preview');
      };
      const press = async (selector: string) => {
        await page.click(selector);
        await shown();
        await page.waitForSelector('#result:not([hidden])');
      };
      expect(await convert('/one')).not.toContain('Waterproof boots');
      await page.click('#tab-left-out');
      await press('.struck:has-text("Waterproof boots") button');
      expect(await page.isVisible('#panel-left-out')).toBe(true);
      expect(await textOf(page, '#panel-left-out li')).toContain('aside.advertisement');
      await page.click('#tab-markdown');
      const markdown = await textOf(page, '#panel-markdown pre');
      for (const kept of ['Waterproof boots', '# Waves in shallow water', 'What to take along'])
        expect(markdown).toContain(kept);
      for (const dropped of ['Never miss a tide', 'Share on X', 'About us'])
        expect(markdown).not.toContain(dropped);
      expect(await page.inputValue('#o-scope')).toBe('full');
      expect(new URL(page.url()).hash).toContain('exclude_selectors=');
      await page.click('#tab-code');
      expect(await textOf(page, '#panel-code')).toContain('"scope": "full"');
      await page.goto('about:blank');
      await page.goto(`${service.url}/`);
      expect(await convert('/two')).toContain('Waterproof boots');
      await page.click('#tab-left-out');
      await press('text=Drop this');
      await page.click('#tab-preview');
      expect(await textOf(page, '#panel-preview')).not.toContain('Waterproof boots');
      expect(await page.textContent('#ask-changed')).toBe('');
      expect(await page.evaluate('localStorage.length')).toBe(0);
    } finally {
      await page.context().close();
    }
  });

  test('a part that stays is dropped by a press, for every page of its site, and kept again', async () => {
    const { page, faults, close } = await openPlayground(browser!, service.url, `#key=${key}`);
    try {
      const convert = async (path: string) => {
        await page.fill('#ask-url', site.url + path);
        await page.click('#ask-convert');
        await page.waitForSelector('#progress', { state: 'hidden' });
        await page.waitForSelector('#result:not([hidden])');
        return textOf(page, '#panel-preview');
      };
      expect(await convert('/one')).toContain('half a metre at sea');
      await page.click('#tab-left-out');
      const drop = page.locator('button:has-text("div.markdown-alert")');
      await drop.hover();
      expect(await page.locator('.aimed').allTextContents()).toEqual([
        expect.stringMatching(/half a metre at sea/),
      ]);
      const place = await page.evaluate('scrollY');
      expect(place).toBeGreaterThan(0);
      await drop.click();
      await page.waitForSelector('.struck:has-text("half a metre at sea")');
      expect(await page.evaluate('scrollY')).toBe(place);
      expect(await textOf(page, '.left-out .note')).toMatch(/^Left out as you chose: ?div\.markdown-alert/);
      expect(await page.inputValue('#o-scope')).toBe('main');
      expect(await page.inputValue('#o-exclude')).toBe('div.markdown-alert.markdown-alert-warning');
      expect(new URL(page.url()).hash).toContain('exclude_selectors=div.markdown-alert');
      await page.goto('about:blank');
      await page.goto(`${service.url}/#key=${key}`);
      expect(await convert('/two')).not.toContain('half a metre at sea');
      await page.click('#tab-left-out');
      await page.click('.struck:has-text("half a metre at sea") >> text=Keep this');
      await page.waitForSelector('.left-out .prose > :not(.struck) >> text=half a metre at sea');
      expect(await page.textContent('#ask-changed')).toBe('');
      expect(await page.evaluate('localStorage.length')).toBe(0);
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });

  test('parts of one name that stay have one button, which shows all of them', () =>
    looking(
      `<title>Bar</title><main><h1>Bar</h1>${PROSE}<div class="note"><p>Mind the bar at low water, when swell breaks on it.</p></div>${PROSE}<div class="note"><p>Keep clear of the ferry, which cannot stop in the channel.</p></div></main>`,
      async (page) => {
        await page.click('#tab-left-out');
        const button = page.locator('.offer button');
        expect(await button.allTextContents()).toEqual(['Drop these 2 div.note']);
        await button.focus();
        expect(await page.locator('.aimed').allTextContents()).toEqual([
          expect.stringMatching(/^Mind the bar/),
          expect.stringMatching(/^Keep clear/),
        ]);
      },
    ));

  test('Forget brings back what the person had asked for, and a full storage stops nothing', async () => {
    const { page, faults, close } = await openPlayground(browser!, service.url, `#key=${key}`);
    try {
      await page.evaluate(
        `localStorage.setItem('pagemark.choices', 'null'); Storage.prototype.setItem = () => { throw new Error('full'); }`,
      );
      await page.click('#ask-options summary');
      await page.fill('#o-exclude', '.share');
      await page.fill('#ask-url', `${site.url}/one`);
      await page.click('#ask-convert');
      await page.waitForSelector('#result:not([hidden])');
      await page.click('#tab-left-out');
      await page.click('.struck:has-text("Waterproof boots") button');
      await page.click('.note:has-text("Links and code carry the choice.") >> text=Forget');
      await page.waitForSelector('#result:not([hidden]) .struck >> text=Waterproof boots');
      expect(await page.inputValue('#o-exclude')).toBe('.share');
      expect(await page.inputValue('#o-scope')).not.toBe('full');
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });
});

/** LaTeX and the elements that must be in what the browser is given for it; `null` where the source is shown. */
const FORMULAS: readonly (readonly [tex: string, elements: string | null])[] = [
  ['\\frac{a}{b}', 'mfrac > mi + mi'],
  ['x_1^2', 'msubsup > mi + mn + mn'],
  ['\\sum_{i=0}^n i', 'munderover > mo + mrow'],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', 'mtable > mtr + mtr > mtd + mtd'],
  ['\\begin{aligned}a&=b\\\\&=c\\end{aligned}', 'mtr > .tml-right + .tml-left'],
  ['\\sqrt[3]{x}', 'mroot > mrow + mn'],
  ['\\underbrace{a+b}_{n}', 'munder'],
  ['\\xrightarrow{f}', 'mover > mo'],
  ['\\rule{9999em}{9999em}', 'mspace[width="20em"]'],
  ['\\unknowncommand{x}', null],
  ['\\href{javascript:alert(1)}{x}', null],
  ['\\style{color:red}{x}', null],
  ['\\rule{9999pt}{1pt}', 'mspace[width="200pt"]'],
  ['\\begin{equation}\\label{result}a\\ref{result}\\end{equation}', 'mi'],
  [`${'{'.repeat(40)}x${'}'.repeat(40)}`, 'mi'],
  [`${'{'.repeat(41)}x${'}'.repeat(41)}`, null],
  [`${'\\left('.repeat(41)}x${'\\right)'.repeat(41)}`, null],
  ['\\def\\a{\\a\\a}\\a', null],
  ['\\def1{x}1', null],
  ['\\newcommand{\\a}{x}\\a', null],
  ['\\let\\a=x\\a', null],
  ['{a', null],
  ['a}', null],
  ['\\begin{matrix}1', null],
  [`${'x'.repeat(4001)}`, null],
];

test.skipIf(browser === null)('formulas become MathML, and what is not known stays its source', async () => {
  const { page, faults, close } = await openPlayground(browser!, service.url, `#key=${key}`);
  try {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await convertHtml(page, ARTICLE, BASE);
    expect(loaded).not.toContain('/assets/playground/temml.js');
    const content = FORMULAS.map(([tex]) => `$$\n${tex}\n$$`).join('\n\n');
    await page.route('**/v1/convert', (route) =>
      route.fulfill({ json: { status: 'success', data: { content } } }),
    );
    await convertHtml(page, ARTICLE, BASE);
    await page.waitForSelector('#panel-preview math');
    expect(loaded.filter((name) => name.endsWith('/temml.js'))).toHaveLength(1);
    for (const [i, [tex, elements]] of FORMULAS.entries()) {
      const shown = page.locator('#panel-preview div.math').nth(i);
      if (elements === null) expect(await shown.locator('> code').textContent(), tex).toBe(tex);
      else expect(await shown.locator(`> math ${elements}`).count(), tex).toBeGreaterThan(0);
    }
    expect(await page.locator('#panel-preview .math :is([id], [href])').count()).toBe(0);
    expect(faults).toEqual([]);
  } finally {
    await close();
  }
});
