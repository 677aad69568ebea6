import { expect, it } from 'vitest';
import { splitSentences } from '../../src/ai/extractive/inline-text.ts';
import { endsOpen, isFinished, isQuestion, readBlocks } from '../../src/ai/extractive/page.ts';
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

it.each(inForm(HOSTILE_MARKUP, 2))('parsing takes time linear in %s', (_, page, n) => {
  expect(isLinear(parse, page, n)).toBe(true);
});

it.each([
  ['deep and on wide', `${'<div>'.repeat(400)}`, '<p>some words here <a href=x>and a link</a></p>'],
  ['hidden and shown', '<p>Some words here.</p><p>', '<span hidden>a</span> b '],
  [
    'repeated and nested',
    `<p>Some words here.</p>${'<details>'.repeat(100)}`,
    '<p hidden>a b</p><table><td>c</table>',
  ],
])('selection takes time linear on %s pages', (_, open, part) => {
  const work = (html: string) => extract(annotate(parse(html)), { url: URL_OF_PAGE });
  expect(isLinear(work, (n) => open + part.repeat(n), 4000)).toBe(true);
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
])('metadata take time linear in %s', (_, page) => {
  const work = (html: string) => readMetadata(parse(html), URL_OF_PAGE);
  expect(isLinear(work, page, 10_000)).toBe(true);
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
])('invisible characters are left out in time linear in %j', (unit) => {
  const work = (text: string) => withoutInvisible(text, 'prose');
  expect(isLinear(work, (n) => `א${unit.repeat(n)}`)).toBe(true);
});

it.each([
  ['blanks in an item', (n: number) => `* [x] ${' '.repeat(n)}\u2028`],
  ['blanks in a row below a table head', (n: number) => `a|b\n-|- ${'\t'.repeat(n)}x`],
  ['signs at the end of a heading', (n: number) => `# ${'#'.repeat(n)}x`],
])('reads Markdown in time linear in %s', (_, markdown) => {
  expect(isLinear(readBlocks, markdown)).toBe(true);
});

it.each([isFinished, endsOpen, isQuestion, splitSentences])(
  'looks for the end of a sentence in time linear in what looks like references to notes',
  (read) => {
    expect(isLinear(read, (n) => `${'!][^'.repeat(n / 4)}!a`)).toBe(true);
  },
);
