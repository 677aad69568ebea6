import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer } from './rendering-harness.ts';

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
