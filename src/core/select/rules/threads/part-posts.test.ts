import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { partPosts } from './part-posts.ts';

const ASKED = '<h1>Paint</h1><div class="question"><p>Which paint stays on a hull?</p></div>';
const SAYS = '<p>I scraped the hull in April, and the paint has not come off since.</p>';

/** Places of the posts that a rule is due ahead of, on a page of which all stays but what is called `gone`. */
function parted(posts: readonly string[], name = 'answer', tag = 'div', above = ASKED): number[] {
  const html = posts.map((post) => `<${tag} class="${name}" title="post">${post}</${tag}>`).join('');
  const a = annotate(parseHtml(`<main>${above}${html}</main>`, 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text === 'gone' ? 0 : 1));
  const due = partPosts(scoredPage(a, keep), keep);
  const boxes = a.doc.nodes.filter((node) => node.attrs.some(({ value }) => value === 'post'));
  return boxes.flatMap((box, k) => (due[box.index] === 1 ? [k] : []));
}

test('nothing parts a post from its heading above', () => {
  expect(parted([SAYS, SAYS], 'message', 'article', '<h1>Paint</h1>')).toEqual([1]);
});

test('posts with headings or markers of their own are parted by them', () => {
  expect(parted([`<h4>Ada</h4>${SAYS}`, `<h4>Bert</h4>${SAYS}`])).toEqual([]);
  expect(parted([SAYS, SAYS], 'answer', 'li')).toEqual([]);
});

test('a line with the author is easily missed, wherever a box is around all posts', () => {
  const posts = [`<div><b>Ada</b> in May</div>${SAYS}`, `<div><a href="/b">Bert</a></div>${SAYS}`];
  expect(parted(posts)).toEqual([0, 1]);
  const around = `${ASKED}<section class="comment"></section><section class="comment">`;
  expect(parted(posts, 'answer', 'div', around)).toEqual([0, 1]);
});

test('cards, short texts and a single post are no thread', () => {
  expect(parted([SAYS, SAYS], 'post-card')).toEqual([]);
  expect(parted(['<p>Yes</p>', '<p>No</p>'])).toEqual([]);
  expect(parted([SAYS])).toEqual([]);
});
