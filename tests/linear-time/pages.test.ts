import { expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { inForm } from '../support/full-form.ts';
import { isLinear } from './is-linear.ts';

/** A page of prose with a part of its own. */
const pageWith = (part: string, head = ''): string =>
  `<title>Tides</title>${head}<main><article><h1>How tides work</h1><p>The tide comes in twice a day, and twice a day it
goes out again, because the moon pulls at the sea.</p>${part}</article></main>`;

const TAB = '\t';
const PARTS: readonly (readonly [string, (n: number) => string])[] = [
  ['words in a code span', (n) => pageWith(`<p>a <code> ${'a'.repeat(n)}</code> b</p>`)],
  ['emphasis that does not end', (n) => pageWith('<p><em>line of a poem '.repeat(n / 64))],
  ['equal links that touch', (n) => pageWith(`<p>${'<a href="/a">word</a>'.repeat(n / 2)}</p>`)],
  ['blanks in a code span', (n) => pageWith(`<p>a <code> ${TAB.repeat(n)}x\n </code> b</p>`)],
  ['blanks in a formula', (n) => pageWith(`<p>a <img data-formula="x${TAB.repeat(n)}y" src="/a.png"></p>`)],
  [
    'blanks in the script of a formula',
    (n) => pageWith(`<p>a <script type="math/tex">x${TAB.repeat(n)}y</script></p>`),
  ],
  [
    'a formula that does not end',
    (n) => pageWith(`<img data-tex="{\\textstyle${TAB.repeat(n)}x" src="/a.png">`),
  ],
  [
    'rules of the page that hide',
    (n) =>
      pageWith(
        '<p class="a b">word</p>'.repeat(n / 8),
        `<style>${'.a{display:none}.b.c{display:block}'.repeat(n / 32)}</style>`,
      ),
  ],
  [
    'rules without an end',
    (n) =>
      pageWith('<p class="a">word</p>', `<style>${'@media screen{.a{display:none'.repeat(n / 8)}</style>`),
  ],
  [
    'marked parts of code in each other',
    (n) => pageWith(`<pre><code>${'<span class="line ins">'.repeat(n / 64)}${'a\n'.repeat(n)}</code></pre>`),
  ],
  ['letters of an operator', (n) => pageWith(`<p>a <math><mo>${'a '.repeat(n / 2)}</math> b</p>`)],
  ['operators of a row', (n) => pageWith(`<p>a <math>${'<mo>∑</mo><mi>a</mi>'.repeat(n / 8)}</math> b</p>`)],
  [
    'a formula that takes in the page',
    (n) => pageWith(`<p><math><mi>x${'<p>words of prose</p>'.repeat(n / 8)}`),
  ],
  ['formulas without their ends', (n) => pageWith('<p><math><mi>x</mi> words '.repeat(n / 8))],
  ['folders of formulas', (n) => pageWith(`<img src="${'/tex'.repeat(n)}/">`)],
  ['blanks in a number', (n) => pageWith(`<p><span itemprop="position">${TAB.repeat(n)}x</span></p>`)],
  ['names of callouts', (n) => pageWith(`<div class="${'admonitiong'.repeat(n / 8)}.">a</div>`)],
  ['parts of callouts', (n) => pageWith(`<div class="admonition ${'acallouto'.repeat(n / 8)}">a</div>`)],
  [
    'names of speakers',
    (n) => pageWith(`<p>${'a b '.repeat(9)}</p><p class="n${'quote'.repeat(n / 4)}!">c</p>`),
  ],
  [
    'names of notes',
    (n) =>
      pageWith(
        `<p>a<a href="#note${'-0e'.repeat(n / 2)}!">1</a></p><p id="note${'-0e'.repeat(n / 2)}!">1 b</p>`,
      ),
  ],
  [
    'addresses that share',
    (n) => pageWith(`<p><a href="https://${'l.pinterest.'.repeat(n / 8)}!">a</a></p>`),
  ],
  ['addresses of scripts', (n) => pageWith('', `<script src="${'katex'.repeat(n / 4)}"></script>`)],
  ['blanks in a title', (n) => pageWith('').replace('Tides', `Tides${'\n'.repeat(n)}of the sea`)],
  [
    'a declared price',
    (n) =>
      pageWith(
        '<p>$5</p>',
        `<script type="application/ld+json">{"@type": "Product","price":"1${'.'.repeat(n)}1"}</script>`,
      ),
  ],
  [
    'blanks in structured data',
    (n) => pageWith('', `<script type="application/ld+json">--&gt;-->${TAB.repeat(n)}{</script>`),
  ],
  ['blanks in a forward', (n) => `<meta http-equiv="refresh" content="0,${TAB.repeat(n)}"><p>a</p>`],
];

function convert(html: string): void {
  const page = convertHtml(html, { url: 'https://example.org/tides' });
  void [page.markdown, page.text, page.metadata];
}

// The gate of growth counts the steps of pages of these kinds, so the short form times every second.
it.each(inForm(PARTS, 2))('takes time linear in %s', (_, page) => {
  expect(isLinear(convert, page)).toBe(true);
});

it('takes no time that doubles with every emoji of an alternative text', () => {
  const page = (n: number): string =>
    pageWith(`<p>a <img class="emoji" src="/emoji/1f600.png" alt="${'\u{1f9b0}'.repeat(n)}!"> b</p>`);
  expect(isLinear(convert, page, 6)).toBe(true);
});
