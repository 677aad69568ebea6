import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { headingLevel } from '../../../page/headings.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepHeadings } from './keep-headings.ts';

const PROSE = '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';
/** A paragraph that the model dropped. */
const NO = '<p>?Who would look after a boat that somebody else had left in the harbour of this town?</p>';

const PAGE = 'https://example.org/boats';

/** Headings that come back, and those that the model kept ("Winter!"), when it gave each other `probability` of what keeps a block. */
function back(html: string, probability = 0, title = '', url = PAGE): string[] {
  const doc = parseHtml(`<title>${title}</title><main>${html}</main>`, url);
  const a = annotate(doc);
  const keep = Uint8Array.from(a.blocks, (block) => {
    const { text } = doc.nodes[block.first]!;
    return text.startsWith('?') || (headingLevel(a, block) > 0 && !text.endsWith('!')) ? 0 : 1;
  });
  const page = scoredPage(a, keep, {
    probabilities: a.blocks.map(() => 1000 * probability),
    threshold: 1000,
    url,
  });
  keepHeadings(page, keep);
  return a.blocks
    .filter((block, i) => keep[i] === 1 && headingLevel(a, block) > 0)
    .map((block) => doc.nodes[block.first]!.text);
}

describe('the heading of a section', () => {
  test('stays with most of the section', () => {
    expect(back(`<h2>Winter</h2>${PROSE}${PROSE}${NO}<h2>Spring</h2>${NO}${NO}${PROSE}`, 0.2)).toEqual([
      'Winter',
    ]);
  });

  test('stays with most of its box, although dropped text without a heading follows', () => {
    expect(back(`<div><h2>Winter</h2>${PROSE}</div>${NO}${NO}`, 0.2)).toEqual(['Winter']);
    expect(back(`<h2>Winter</h2>${PROSE}${NO}${NO}`, 0.2)).toEqual([]);
  });

  test('goes when the model is sure that it is none, unless it is of the first level or the title', () => {
    expect(back(`<h2>Share this</h2>${PROSE}`, 0.1)).toEqual([]);
    expect(back(`<h1>Boats in winter</h1>${PROSE}`, 0.1)).toEqual(['Boats in winter']);
    expect(back(`<h2>Boats in winter</h2>${PROSE}`, 0.1, 'Boats in winter | Harbour')).toEqual([
      'Boats in winter',
    ]);
    expect(back(`<h2>Boats</h2>${PROSE}`, 0.1, 'How we looked after boats in winter')).toEqual([]);
  });
});

test('a heading stays with its section where one alike stays', () => {
  const event = (name: string, what = PROSE): string => `<div class="event"><h3>${name}</h3>${what}</div>`;
  expect(back(`${event('Service!')}${event('Reception', '<p>3:30 p.m.</p>')}`)).toEqual([
    'Service!',
    'Reception',
  ]);
  expect(back(`${event('Service!')}${event('Reception', NO)}`)).toEqual(['Service!']);
  expect(back(`${event('Service!')}<aside><h3>Reception</h3>${PROSE}</aside>`)).toEqual(['Service!']);
});

test('the name of the site stays away, but on its front page', () => {
  const name = (href: string): string => `<h1><a href="${href}">Harbour notes</a></h1>${PROSE}`;
  expect(back(name('/'))).toEqual([]);
  expect(back(name('https://example.org/index.php'))).toEqual([]);
  expect(back(name('/boats'))).toEqual(['Harbour notes']);
  expect(back(name('https://other.example/'))).toEqual(['Harbour notes']);
  expect(back(name('/'), 0, '', 'https://example.org/')).toEqual(['Harbour notes']);
});

describe('headings inside repeated elements', () => {
  const post = (inside: string): string => `<div class="post">${inside}</div>`;
  const author = '<h4>Ada</h4><h5>Member</h5>';

  test('stay with the posts of a thread: the author and not the rank', () => {
    const by = (name: string): string => post(`<div><h4>${name}</h4><h5>Member</h5></div>${PROSE}`);
    expect(back(by('Ada') + by('Bea') + by('Cy'))).toEqual(['Ada', 'Bea', 'Cy']);
    expect(back(by('Ada') + by('Bea') + by('Cy'), 0.5)).toHaveLength(6);
  });

  test('stay in such a list with whatever stays of their post', () => {
    const by = (name: string, rest: string): string => post(`<h4>${name}</h4>${rest}`);
    const thread = by('Ada', PROSE) + by('Bea', PROSE) + by('Cy', PROSE);
    expect(back(`${thread}${by('Dee', `<p>So say I.</p>${NO}`)}${by('Eve', NO)}`)).toEqual([
      'Ada',
      'Bea',
      'Cy',
      'Dee',
    ]);
  });

  test('go with the parts of a page that only look alike', () => {
    expect(
      back(post(PROSE + PROSE + PROSE + author + NO) + post(`<p>?Menu</p>`) + post(`<p>?Imprint</p>`)),
    ).toEqual([]);
  });
});

test('a heading of a form or another story beside the text is none of the text below its box', () => {
  const box = (tag: string, inside: string): string => `<${tag}><h3>Read on</h3>${inside}</${tag}>`;
  expect(back(`${box('div', `${NO}<button>?Sign up</button>`)}${PROSE}${PROSE}`, 0.5)).toEqual([]);
  expect(back(`${box('aside', '<p>?Related story</p>')}${PROSE}${PROSE}`, 0.5)).toEqual([]);
  expect(back(`${box('div', '<p>?By Ada</p>')}${PROSE}${PROSE}`, 0.5)).toEqual(['Read on']);
});

test('the title stays though a button stands in its box', () => {
  const box = `<header><h1>Boats in winter</h1>${NO}<button>?Reply</button></header>`;
  expect(back(`${box}${PROSE}${PROSE}`, 0.5, 'Boats of the harbour')).toEqual(['Boats in winter']);
});

test('a banner of the first level goes where another heading is the title', () => {
  const html = `<h1>Our blog</h1><h2>Boats in winter</h2>${PROSE}`;
  expect(back(html, 0.1, 'Boats in winter | Harbour')).toEqual(['Boats in winter']);
  expect(back(html, 0.1)).toEqual(['Our blog']);
});
