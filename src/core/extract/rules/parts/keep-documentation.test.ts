import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepDocumentation } from './keep-documentation.ts';

/** Whether the blocks that say "lost" come back where the model kept all others but a menu. */
function isBack(html: string): boolean {
  const a = annotate(parseHtml(`<ul><li>Menu</li></ul>${html}`, 'https://example.org/boats'));
  const isLost = a.blocks.map(({ first }) => /lost/i.test(a.doc.nodes[first]!.text));
  const keep = Uint8Array.from(isLost, (lost, i) => (lost || i === 0 ? 0 : 1));
  keepDocumentation(scoredPage(a, keep), keep);
  expect(keep[0]).toBe(0);
  return keep.every((value, i) => value === (i === 0 ? 0 : 1));
}

const TEXT = '<p>Hauls the boat out of the water.</p>';
const LOST = '<pre>lost()</pre><p>Lost since version 3.</p>';

test.each([
  ['Sphinx', '<div class="bodywrapper"><div class="body" role="main">', '</div></div>'],
  ['Read the Docs', '<div role="main" class="document"><div itemprop="articleBody">', '</div></div>'],
  ['PyData', '<main class="col bd-content" role="main">', '</main>'],
  ['Material', '<article class="md-content__inner md-typeset">', '</article>'],
  ['Doxygen', '<div class="contents"><div class="memitem">', '</div></div>'],
  ['TypeDoc', '<section class="tsd-panel tsd-member">', '</section>'],
  ['gi-docgen', '<section id="main" class="content">', '</section>'],
  ['AsciiDoc', '<div class="sect1"><div class="sectionbody">', '</div></div>'],
  ['odoc', '<div class="odoc-content">', '</div>'],
  ['Haddock', '<div id="interface"><div class="top">', '</div></div>'],
  [
    'Sphinx, in a theme of its own',
    '<div class="section" id="s"><h2>Boats<a class="headerlink">¶</a></h2>',
    '</div>',
  ],
])('what the model lost from documentation of %s comes back', (_, open, close) => {
  expect(isBack(`${open}${TEXT}${LOST}${close}`)).toBe(true);
});

test('tables of contents, navigation and what is hidden do not, nor what stands in other boxes', () => {
  const written = (part: string): boolean => isBack(`<div class="vp-doc">${TEXT}${part}</div>`);
  expect(written('<div class="local toc"><p>Lost</p></div>')).toBe(false);
  expect(written('<div class="language-selection"><p>Lost</p></div>')).toBe(false);
  expect(written('<nav><p>Lost</p></nav>')).toBe(false);
  expect(written('<p hidden>Lost</p>')).toBe(false);
  expect(isBack(`<div class="page-body" role="main">${TEXT}${LOST}</div>`)).toBe(false);
  expect(isBack(`<div class="card"><div class="body" role="main">${TEXT}${LOST}</div></div>`)).toBe(false);
  expect(isBack(`<section class="content">${TEXT}${LOST}</section>`)).toBe(false);
  expect(isBack(`<div class="sectionbody">${TEXT}${LOST}</div>`)).toBe(false);
});

test('nothing does where most of it went', () => {
  expect(isBack(`<div class="vp-doc">${TEXT}<p>${'Lost at sea. '.repeat(20)}</p></div>`)).toBe(false);
});

test('the title of a page of Doxygen stays, without what the page is part of', () => {
  const header =
    '<div class="header"><div class="headertitle"><div class="title">Lost Boats<div>Lost</div></div></div></div>';
  const a = annotate(parseHtml(`${header}<p>Hauls the boat.</p>`, 'https://example.org/boats'));
  const keep = Uint8Array.from(a.blocks, (_, i) => (i < 2 ? 0 : 1));
  keepDocumentation(scoredPage(a, keep), keep);
  expect([...keep]).toEqual([1, 0, 1]);
});

test.each([
  ['Javadoc', '<div class="header"><div class="subTitle">boats</div><h2 class="title">Class Boat</h2></div>'],
  [
    'Haddock',
    '<div id="module-header"><table class="info"><tr><td>boats</td></tr></table><p class="caption">Data.Boat</p></div>',
  ],
])('so does that of %s', (_, header) => {
  const html = `${header}<div class="contentContainer"><p>Hauls the boat.</p></div>`;
  const a = annotate(parseHtml(html, 'https://example.org/boats'));
  const keep = Uint8Array.from(a.blocks, (_, i) => (i < a.blocks.length - 1 ? 0 : 1));
  keepDocumentation(scoredPage(a, keep), keep);
  expect([...keep]).toEqual([0, 1, 1]);
});
