import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepAuthors } from './keep-authors.ts';

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

test('the names that some posts of a thread lack come back, however many have theirs', () => {
  const names = ['kept Ada', 'kept Bert', 'Cleo'].map((name) => `<div class="author">${name}</div>`);
  expect(back(names)).toEqual(['Cleo']);
});

test('what stands around a post says who wrote it, and posts of one class are of one thread', () => {
  const post = (name: string, around: string): string =>
    `<li class="${around}" data-username="${name}"><div class="post-container"><div itemprop="author"><a href="/user/${name}">${name}</a></div>` +
    `<div itemprop="author"><a href="/groups/crew">Crew</a></div>${SAYS}</div></li>`;
  const a = annotate(
    parseHtml(`<ul>${post('ada', 'first')}${post('bert', '')}</ul>`, 'https://example.org/boats'),
  );
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => Number(text.startsWith('I scraped')));
  keepAuthors(scoredPage(a, keep), keep);
  expect(texts.filter((text, i) => keep[i] === 1 && text.length < 9)).toEqual(['ada', 'bert']);
  expect(
    back(
      ['ada', 'bert'].map((name) => `<div><a href="/user/x${name}" data-username="ada">${name} B.</a></div>`),
      'class="post" data-username="ada"',
    ),
  ).toEqual(['ada B.', 'bert B.']);
});

test('threads whose posts say the name in a heading or a line with a link, and single posts, stay as they are', () => {
  expect(back(['<div class="author">kept Ada</div>', '<div class="author">kept Bert</div>'])).toEqual([]);
  const headed = (name: string): string => `<h4>kept ${name}</h4><div class="author">${name}</div>`;
  expect(back([headed('Ada'), headed('Bert')])).toEqual([]);
  const lined = (name: string): string =>
    `<p>kept by <a href="/u/1">${name}</a> » Sat Feb 24, 2024</p><div class="author">${name}</div>`;
  expect(back([lined('Ada'), lined('Bert')])).toEqual([]);
  expect(back(['<div class="author">Ada</div>'])).toEqual([]);
});

test('a heading that all posts have names nobody', () => {
  const titled = (name: string): string => `<h4>kept Re: Paint</h4><div class="author">${name}</div>`;
  expect(back([titled('Ada'), titled('Bert')])).toEqual(['Ada', 'Bert']);
});

test('posts are told by their identifiers, too, and by whom they name', () => {
  const html = ['Ada', 'Bert', 'Cleo'].map((name, n) => {
    const line = `<div><a href="space-uid-${n}.html">${name}</a><span>OP</span></div>`;
    return n === 2
      ? `<li data-username="Cleo">${line}${SAYS}</li><li data-username="Dora">${line.replace('Cleo', 'Dora')}${SAYS}</li>`
      : `<div id="post_${n}7">${line}${SAYS}</div>`;
  });
  const a = annotate(parseHtml(html.join(''), 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => Number(text.startsWith('I scraped')));
  keepAuthors(scoredPage(a, keep), keep);
  expect(texts.filter((text, i) => keep[i] === 1 && text.length < 9)).toEqual([
    'Ada',
    'Bert',
    'Cleo',
    'Dora',
  ]);
});

test('a short answer in a thread has its name, too', () => {
  const html = ['Ada', 'Bert', 'Cleo'].map(
    (name, n) =>
      `<div class="post"><div class="author">${name}</div>${n === 2 ? '<p>Thanks!</p>' : SAYS}</div>`,
  );
  const a = annotate(parseHtml(html.join(''), 'https://example.org/boats'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => Number(/^(?:I scraped|Thanks)/.test(text)));
  keepAuthors(scoredPage(a, keep), keep);
  expect([...keep]).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a word that begins as a name does says it not', () => {
  const post = (name: string, line: string): string =>
    `<h4>kept ${line}</h4><div class="author">${name}</div>`;
  expect(back([post('Bo', 'Re: Boats'), post('Ann', 'Annual')])).toEqual(['Bo', 'Ann']);
});
