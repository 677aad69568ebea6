import { describe, expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { attr } from '../../../html/tree.ts';
import { annotate } from '../../../page/annotate.ts';
import { relateElements } from '../../../page/page-structure.ts';
import { COPY, prune, STEPS } from '../../prune.ts';
import { prunedNodes } from '../surroundings/hidden-content.ts';
import { keepPictures } from './keep-pictures.ts';

const TEXT = '<p>The boat lay in the harbour all winter, and nobody looked after it.</p>';

/** What is left of a page whose blocks with a question mark went, and those with an exclamation mark as copies: addresses of pictures, and texts but the long ones. */
function left(html: string, around = 'main'): string[] {
  const a = annotate(parseHtml(`<${around}>${html}</${around}>`, 'https://example.org/boats'));
  const { nodes } = a.doc;
  const marks = new Map([
    ['?', 0],
    ['!', COPY],
  ]);
  const keep = Uint8Array.from(a.blocks, ({ first }) => marks.get(nodes[first]!.text.at(-1)!) ?? 1);
  const removedBy = new Uint8Array(nodes.length);
  prune(a, keep, removedBy, new Uint8Array(nodes.length));
  keepPictures(a, relateElements(a), prunedNodes(a, keep), keep, removedBy);
  const stays = (index: number): boolean => {
    for (let node = nodes[index] ?? null; node !== null; node = node.parent)
      if (removedBy[node.index] !== 0) return false;
    return true;
  };
  expect(removedBy.every((step) => step <= STEPS.length)).toBe(true);
  return nodes
    .filter(({ index }) => stays(index))
    .map((node) => (node.tag === 'img' ? attr(node, 'src')! : node.text.trim()))
    .filter((text) => text !== '' && text.length < 40);
}

const FIGURE = '<figure><a href="/a"><img src="a.jpg"></a><figcaption>A boat?</figcaption></figure>';

test('a figure that is the copy of another one goes', () => {
  expect(left(`${TEXT}${FIGURE.replace('?', '!')}${TEXT}`)).toEqual([]);
});

test('a figure stays in a text that stays, but for the labels of its buttons', () => {
  expect(left(`${TEXT}${FIGURE}${TEXT}`)).toEqual(['a.jpg', 'A boat?']);
  expect(left(`${TEXT}<div><div>${FIGURE}</div></div>${TEXT}`)).toEqual(['a.jpg', 'A boat?']);
  expect(left(`${TEXT}<figure><button><span>View?</span><img src="b.jpg"></button></figure>${TEXT}`)).toEqual(
    ['b.jpg'],
  );
});

test('the picture of a figure whose caption stays does as well, a logo beside it does not', () => {
  const figure =
    '<figure><a href="/b"><img src="a.jpg" class="thumbnail"></a><figcaption>Figure 1.</figcaption></figure>';
  expect(left(TEXT + figure.replace('</a>', '<span>Download slide?</span></a>') + TEXT)).toEqual([
    'a.jpg',
    'Figure 1.',
  ]);
  const logo = FIGURE.replace('<img', '<img src="/logo.svg"><img');
  expect(left(TEXT + logo + TEXT)).toEqual(['a.jpg', 'A boat?']);
});

test('a figure leads the text below a row of buttons', () => {
  const figure = '<figure><img src="a.jpg"><figcaption>A boat?</figcaption></figure>';
  const head = `<div><p>By Ann?</p>${figure}<div class="share"><a href="/s">Share?</a></div></div>`;
  const page = `<article><h1>Boats</h1>${head}${TEXT.replace('</p>', ' until spring came again and the ice was gone.</p>').repeat(3)}</article>`;
  expect(left(page)).toEqual(['Boats', 'a.jpg', 'A boat?']);
  expect(left(page.replace('a.jpg', 'logo.svg'))).toEqual(['Boats']);
  expect(left(page.replace('<figure', '<figure class="author-card"'))).toEqual(['Boats']);
});

test('the figures of a gallery stay together', () => {
  const slides = ['a', 'b', 'c'].map(
    (name) =>
      `<div class="slide"><figure><img src="${name}.jpg"><figcaption>${name}?</figcaption></figure></div>`,
  );
  const gallery = `<div class="gallery">${slides.join('')}</div>`;
  expect(left(TEXT + gallery + TEXT)).toEqual(['a.jpg', 'a?', 'b.jpg', 'b?', 'c.jpg', 'c?']);
  expect(left(`<p>Related?</p>${gallery}<p>Related?</p>`)).toEqual([]);
});

test('a film in a figure stays with its caption', () => {
  const film =
    '<figure><iframe src="https://video.example/1"></iframe><figcaption>Glazing?</figcaption></figure>';
  expect(left(`${TEXT}${film}${TEXT}`)).toEqual(['Glazing?']);
});

test('figures of papers and of AMP are told as well, with their captions', () => {
  const fig =
    '<div class="fig"><img src="a.jpg"><div class="fig-caption"><b>Figure 2.</b> Wells?</div></div>';
  expect(left(`${TEXT}${fig}${TEXT}`)).toEqual(['a.jpg', 'Figure 2.', 'Wells?']);
  const amp = '<figure><amp-img src="a.jpg"></amp-img><figcaption>Wells?</figcaption></figure>';
  expect(left(`${TEXT}${amp}${TEXT}`)).toEqual(['Wells?']);
});

test('a box is a figure by its name', () => {
  const box = '<img src="a.jpg"><p class="wp-caption-text">A boat?</p></div>';
  expect(left(`${TEXT}<div class="wp-caption alignleft">${box}${TEXT}`)).toEqual(['a.jpg', 'A boat?']);
  expect(left(`${TEXT}<div class="author">${box}${TEXT}`)).toEqual([]);
});

test('one ahead of the text stays where most of its box does', () => {
  expect(left(`<article>${FIGURE}${TEXT}${TEXT}</article>`)).toEqual(['a.jpg', 'A boat?']);
  expect(left(`<article><p>By?</p>${FIGURE}${TEXT}<p>a?</p><p>b?</p><p>c?</p></article>`)).toEqual([]);
});

test('one that leads elsewhere, in navigation or in what went does not', () => {
  const card = '<figure><img src="a.jpg"><a href="/b">Another boat, another harbour?</a></figure>';
  expect(left(`${TEXT}${card}${TEXT}`)).toEqual([]);
  expect(left(`${TEXT}<nav>${FIGURE}</nav>${TEXT}`)).toEqual([]);
  expect(left(`${TEXT}<p>Related?</p>${FIGURE}<p>More?</p>${TEXT}`)).toEqual([]);
});

test('icons and portraits do not', () => {
  const icon =
    '<figcaption>Ada?<img class="feed__icon" src="i.png"><img width="16" src="j.png"></figcaption>';
  expect(left(`${TEXT}<figure><img src="a.jpg">${icon}</figure>${TEXT}`)).toEqual(['a.jpg', 'Ada?']);
  expect(left(`${TEXT}<figure class="avatar"><img src="a.jpg"><p>Ada?</p></figure>${TEXT}`)).toEqual([]);
});

test('pictures of cards stay where nearly all others do, though a badge went', () => {
  const card = (n: number, badge = ''): string =>
    `<li><a href="/${n}"><img src="${n}.jpg">${badge}</a><p>Boat ${n}</p></li>`;
  const badge = '<div><span>Sale?</span></div>';
  const list = (badges: number): string =>
    [0, 1, 2, 3, 4].map((n) => card(n, n < badges ? badge : '')).join('');
  expect(left(`<ul>${list(1)}</ul>`)).toContain('0.jpg');
  expect(left(`<ul>${list(1)}</ul>`)).not.toContain('Sale?');
  expect(left(`<ul>${list(3)}</ul>`)).not.toContain('0.jpg');
});

test('a conversion has the picture that opens in a button', () => {
  const text = TEXT.replace('</p>', ' In April it was painted, and in May it went to sea.</p>').repeat(4);
  const figure =
    '<figure><button><span class="visually-hidden">View</span><img src="/b.jpg"></button></figure>';
  const page = `<title>Boats</title><main><h1>Boats</h1>${text}${figure}${text}</main>`;
  expect(convertHtml(page, { url: 'https://example.org/boats' }).markdown).toContain(
    'https://example.org/b.jpg',
  );
});

test('a picture that the caller excludes stays away', () => {
  const text = TEXT.replace('</p>', ' In April it was painted, and in May it went to sea.</p>').repeat(4);
  const page = `<title>Boats</title><main><h1>Boats</h1>${text}${FIGURE}${text}</main>`;
  const convert = (excludeSelectors: string[]): string =>
    convertHtml(page, { url: 'https://example.org/boats', excludeSelectors }).markdown;
  expect(convert([])).toContain('a.jpg');
  expect(convert(['figure'])).not.toContain('a.jpg');
});

test('the credit of a figure may be a link, but not where its picture leads to another page', () => {
  const credit = '<figcaption><a href="/a">Image by Ada?</a> via <a href="/b">the press</a></figcaption>';
  expect(left(`${TEXT}<figure><img src="a.jpg">${credit}</figure>${TEXT}`)).toContain('a.jpg');
  expect(left(`${TEXT}<figure><a href="/big.jpg"><img src="a.jpg"></a>${credit}</figure>${TEXT}`)).toContain(
    'a.jpg',
  );
  expect(left(`${TEXT}<figure><a href="/story"><img src="a.jpg"></a>${credit}</figure>${TEXT}`)).toEqual([]);
});

test('a caption does not come back without its picture', () => {
  const figure = '<figure><img src="data:image/svg+xml,x"><figcaption>A boat?</figcaption></figure>';
  expect(left(`${TEXT}${figure}${TEXT}`)).toEqual([]);
  expect(left(`${TEXT}${figure.replace('<img', '<img data-lazy-src="a.jpg"')}${TEXT}`)).toContain('A boat?');
});

describe('the picture by which a page wants to be known', () => {
  const meta = '<meta property="og:image" content="https://cdn.example.org/boat-in-winter-1200x630.jpg?v=2">';
  const page = (lead: string, shared = meta): string =>
    `<head>${shared}</head><article>${lead}<h1>Boats</h1><p>By Ada?</p>${LONG}<p>a?</p><p>b?</p></article>`;
  const LONG = `<p>${'The boat lay in the harbour all winter, and nobody looked after it. '.repeat(3)}</p>`;
  const lead = '<div><img src="/img/boat-in-winter-640x480.jpg"><span>Photo: Ada?</span></div>';

  test('stays above the text, without what stands beside it', () => {
    expect(left(page(lead), 'html')).toEqual(['/img/boat-in-winter-640x480.jpg', 'Boats']);
  });

  test('stays below the line by which the page describes itself', () => {
    const told =
      'Who looked after the boats of this harbour in winter, and what became of those nobody looked after in all that time';
    const html = page('', `${meta}<meta name="description" content="${told}.">`).replace(
      '<p>By Ada?</p>',
      `<p>${told}.</p>${lead}`,
    );
    expect(left(html, 'html')).toContain('/img/boat-in-winter-640x480.jpg');
  });

  test('stays with its caption', () => {
    const figure =
      '<figure><img data-src="/boat-in-winter.jpg" src="x.gif"><figcaption>A boat?</figcaption></figure>';
    expect(left(page(figure), 'html')).toEqual(['x.gif', 'A boat?', 'Boats']);
  });

  test('is the one that the theme names where it gives none', () => {
    const featured =
      '<figure class="post-featured-image"><img src="/harbour.jpg"><figcaption>Ada?</figcaption></figure>';
    expect(left(page(featured, ''), 'html')).toEqual(['/harbour.jpg', 'Ada?', 'Boats']);
    expect(left(page(featured.replace('harbour.jpg', 'logo.svg'), ''), 'html')).toEqual(['Boats']);
    const story = featured.replace('<img src="/harbour.jpg">', '<a href="/b"><img src="/harbour.jpg"></a>');
    expect(left(page(story.replaceAll('figure', 'div'), ''), 'html')).toEqual(['Boats']);
    expect(left(page(featured.replace('post-', 'author-box post-'), ''), 'html')).toEqual(['Boats']);
    const stays = '<header><img class="wp-post-image" src="/winter.jpg">The boat in winter.</header>';
    const boxed = '<div class="featured-image"><img src="/harbour.jpg"><span>Photo: Ada?</span></div>';
    expect(left(page(boxed, ''), 'html')).toContain('/harbour.jpg');
    const other = `<div><p>Share?</p>${boxed}<p>Follow?</p></div>`;
    expect(left(page(other, ''), 'html')).toContain('/harbour.jpg');
    expect(left(page(`${stays}${other}`, ''), 'html')).not.toContain('/harbour.jpg');
  });

  test.each([
    ['another picture', page('<div><img src="/img/harbour.jpg"><p>Photo?</p></div>')],
    [
      'the logo',
      page('<div><img src="/logo-big.png"><p>Photo?</p></div>', meta.replace('boat-in-winter', 'logo-big')),
    ],
    ['a portrait', page(lead, meta.replace('.org/', '.org/avatars/'))],
    ['a thumbnail', page('<div><img src="/boat-in-winter.jpg?width=100&height=100"><p>Photo?</p></div>')],
    [
      'one on a card',
      page(`<ul>${`<li><img src="boat-in-winter.jpg"> <p>Another boat of ours?</p></li>`.repeat(3)}</ul>`),
    ],
    ['one in navigation', page(`<nav>${lead}</nav>`)],
    ['one that stays in the text already', page(`${lead}${TEXT}<img src="boat-in-winter.jpg">${TEXT}`)],
  ])('does not when it is %s', (_, html) => {
    expect(left(html, 'html').filter((text) => /harbour|logo|640|gif|width/.test(text))).toEqual([]);
  });
});

test('a picture in a link to a larger one stays without the hint beside it', () => {
  const box = (link: string) => `<div class="lightbox-wrapper">${link}</div>`;
  const link = '<a href="/big.jpg"><img src="a.jpg"><span>Click to enlarge?</span></a>';
  expect(left(`${TEXT}${link}${TEXT}`)).toEqual(['a.jpg']);
  expect(left(`${TEXT}${box(link)}${TEXT}`)).toEqual(['a.jpg']);
  expect(left(`${TEXT}${link.replace('/big.jpg', '/story')}${TEXT}`)).toEqual([]);
});

test('the pictures of a post stay above a bar of buttons, icons beside its text do not', () => {
  const bar = '<div><a href="/l">Like?</a><a href="/c">Comment?</a><a href="/s">Share?</a></div>';
  const post = (picture: string) => left(`<article>${TEXT}<div>${picture}</div>${bar}</article>`);
  expect(post('<img src="a.jpg">')).toEqual(['a.jpg']);
  expect(post('<img src="a.jpg" width="32">')).toEqual([]);
  expect(post('<img src="/logo.png">')).toEqual([]);
});
