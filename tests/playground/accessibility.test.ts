import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { convertSample, expectAccessible, LOOKS, openPlayground, widthLeftOver } from './open-playground.ts';

const browser = await launchBrowser();
let service: TestService;
let key: string;
let fragment: string;

beforeAll(async () => {
  service = await startTestService({ PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}' });
  const license = await service.access.licenses.issue({ tier: 'pro', aiCalls: 100 });
  key = await service.newKey('test');
  fragment = `#key=${key}&license=${license.key}`;
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const TABS = 'preview markdown text outline links left-out details json code ai'.split(' ');

const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent');

/** Presses a key until the focus is where it should be; fails when it never gets there. */
async function pressTo(page: Page, key: string, id: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press(key);
  }
  expect(await focused(page)).toBe(id);
}

describe.skipIf(browser === null)('accessibility', () => {
  test.each(inForm(LOOKS, 2))(
    'axe finds nothing: $colorScheme, $width px, every state and tab',
    async (look) => {
      const { page, faults, close } = await openPlayground(browser!, service.url, fragment, look);
      const judge = (what: string, part?: string) => expectAccessible(page, what, part);
      try {
        await judge('start');
        await page.click('#account summary');
        await judge('account');
        await page.keyboard.press('Escape');
        await page.click('#ask-options summary');
        await judge('options');
        await page.click('#ask-options summary');
        await page.check('input[value=file]', { force: true });
        await page.click('#ask-convert');
        await judge('problem');
        expect(await widthLeftOver(page), 'file').toBeLessThanOrEqual(0);
        await page.check('input[value=url]', { force: true });
        await page.fill('#ask-url', 'http://10.0.0.1/');
        await page.click('#ask-convert');
        await page.waitForSelector('#failure:not([hidden])');
        await judge('failure');
        await page.goto('about:blank');
        await page.goto(`${service.url}/${fragment}`);
        await convertSample(page);
        for (const tab of TABS) {
          await page.click(`#tab-${tab}`);
          if (tab === 'ai') {
            await page.click('.connect summary');
            await page.click('form.ai button[type=submit]');
            await page.waitForSelector('#panel-ai >> text=calls this month');
          }
          // What is around the panes is judged with the first of them; the short form leaves it out of the others.
          await judge(tab, isFull || tab === 'preview' ? undefined : `#panel-${tab}`);
          // Nothing is wider than the page but what scrolls by itself.
          expect(await widthLeftOver(page), tab).toBeLessThanOrEqual(0);
        }
        expect(faults).toEqual([]);
      } finally {
        await close();
      }
    },
  );

  test.each(inForm([390, 1440], 2))(
    'nothing moves while it loads, nor when a result comes: %i px',
    async (width) => {
      const { page, faults, close } = await openPlayground(browser!, service.url, fragment, { width });
      try {
        await page.addInitScript(`
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries())
            if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))].join(' '));
        }).observe({ type: 'layout-shift', buffered: true });`);
        await page.reload();
        await page.click('#account summary');
        await page.fill('#ask-key', key);
        await page.keyboard.press('Tab');
        await page.waitForSelector('#account-title >> text=test');
        await page.keyboard.press('Escape');
        await convertSample(page);
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        expect(await page.evaluate('shifts')).toEqual([]);
        expect(faults).toEqual([]);
      } finally {
        await close();
      }
    },
  );

  test('a page is converted and read with the keyboard alone', async () => {
    const { page, faults, close } = await openPlayground(browser!, service.url, fragment);
    try {
      expect(await focused(page)).toBe('ask-url');
      await page.focus('.brand');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Skip to the form');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('ask-url');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowRight');
      expect(await page.isVisible('#ask-html')).toBe(true);
      await pressTo(page, 'Tab', 'ask-html');
      await page.keyboard.insertText(
        `<h1>Typed</h1><p>${'By hand, with the keyboard alone. '.repeat(12)}</p>`,
      );
      await pressTo(page, 'Tab', 'ask-convert');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#result:not([hidden])');
      expect(await focused(page)).toBe('result');
      await pressTo(page, 'Tab', 'tab-preview');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('tab-markdown');
      expect(await page.textContent('#panel-markdown')).toContain('By hand, with the keyboard alone.');
      await page.keyboard.press('End');
      expect(await focused(page)).toBe('tab-ai');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('tab-preview');
      await page.keyboard.press('Tab');
      expect(await focused(page)).not.toBe('tab-markdown');
      expect(await page.textContent('#status')).toBe('Converted.');
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });

  test('whatever has the focus shows it', async () => {
    const { page, close } = await openPlayground(browser!, service.url, fragment);
    try {
      const unseen: string[] = [];
      await page.focus('.skip');
      for (let i = 0; i < 11; i++) {
        await page.keyboard.press('Tab');
        const [name, isShown] = (await page.evaluate(`(() => {
          const e = document.activeElement;
          const outlined = (x) => x && getComputedStyle(x).outlineStyle !== 'none' && parseFloat(getComputedStyle(x).outlineWidth) >= 2;
          return [e.id || e.textContent.trim(), outlined(e) || outlined(e.nextElementSibling) || outlined(e.closest('.bar'))];
        })()`)) as [string, boolean];
        if (name !== '' && !isShown) unseen.push(name);
      }
      expect(unseen).toEqual([]);
    } finally {
      await close();
    }
  });
});

const SITE = new URL('../../src/site/', import.meta.url);
const css = readFileSync(new URL('tokens.css', SITE), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

/** Colours by name, as three numbers from 0 to 255. */
const coloursOf = (theme: string): Record<string, readonly number[]> =>
  Object.fromEntries(
    [...theme.matchAll(/--([a-z-]+): #([0-9a-f]{6});/g)].map(([, name, hex = '']) => [
      name,
      [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
    ]),
  );

/** WCAG 2.2, relative luminance. */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('the %s theme', (_, colours) => {
  const grounds = ['paper', 'panel', 'code', 'wash', 'danger-wash'];

  test.each([
    ['ink', 4.5],
    ['muted', 4.5],
    ['accent', 4.5],
    ['accent-deep', 4.5],
    ['danger', 4.5],
    ['field', 3],
  ])('%s stands out on every ground by %f:1', (name, least) => {
    for (const ground of grounds)
      expect(contrast(colours[name]!, colours[ground]!), ground).toBeGreaterThanOrEqual(least);
  });

  test('text on the accent can be read, under the pointer too', () => {
    for (const ground of ['accent', 'accent-deep'])
      expect(contrast(colours['on-accent']!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
});

test('both themes have the same colours, and no other sheet of the site names one', () => {
  expect(Object.keys(coloursOf(dark)).sort()).toEqual(Object.keys(coloursOf(light)).sort());
  for (const name of readdirSync(SITE).filter((file) => file.endsWith('.css') && file !== 'tokens.css'))
    expect(readFileSync(new URL(name, SITE), 'utf8'), name).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(/i);
});
