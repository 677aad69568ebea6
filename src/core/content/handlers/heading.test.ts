import { expect, test } from 'vitest';
import { convertHtml } from '../../convert-html.ts';
import type { Annotation } from '../../page/annotation.ts';
import { relateElements } from '../../page/page-structure.ts';
import { decideByReading } from '../../select/decide.ts';

/** The headings of a page of which all stays but what says "Buy". */
function headings(html: string): string[] {
  const decide = (a: Annotation) => {
    const textOf = (b: number): string => a.doc.nodes[a.blocks[b]!.first]!.text;
    const probabilities = Int32Array.from(a.blocks, (_, b) => (textOf(b).includes('Buy') ? 10 : 4000));
    return decideByReading({ a, s: relateElements(a), probabilities, url: '' }, []);
  };
  const page = `<main><h1>The boats of the harbour</h1>${html}</main>`;
  const { markdown } = convertHtml(page, { url: 'https://example.com/boats' }, { decide });
  return markdown.split('\n').filter((line) => line.startsWith('#### '));
}

const cards = (card: (name: string) => string): string =>
  ['gig', 'punt', 'skiff'].map((name) => `<div class="card">${card(name)}</div>`).join('');
const picture = (name: string): string => `<a href="/${name}"><img src="/${name}.jpg"></a>`;
const button = (href: string): string => `<p>$37</p><a class="btn" href="${href}">Buy</a>`;

test('the title of a card is its link where the links of its picture and its button did not stay', () => {
  const linked = ['gig', 'punt', 'skiff'].map((name) => `#### [A ${name}](https://example.com/${name})`);
  expect(headings(cards((name) => `${picture(name)}<h4>A ${name}</h4>${button(`/${name}`)}`))).toEqual(
    linked,
  );
  expect(headings(cards((name) => `<h4>A ${name}</h4>${button(`/${name}`)}`))).toEqual(linked);
});

test.each([
  ['that all cards share', () => button('/order')],
  ['to another state of the page', (name: string) => button(`/boats?add=${name}`)],
  ['to several pages', (name: string) => button(`/${name}`) + button(`/order/${name}`)],
  ['one of which stays', (name: string) => `${button(`/${name}`)}<p><a href="/${name}">More of it</a></p>`],
])('the title of a card is no link: links %s', (_, links) => {
  const titles = ['#### A gig', '#### A punt', '#### A skiff'];
  expect(headings(cards((name) => `<h4>A ${name}</h4>${links(name)}`))).toEqual(titles);
});

test('a link of words is the title of a card where its address says so', () => {
  const shared = (name: string): string =>
    `<h4>Ada ${name}</h4><p>Oak.</p><a href="/in/p-${name[0]}">Buy</a>`;
  expect(headings(cards(shared))).toEqual(['#### Ada gig', '#### Ada punt', '#### Ada skiff']);
});

test('the category ahead of the title is not what it leads to', () => {
  const titles = ['#### A gig', '#### A punt', '#### A skiff'];
  expect(
    headings(cards((name) => `<a href="/of/${name}">Buy wood</a><h4>A ${name}</h4><p>Oak.</p>`)),
  ).toEqual(titles);
});
