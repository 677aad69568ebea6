import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFull } from '../support/full-form.ts';

/** How a page is opened. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

/** A playground in a browser, and what must stay empty while it is used. */
export interface Playground {
  readonly page: Page;
  /** Requests to anywhere but the service, script errors, dialogs and whatever the console shows. */
  readonly faults: readonly string[];
  /** What stood on its console. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

/** Opens the playground of a service, with keys in its address as `npm start` prints them, or another page of it. */
export async function openPlayground(
  browser: Browser,
  url: string,
  fragment: string,
  { colorScheme = 'light', width = 1180 }: Look = {},
): Promise<Playground> {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const faults: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    said.push(message.text());
    // The browser itself notes an answer that is no success.
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  await page.goto(`${url}/${fragment}`);
  return { page, faults, said, close: () => context.close() };
}

/** Converts the sample article and waits for its result. */
export async function convertSample(page: Page): Promise<void> {
  await page.click('[data-sample=html]');
  await page.waitForSelector('#result:not([hidden])');
}

/** Converts HTML as a person who pastes it, and waits for its result. */
export async function convertHtml(page: Page, html: string, base: string): Promise<void> {
  await page.check('input[value=html]', { force: true });
  await page.fill('#ask-html', html);
  await page.fill('#ask-url', base);
  await page.click('#ask-convert');
  await page.waitForSelector('#progress', { state: 'hidden' });
  await page.waitForSelector('#result:not([hidden])');
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Each theme and each width; the short form plays the first two of them, in which each theme and each width is. */
export const LOOKS = (
  [
    ['dark', 390],
    ['light', 1440],
    ['light', 390],
    ['dark', 1440],
  ] as const
)
  .slice(0, isFull ? 4 : 2)
  .map(([colorScheme, width], number) => ({ colorScheme, width, number }));

/** Runs axe-core on what is shown, or on a part of it by its selector, and expects no violation. */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  // Evaluated by the debugger, which the page's policy does not bind; the page itself may load no such script.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`${axe.source}; undefined`);
  const { violations } = (await page.evaluate(
    `axe.run(${part === undefined ? 'document' : JSON.stringify(part)}, { resultTypes: ["violations"], preload: false })`,
  )) as AxeResult;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  expect(found, what).toEqual([]);
}

/** Pixels by which a page is wider than its window; none and fewer: it does not scroll sideways. */
export const widthLeftOver = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');
