import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepPostDates } from './keep-post-dates.ts';

const SAYS = '<div>Boats sail at dawn, when the wind is still.</div>';

/** Lines that come back of a page of which the model kept the texts, and what begins with "kept". */
function back(html: string): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/thread'));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const model = texts.map((text) => /^(?:Boats sail|kept|Aye)/.test(text));
  const keep = Uint8Array.from(model, Number);
  keepPostDates(scoredPage(a, keep), keep);
  return texts.filter((_, i) => keep[i] === 1 && !model[i]);
}

/** The same of three posts with this line. */
const backToPosts = (line: string, kind = 'class="message"', says = SAYS): string[] =>
  back(`<article ${kind}>${line}${says}</article>`.repeat(3));

const TIME = '<ul><li><a href="#p"><time datetime="2024-05-01">May 1, 2024</time></a></li></ul>';

test('the line that says when comes back to posts, by its elements or its text', () => {
  expect(backToPosts(TIME)).toEqual(['May 1, 2024', 'May 1, 2024', 'May 1, 2024']);
  expect(backToPosts('<p>by <a href="/u/1">Ada</a> » Sat Feb 24, 2024 12:41 pm</p>')).toHaveLength(3);
  expect(
    backToPosts('<div>answered <span title="2009-05-02 00:09:23Z">2 years ago</span></div>'),
  ).toHaveLength(3);
  expect(backToPosts('<div>发表于 2024-3-4 09:12:33</div>', 'id="post_7"')).toHaveLength(3);
});

test('of several lines the plainest comes back, and none to posts that have one', () => {
  const narrow = '<div class="narrow">1 May 2024</div>';
  expect(backToPosts(`${narrow}${TIME}`)).toEqual(['May 1, 2024', 'May 1, 2024', 'May 1, 2024']);
  expect(backToPosts(`<p>kept <time>1 May</time></p>${TIME}`)).toEqual([]);
  // Of the post around a post, too.
  const inner = `<header>${TIME}</header><div class="message__post"><p><time>1 May</time></p>${SAYS}</div>`;
  expect(back(`<article class="entry--post">${inner}</article>`.repeat(3))).toHaveLength(3);
});

test('short answers of a thread have theirs, and answers to answers', () => {
  const post = (says: string, answer = ''): string =>
    `<article class="comment">${TIME}${says}<div class="replies">${answer}</div></article>`;
  expect(back(post(SAYS, post(SAYS)) + post('<p>Aye.</p>'))).toHaveLength(3);
});

test('dates of edits, of joining and in quotes are others', () => {
  expect(backToPosts('<p>Edited by Ada <time>May 1, 2024</time></p>')).toEqual([]);
  expect(backToPosts('<div class="last-edit">Ada, May 1, 2024</div>')).toEqual([]);
  expect(backToPosts('<div class="post-author"><ul><li>1 May 2004</li></ul></div>')).toEqual([]);
  expect(backToPosts('<blockquote><p>Bert, May 1, 2024</p></blockquote>')).toEqual([]);
  const joined = '<aside class="authorPane"><p><time>1 May 2004</time></p></aside>';
  const posted = '<p><a href="#p">Posted <time>2 May 2024</time></a></p>';
  expect(backToPosts(`${joined}${posted}`)).toEqual(Array(3).fill('Posted 2 May 2024'));
});

test('a line with a year and a number is no date', () => {
  expect(backToPosts('<div>Sales rose 3 % in 2021</div>')).toEqual([]);
  expect(backToPosts('<div>on 12th of wherever, since 3 May 2021 12:00</div>')).toEqual([]);
});

test('cards, single posts and entries of lists are no thread', () => {
  expect(backToPosts(TIME, 'class="entry"')).toEqual([]);
  expect(
    backToPosts(TIME, 'class="post"', '<h3>kept Boats sail at dawn, when the wind is still today</h3>'),
  ).toEqual([]);
  expect(back(`<article class="post">${TIME}${SAYS}</article>`)).toEqual([]);
});
