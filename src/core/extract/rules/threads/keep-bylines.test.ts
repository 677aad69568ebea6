import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepBylines, keepSpeakers } from './keep-bylines.ts';

const SAYS = '<p>I scraped the hull in April, and the paint has not come off since.</p>';

/** Lines that come back of a thread of three posts, of which the model kept the texts. */
function back(byline: string, says = SAYS, posts = 3): string[] {
  const html = `<div class="post">${byline}${says}</div>`.repeat(posts);
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text.startsWith('I scraped') ? 1 : 0));
  const page = scoredPage(a, keep);
  keepBylines(page, keep);
  return texts.filter((text, i) => keep[i] === 1 && !text.startsWith('I scraped'));
}

const AUTHOR = '<span itemprop="author"><a href="/u/ada">Ada</a></span>';

test('the line of a post that declares its author and its date stays with it', () => {
  expect(back(`<div>${AUTHOR} <time datetime="2025-01-06">January 6</time></div>`)).toEqual([
    'Ada',
    'Ada',
    'Ada',
  ]);
  expect(back(`<div>${AUTHOR} <b itemprop="datePublished">January 6</b></div>`)).toHaveLength(3);
});

test('who speaks stays with what they say', () => {
  expect(back('<div class="transcript-item-speaker"><img src="/a.jpg"><div>Ada</div></div>')).toEqual([
    'Ada',
    'Ada',
    'Ada',
  ]);
  expect(back('<div class="loudspeaker">Ada</div>')).toEqual([]);
  expect(back('<div class="speaker-list">See all speakers</div>')).toEqual([]);
});

test('no other line does', () => {
  expect(back(`<div>${AUTHOR} 12 posts</div>`)).toEqual([]);
  expect(back('<div>Ada <time>January 6</time></div>')).toEqual([]);
  expect(back(`<div hidden>${AUTHOR} <time>January 6</time></div>`)).toEqual([]);
  const long = 'who has been a member of this harbour for ten years and more';
  expect(back(`<div>${AUTHOR} ${long} <time>January 6</time></div>`)).toEqual([]);
});

test('nor does that of a reply that went', () => {
  const byline = `<div>${AUTHOR} <time>January 6</time></div>`;
  const reply = `<div>${byline}<p>gone</p><p>gone</p><p>gone</p></div>`;
  expect(back('', `${SAYS}${reply}`)).toEqual([]);
});

test('nor does that of posts that are no thread or that mostly went', () => {
  const byline = `<div>${AUTHOR} <time>January 6</time></div>`;
  expect(back(byline, SAYS, 2)).toEqual([]);
  expect(back(byline, `${SAYS}<p>${'gone '.repeat(40)}</p>`)).toEqual([]);
});

/** Who is named below three quotations, of which the model kept the words and a share of the names. */
function named(speaker: string, share = 0.5, said = SAYS): string[] {
  const html = `<div class="card">${said}${speaker}</div>`.repeat(3);
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => (said.includes(text) ? 1 : 0));
  const chances = texts.map(() => share * 1000);
  const page = scoredPage(a, keep, { threshold: 1000, chances });
  keepSpeakers(page, keep);
  return texts.filter((_, i) => keep[i] === 0);
}

test('who is quoted stays right below what they said', () => {
  expect(named('<cite>Ada</cite>')).toEqual([]);
  expect(named('<div class="elementor-testimonial__name">Ada</div>')).toEqual([]);
  expect(named('<div class="quote-author"><b>Ada</b><p>Captain</p></div>')).toEqual([]);
});

test('other lines do not, nor one that the model did not half keep or that nothing was said above', () => {
  expect(named('<div class="share">Share</div>')).toHaveLength(3);
  expect(named('<cite>Ada</cite>', 0.4)).toHaveLength(3);
  expect(named('<cite>Ada</cite>', 1, '<p>Well said.</p>')).toHaveLength(3);
  expect(named(`<cite>${'word '.repeat(16)}</cite>`)).toHaveLength(3);
});
