import { expect, test } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../page/annotate.ts';
import { keepAuthors } from './keep-authors.ts';
import { scoredPage } from './scored-page.fixture.ts';

const SAYS = '<p>I scraped the hull in April, and the paint has not come off since.</p>';

/** Lines that come back of a thread of which the model kept the texts, and of it what begins with "kept". */
function back(posts: readonly string[], attributes = 'class="answer"'): string[] {
  const html = posts.map((post) => `<div ${attributes}>${post}${SAYS}</div>`).join('');
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const model = texts.map((text) => /^(?:I scraped|kept)/.test(text));
  const keep = Uint8Array.from(model, Number);
  const page = scoredPage(a, keep);
  keepAuthors(page, keep);
  return texts.filter((_, i) => keep[i] === 1 && !model[i]);
}

test('names of members come back to posts that stay without one', () => {
  expect(
    back(['<div><a href="/users/7/ada">Ada</a></div>', '<div><a href="/users/8">Bert</a></div>']),
  ).toEqual(['Ada', 'Bert']);
  expect(back(['<div class="username">Ada</div>', '<div class="username">Bert</div>'])).toHaveLength(2);
});

test('microdata goes before links, and what a post says of its author before both', () => {
  const editor = '<div><a href="/users/9">Cleo</a></div>';
  const author = (name: string): string => `${editor}<div itemprop="author"><a href="/p">${name}</a></div>`;
  expect(back([author('Ada'), author('Bert')])).toEqual(['Ada', 'Bert']);
  const names = '<div><a href="/user/bert">Bert</a></div><div><a href="/user/ada">Ada</a></div>';
  expect(back([names, names], 'class="post" data-username="Nobody"')).toEqual([]);
  const others = ['Bert', 'Bert', 'Cleo'].map((name) => `<div><a href="/user/x">${name}</a></div>`);
  expect(back(others, 'class="post" data-author="Bert"')).toEqual([]);
});

test('no initials, controls, labels or long lines do', () => {
  const twice = (line: (name: string) => string): string[] => back([line('Ada'), line('Bert')]);
  expect(twice((name) => `<div><a href="/users/7">${name[0]}</a></div>`)).toEqual([]);
  expect(
    twice((name) => `<div><a href="/u/x">${name[0]}<i class="visually-hidden">${name}</i></a></div>`),
  ).toEqual([]);
  expect(twice(() => '<div><a href="/user/login?to=3">Reply</a></div>')).toEqual([]);
  expect(twice(() => '<div class="author">Author</div>')).toEqual([]);
  expect(twice((name) => `<div class="author">${name} has been here for ten years</div>`)).toEqual([]);
  expect(twice((name) => `<div hidden class="author">${name}</div>`)).toEqual([]);
});

test('threads whose posts have names or headings, and single posts, stay as they are', () => {
  expect(back(['<div class="author">kept Ada</div>', '<div class="author">kept Bert</div>'])).toEqual([]);
  const headed = (name: string): string => `<h4>kept ${name}</h4><div class="author">${name}</div>`;
  expect(back([headed('Ada'), headed('Bert')])).toEqual([]);
  expect(back(['<div class="author">Ada</div>'])).toEqual([]);
});
