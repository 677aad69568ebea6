import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { PageWorld } from '../../src/rendering/page-world.ts';
import { readPage } from '../../src/rendering/read-page.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { readWays, WORD } from '../hidden/read-ways.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { paintedTexts } from './painted.ts';
import { BROWSER, rendered, testRenderer } from './rendering-harness.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

/** The ways that come through, which SECURITY.md names: a picture may lie behind the letters, and what filters and perspective do is not told. */
const THROUGH = [
  'style filter:invert(1)',
  'style transform:perspective(1px) translateZ(2px)',
  'style color:white;background:url(a.png) white',
];

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

/** Each a line of the page, and whether readers see it or open it: the styles come as a file of their own. */
const LINES: readonly (readonly [html: string, isShown: boolean])[] = [
  ['<p class="gone">', false],
  ['<p class="unseen">', false],
  ['<p class="clipped">', false],
  ['<p class="flat">', false],
  ['<p class="afar">', false],
  ['<p class="tiny">', false],
  ['<p class="outlined">', false],
  ['<section class="gone"><p>', false],
  ['<p class="skipped">', false],
  ['<p class="gone" style="display:block!important">', true],
  ['<p class="always" style="display:none">', true],
  ['<p class="wide">', true],
  ['<p class="narrow">', false],
  ['<p class="faded">', false],
  ['<p hidden="until-found">', true],
  ['<details><summary>More</summary><p>', true],
  ['<div class="gone" role="tabpanel"><p>', false],
  ['<div class="folded"><p>', false],
];

const CSS = `.gone { display: none } .unseen { visibility: hidden } .tiny { font-size: 0 } .skipped { content-visibility: hidden }
.clipped { position: absolute; clip: rect(0 0 0 0) } .outlined { clip-path: inset(50%) } .afar { position: absolute; left: -9999px }
.flat { position: absolute; height: 1px; width: 1px; overflow: hidden } .always { display: block !important } .faded { opacity: 0 }
.wide { display: none } @media (min-width: 600px) { .wide { display: block } .narrow { display: none } }
.folded { height: 0; overflow: hidden }`;

const word = (at: number): string => `harbour${at}`;
const PROSE = 'The quay was built of stones that ships had carried as ballast, and it has stood ever since. ';
const endTags = (html: string): string =>
  [...html.matchAll(/<(p|section|details|div)\b/g)]
    .map(([, tag]) => `</${tag}>`)
    .reverse()
    .join('');
const PAGE = `<!doctype html><title>Quay</title><link rel="stylesheet" href="/page.css"><main><h1>The quay</h1><p>${PROSE.repeat(6)}</p>
${LINES.map(([html], at) => `${html}The ${word(at)} lies here.${endTags(html)}`).join('\n')}
</main><div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
'<style>.x { display: none }</style><p>In the shadow.</p><p class="x">Not in the shadow.</p>'</script>`;

let site: Upstream;
let renderer: Renderer;
beforeAll(async () => {
  // Whoever forbids style attributes must not keep what is hidden from being told.
  const head = {
    'content-type': 'text/html',
    'content-security-policy': "style-src 'self'; script-src 'unsafe-inline'",
  };
  site = await startUpstream({
    '/': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
    '/strict': (_request, response) => response.writeHead(200, head).end(PAGE),
    '/page.css': (_request, response) => response.writeHead(200, { 'content-type': 'text/css' }).end(CSS),
  });
  renderer = testRenderer({ allow: [site.address], slots: 1 });
});
afterAll(async () => {
  await renderer?.close();
  await site?.close();
});

describe.skipIf(BROWSER === null)('a rendered page', () => {
  test.each(['/', '/strict'])('%s has what readers see or open, and nothing else', async (path) => {
    const { html } = await rendered(renderer, `${site.url}${path}`);
    const { markdown } = convertHtml(html, { scope: 'full' }, { rendered: true });
    const seen = LINES.map(([line], at) => [line, markdown.includes(`${word(at)} `)]);
    // A policy of the page takes its style attributes away.
    expect(seen).toEqual(
      LINES.map(([line, isShown]) => [
        line,
        path === '/strict' && /style=/.test(line) ? line.includes('always') : isShown,
      ]),
    );
    expect(markdown).toContain('In the shadow.');
    if (path === '/') expect(markdown).not.toContain('Not in the shadow.');
  });
});
