import { expect, it } from 'vitest';
import { extractiveProvider } from '../../src/ai/extractive/extractive-provider.ts';
import { splitSentences } from '../../src/ai/extractive/inline-text.ts';
import { endsOpen, isFinished, isQuestion, readBlocks, readPage } from '../../src/ai/extractive/page.ts';
import type { AiTask } from '../../src/ai/provider.ts';
import { convertHtml } from '../../src/core/convert-html.ts';
import { HOSTILE_MARKUP } from '../../src/core/html/hostile-markup.fixture.ts';
import { parseHtml } from '../../src/core/html/parse.ts';
import { withoutInvisible } from '../../src/core/invisible-characters.ts';
import { readMetadata } from '../../src/core/metadata/metadata.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { extract } from '../../src/core/select/extract.ts';
import { inForm } from '../support/full-form.ts';
import { isLinear } from './is-linear.ts';

const URL_OF_PAGE = 'https://example.org/';
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const parse = (html: string) => parseHtml(html, URL_OF_PAGE);

it.each(inForm(HOSTILE_MARKUP, 2))('parsing takes time linear in %s', async (_, page, n) => {
  expect(await isLinear(parse, page, n)).toBe(true);
});

it.each([
  ['deep and on wide', `${'<div>'.repeat(400)}`, '<p>some words here <a href=x>and a link</a></p>'],
  ['hidden and shown', '<p>Some words here.</p><p>', '<span hidden>a</span> b '],
  [
    'repeated and nested',
    `<p>Some words here.</p>${'<details>'.repeat(100)}`,
    '<p hidden>a b</p><table><td>c</table>',
  ],
])('selection takes time linear on %s pages', async (_, open, part) => {
  const work = (html: string) => extract(annotate(parse(html)), { url: URL_OF_PAGE });
  expect(await isLinear(work, (n) => open + part.repeat(n), 4000)).toBe(true);
});

it.each([
  ['bylines that hold bylines', (n: number) => '<div class=author>'.repeat(n)],
  ['links to the front page', (n: number) => '<a href=/>'.repeat(n)],
  ['links to other front pages', (n: number) => '<a href=//a.example>'.repeat(n)],
  ['front pages by name', (n: number) => `<title>a - b</title>${'<a href=/ title=c>'.repeat(n)}`],
  ['visible names', (n: number) => `<h1>T</h1>${'<div class=x-author__y><a>By '.repeat(n)}`],
  ['metas', (n: number) => '<meta name=author content=x>'.repeat(n)],
  ['tags in a title', (n: number) => `<title>${'<b '.repeat(n)}</title>`],
  [
    'structured data',
    (n: number) => ld(Array.from({ length: n }, () => ({ '@type': 'Article', author: { '@id': 'x' } }))),
  ],
  ['separators', (n: number) => `<title>${'a - '.repeat(n)}</title>`],
])('metadata take time linear in %s', async (_, page) => {
  const work = (html: string) => readMetadata(parse(html), URL_OF_PAGE);
  expect(await isLinear(work, page, 10_000)).toBe(true);
});

it.each([
  '\u2066',
  '\u202a',
  '\u2069',
  '\u2066a\u2069',
  '\u001b[',
  '\u001b]',
  '\u200d',
  '\ufe0f',
  '🏴\u{e0067}',
])('invisible characters are left out in time linear in %j', async (unit) => {
  const work = (text: string) => withoutInvisible(text, 'prose');
  expect(await isLinear(work, (n) => `א${unit.repeat(n)}`)).toBe(true);
});

it.each([
  ['blanks in an item', (n: number) => `* [x] ${' '.repeat(n)}\u2028`],
  ['blanks in a row below a table head', (n: number) => `a|b\n-|- ${'\t'.repeat(n)}x`],
  ['signs at the end of a heading', (n: number) => `# ${'#'.repeat(n)}x`],
])('reads Markdown in time linear in %s', async (_, markdown) => {
  expect(await isLinear(readBlocks, markdown)).toBe(true);
});

it.each([isFinished, endsOpen, isQuestion, splitSentences])(
  'looks for the end of a sentence in time linear in what looks like references to notes',
  async (read) => {
    expect(await isLinear(read, (n) => `${'!][^'.repeat(n / 4)}!a`)).toBe(true);
  },
);

/** So many characters of words that are all different. */
const words = (n: number) => Array.from({ length: n / 5 }, (_, at) => `q${at.toString(36)}z`).join(' ');

const SELECTED: readonly (readonly [string, Omit<AiTask, 'markdown'>, (n: number) => string])[] = [
  ['a list', { customPrompt: 'all prices' }, (n) => '- ab\n'.repeat(n / 5)],
  [
    'a table',
    { customPrompt: 'List all prices' },
    (n) => `| Name | Price |\n|---|---|\n${'| A chair | € 20,50 |\n'.repeat(n / 20)}`,
  ],
  [
    'a heading over sentences',
    { template: 'generate-questions' },
    (n) => `# T\n\n## ${words(n / 4)}\n\n${'Bb cc dd ee. '.repeat(n / 18)}`,
  ],
  ['a subject', {}, (n) => `${words(n / 2)}\n\n${words(n / 2)}.`],
  [
    'words that begin as those of the prompt',
    { customPrompt: 'What is price pricea priceb pricec?' },
    (n) => `- price${words(n).replaceAll(' ', '\n- price')}`,
  ],
];

it.each(inForm(SELECTED, 2))('answers by selecting in time linear in %s', async (_, task, markdown) => {
  const answer = async (page: string) => {
    const events = extractiveProvider.stream({ ...task, markdown: page }, new AbortController().signal);
    // What cannot be followed is refused, after the page was read.
    await events[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
  };
  expect(await isLinear(answer, markdown, 50_000)).toBe(true);
});

it('finds short lines by no more of long headings than by short ones', async () => {
  const lines = 'ab\n\n'.repeat(1000);
  const page = `# T\n\n## ${words(5000)}\n\n${lines}${[2, 3, 4, 5, 6].map((depth) => `${'#'.repeat(depth)} ${words(280)}\n\nAb cd.\n\n`).join('')}${lines}`;
  const { units } = await readPage(page, new AbortController().signal);
  const terms = units.reduce((sum, { context }) => sum + context.size, 0);
  expect(terms).toBeLessThan(50 * units.length);
});

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
  ['lines of boxes in each other behind code', (n) => pageWith(`<pre>a</pre>${'<div>\n'.repeat(n / 4)}`)],
  [
    'a class that is named again and again',
    (n) => pageWith(`<p class="${'a '.repeat(n / 2)}">word</p>`, '<style>.a{display:none}</style>'),
  ],
  [
    'pictures below a paragraph of many parts',
    (n) =>
      pageWith(
        `<p>${'<b>a</b> <i>b</i> '.repeat(n / 64)}</p>${'<p><img src=/cast-iron-plant.jpg></p>'.repeat(n / 64)}`,
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
it.each(inForm(PARTS, 2))('takes time linear in %s', async (_, page) => {
  expect(await isLinear(convert, page)).toBe(true);
});

it('takes no time that doubles with every emoji of an alternative text', async () => {
  const page = (n: number): string =>
    pageWith(`<p>a <img class="emoji" src="/emoji/1f600.png" alt="${'\u{1f9b0}'.repeat(n)}!"> b</p>`);
  expect(await isLinear(convert, page, 6)).toBe(true);
});
