import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { wordHashes } from '../../../page/word-scan.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepByline } from './keep-byline.ts';

/** Lines that come back of a page of which the heading stays, what says a boat and what begins with "kept". */
function back(html: string, author = ''): string[] {
  const a = annotate(parseHtml(`<main><h1>Which boat sails?</h1>${html}</main>`, 'https://example.org/7'));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const model = texts.map((text) => /^kept|boat/.test(text));
  const keep = Uint8Array.from(model, Number);
  keepByline(scoredPage(a, keep, { author: () => [wordHashes(author)] }), keep);
  return texts.filter((_, i) => keep[i] === 1 && !model[i]);
}

const STARTED = '<ul><li>Start date <time datetime="2024-03-06">Mar 6, 2024</time></li></ul>';
const post = (head: string): string =>
  `<article class="message">${head}<p>The boat in the harbour sails at dawn, when the wind is still.</p></article>`;

test('who wrote a text and when comes back, once', () => {
  const byline = '<p class="byline">By Ada Moss</p><p class="byline">7 March 2024</p>';
  expect(back(`${byline}<p>The boat sails.</p>`)).toEqual(['By Ada Moss', '7 March 2024']);
  expect(back(`<p class="byline">kept by Ada</p><p>7 March 2024</p><p>8 March 2024</p>`)).toEqual([
    '7 March 2024',
  ]);
});

test('what the first post of a thread says of itself is not said above it, nor the rank of its author', () => {
  const dated = post('<h4 class="author">kept Ada</h4><p class="author">Member</p><p>kept 6 March 2024</p>');
  expect(back(STARTED + dated + dated)).toEqual([]);
  expect(back(STARTED + post('<p>Sailor</p>'))).toEqual(['Start date Mar 6, 2024']);
  // A box of one line that calls itself a message is no post, and comments below a text say nothing of it.
  expect(back(`${STARTED}<p class="message">Closed</p>${dated}`)).toEqual([]);
  expect(back(`${STARTED}<p>${'One boat after the other sails at dawn. '.repeat(4)}</p>${dated}`)).toEqual([
    'Start date Mar 6, 2024',
  ]);
});

const STANDFIRST = `<p>kept: ${'who sails in the winter and what it costs them, '.repeat(3)}</p>`;
const TEXT = `<p>${'The boat sails at dawn, when the wind is still, and comes back at night. '.repeat(3)}</p>`;

test('a by-line comes back behind a standfirst and the controls of a player, not from the text', () => {
  const player = '<button>Play</button>'.repeat(25);
  expect(back(`${STANDFIRST}${player}<div>Par Ada Moss</div><p>7 March 2024</p>${TEXT}`)).toEqual([
    'Par Ada Moss',
    '7 March 2024',
  ]);
  expect(back(`${STANDFIRST}${TEXT}<div>By Ada Moss</div><p>7 March 2024</p>`)).toEqual([]);
  expect(back(`<h2>Events</h2><div>By Ada Moss</div><p>7 March 2024</p>${TEXT}`)).toEqual([]);
  expect(
    back(`<div>2024-03-07 12:03 作者：曹磊 来源：东方网 选稿：曾炟 上海的船在黎明起航</div>${TEXT}`),
  ).toHaveLength(1);
});

test('the name that the page states as its author is a by-line wherever nothing calls it so', () => {
  const names = '<div class="author"><div>News</div><div>Harbour</div></div><div>Ada Moss, reporter</div>';
  expect(back(`${names}${TEXT}`, 'Ada Moss')).toEqual(['Ada Moss, reporter']);
  expect(back(`<div>Ada Moss</div>${TEXT}`)).toEqual([]);
});

test('a date comes back from a bar with the signs of networks, and behind a name with a small "von"', () => {
  const signs = '<a href="/s"><svg><path/><path/></svg></a> '.repeat(20);
  expect(back(`<div>von Ada Moss</div><div>7 March 2024 ${signs}</div>${TEXT}`)).toHaveLength(2);
});

test('the author whom nothing names at the title comes back from the text or below it, once, and from nowhere else', () => {
  const box = '<div class="box"><a href="/ada">Ada Moss</a></div>';
  const more = '<ul><li><a href="/1">The wind</a></li></ul>';
  expect(back(`${TEXT}${TEXT}${box}${more}`, 'Ada Moss')).toEqual(['Ada Moss']);
  expect(back(`${TEXT}<p>Written by Ada Moss</p>${TEXT}${box}`, 'Ada Moss')).toEqual(['Written by Ada Moss']);
  expect(back(`${TEXT}${TEXT}<p>kept: Ada Moss sails it.</p>${box}`, 'Ada Moss')).toEqual([]);
  expect(back(`${TEXT}${TEXT}<p>Follow Ada Moss on the news</p>`, 'Ada Moss')).toEqual([]);
  const teaser = '<li><a href="/wind">The wind</a> <p>Ada Moss</p></li>';
  expect(back(`${TEXT}${TEXT}<ul>${teaser.repeat(4)}</ul>`, 'Ada Moss')).toEqual([]);
  expect(back(`${TEXT}${TEXT}<div class="comment-list">${box}</div>`, 'Ada Moss')).toEqual([]);
  expect(back(`${TEXT}${TEXT}${more.repeat(2)}`, '')).toEqual([]);
  expect(back(`${TEXT}${TEXT}<ul>${'<li>The wind</li>'.repeat(30)}</ul>${box}`, 'Ada Moss')).toEqual([]);
});
