import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { PageWorld } from '../../src/rendering/page-world.ts';
import { readPage } from '../../src/rendering/read-page.ts';
import { readWays, WORD } from '../hidden/read-ways.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { paintedTexts } from './painted.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

/** The way that comes through, which SECURITY.md names: a picture may lie behind the letters. */
const THROUGH = ['style color:white;background:url(a.png) white'];

/** Markdown of pages as a browser reads them; animations of a few milliseconds come to their end. */
async function markdownOf(pages: readonly string[]): Promise<string[]> {
  const context = await browser!.newContext({ viewport: { width: 1280, height: 800 } });
  await context.route(/^https?:/, (route) => route.abort());
  const page = await context.newPage();
  const read = { world: new PageWorld(page), maxBytes: 1_000_000, signal: new AbortController().signal };
  const written: string[] = [];
  for (const html of pages) {
    await page.setContent(html, { timeout: 0 });
    if (html.includes('animation')) await page.waitForTimeout(50);
    written.push(convertHtml((await readPage(page, read))!, { scope: 'full' }, { rendered: true }).markdown);
  }
  await context.close();
  return written;
}

/** The lines of a file of ways, as the form has them, and those of them whose text reaches the Markdown. */
async function written(file: string): Promise<{ lines: string[]; through: string[] }> {
  const ways = inForm(readWays(file), 8);
  const pages = await markdownOf(ways.map(({ html }) => html));
  const through = ways.filter((_, at) => pages[at]!.includes(WORD));
  const linesOf = (some: readonly { line: string }[]): string[] => some.map(({ line }) => line);
  return { lines: linesOf(ways), through: linesOf(through) };
}

describe.skipIf(browser === null)('the ways of hiding a text', () => {
  it.each([
    ['unpainted.ways', false],
    ['disclosed.ways', false],
    ['painted.ways', true],
  ] as const)('of %s are painted by Chromium: %s', async (file, isPainted) => {
    const ways = inForm(readWays(file), 24);
    const painted = await paintedTexts(
      browser!,
      ways.map(({ html }) => html),
    );
    expect(ways.filter((_, at) => painted[at] !== isPainted).map(({ line }) => line)).toEqual([]);
  });

  it('keep it from the Markdown of a rendered page', async () => {
    expect(readWays('unpainted.ways').length).toBeGreaterThanOrEqual(250);
    const { lines, through } = await written('unpainted.ways');
    expect(through).toEqual(THROUGH.filter((line) => lines.includes(line)));
  });

  it.each(['painted.ways', 'disclosed.ways'])('keep none of %s', async (file) => {
    const { lines, through } = await written(file);
    expect(through).toEqual(lines);
  });

  it('keep parts alike from it that no script has shown', async () => {
    expect((await written('alike.ways')).through).toEqual([]);
  });

  it('are told where the page gave the built-ins of its world other meanings', async () => {
    const hostile = `<script>Map = Promise = Symbol = undefined; eval = Set.prototype.add = Array.from = null;
      Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = () => [];
      Element.prototype.setAttribute = Element.prototype.checkVisibility = () => true;
      Array.prototype[globalThis.Symbol?.iterator] = null; Array.prototype.push = () => 0;</script>`;
    const told = await markdownOf([`${hostile}<p>Seen.</p><p style="display:none">Not a word.</p>`]);
    expect(told).toEqual(['Seen.']);
  });

  it('hold where an element of the page takes back what is written into it', async () => {
    const script = `<script>customElements.define('x-y', class extends HTMLElement {
      static observedAttributes = ['hidden', 'style', 'data-pagemark-unpainted'];
      attributeChangedCallback(name) { this.removeAttribute(name); } })</script>`;
    const told = await markdownOf([
      `<p>Seen.</p><x-y class="x">Not a word.</x-y><style>.x{opacity:0}</style>${script}`,
    ]);
    expect(told).toEqual(['Seen.']);
  });

  it('are judged below the window too, with the window where it was', async () => {
    const tall = '<div style="height:5000px"></div>';
    const told = await markdownOf([
      `<p>Seen.</p>${tall}<p style="clip-path:inset(50%)">Not a word.</p><p style="color:#fff">Not a word.</p>
      <div style="position:relative"><div style="position:absolute;inset:0;background:#222"></div><p style="position:relative;color:#fff">Seen too.</p></div>`,
    ]);
    expect(told).toEqual(['Seen.\n\nSeen too.']);
  });
});
