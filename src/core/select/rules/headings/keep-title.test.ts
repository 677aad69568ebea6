import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { extract } from '../../extract.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepTitle } from './keep-title.ts';

const SENTENCE = 'The ferry crosses at noon and carries the post, two cars and whoever stands on the quay. ';

test('extract keeps the first-level heading ahead of the content, also above by-line and share buttons', () => {
  const doc = parseHtml(
    `<title>Crossings</title><body><nav><a href="/">Home</a></nav><main><h1>Crossings at noon</h1>
     <div class="meta"><span>By Ada</span> <a href="/s">Share</a></div><p>A short lead.</p>
     ${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main><footer><h1>About us</h1></footer></body>`,
    'https://example.com/crossings',
  );
  const { selection } = extract(annotate(doc), {});
  const stays = (tag: string, inside: string) => {
    const start = doc.nodes.find((node) => node.tag === inside)!;
    const heading = doc.nodes.slice(start.index, start.end).find((node) => node.tag === tag)!;
    for (let node = heading as typeof doc.root | null; node; node = node.parent)
      if (selection.removedBy[node.index] !== 0) return false;
    return true;
  };
  expect(stays('h1', 'main')).toBe(true);
  expect(stays('h1', 'footer')).toBe(false);
});

test.each([
  ['Crossings at noon | Harbour', true],
  ['Harbour', false],
])('extract keeps a hidden heading of the first level when the page is called so: %s', (title, stays) => {
  const doc = parseHtml(
    `<title>${title}</title><body><main><div style="visibility: hidden"><h1>Crossings at noon</h1></div>
     ${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main></body>`,
    'https://example.com/crossings',
  );
  const { selection } = extract(annotate(doc), {});
  const box = doc.nodes.find((node) => node.attrs.some(({ name }) => name === 'style'))!;
  expect(selection.removedBy[box.index] === 0).toBe(stays);
  expect(selection.revealed?.[box.index] === 1).toBe(stays);
});

/** Whether the first text with these words stays on a page of a header and an article. */
function keeps(
  words: string,
  header: string,
  { title = 'Crossings', url = 'https://example.com/crossings' } = {},
) {
  const doc = parseHtml(
    `<title>${title}</title><body>${header}<main>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main></body>`,
    url,
  );
  const { selection } = extract(annotate(doc), { url });
  let node: typeof doc.root | null = doc.nodes.find(
    ({ text, index }) => index > doc.body!.index && text.includes(words),
  )!;
  while (node !== null && selection.removedBy[node.index] === 0) node = node.parent;
  return node === null;
}

test.each(['https://example.com/crossings', 'https://forum.example.com/crossings'])(
  'extract does not take the name of the site for the title: %s',
  (url) => {
    const home = '<header><h1><a href="https://www.example.com/">The harbour</a></h1></header>';
    const ours = home.replace('www.', '');
    expect(keeps('The harbour', url.includes('forum') ? home : ours, { url })).toBe(false);
    expect(keeps('The harbour', home.replace('example.com/', 'example.org/'), { url })).toBe(true);
  },
);

test('extract keeps all of a title that has a button in it, and one by its role', () => {
  expect(keeps('Module', '<h1>Module <span>runtime</span> <button>Copy path</button></h1>')).toBe(true);
  expect(keeps('Module', '<div role="heading" aria-level="1">Module runtime</div>')).toBe(true);
});

test('extract keeps of a title the part that the page is called', () => {
  const header = '<h1><div>Get that ferry</div><span>Noon ferry</span></h1>';
  expect(keeps('Noon ferry', header, { title: 'Noon ferry | Harbour' })).toBe(true);
  expect(keeps('Get that', header, { title: 'Noon ferry | Harbour' })).toBe(false);
  expect(keeps('Get that', header)).toBe(true);
});

test('extract keeps a title far from the text where the page is called so', () => {
  const languages = `<ul>${'<li><a href="/l">Language</a></li>'.repeat(100)}</ul>`;
  const header = `<h1>Noon ferry</h1><div class="languages">${languages}</div>`;
  expect(keeps('Noon ferry', header, { title: 'Noon ferry - Harbour' })).toBe(true);
  expect(keeps('Noon ferry', header)).toBe(false);
});

test('extract keeps a heading of another level that the page is called by, and no banner above it', () => {
  const header = '<h1>Our blog</h1><h2>Noon ferry</h2>';
  expect(keeps('Noon ferry', header, { title: 'Noon ferry | Harbour' })).toBe(true);
  expect(keeps('Our blog', header, { title: 'Noon ferry | Harbour' })).toBe(false);
  expect(keeps('Our blog', header, { title: 'Crossings' })).toBe(true);
  const board = { title: 'How the noon ferry crosses in winter - Our blog' };
  const thread = '<h1>Our blog</h1><h2>How the noon ferry crosses in winter</h2>';
  expect(keeps('Our blog', thread, board)).toBe(false);
  expect(keeps('Our ferry', '<h1>Our ferry</h1><h2>Noon ferry</h2>', { title: 'Noon ferry' })).toBe(true);
});

test('extract keeps the heading that the page is called by above one of the content', () => {
  const header = '<header><h1>About us</h1></header><div><h1>What we do in the harbour</h1></div>';
  expect(keeps('About us', header, { title: 'About us – Harbour | Boats | Ferries' })).toBe(true);
});

test('extract keeps the line between title and text by which the page describes itself', () => {
  const told = 'Who crosses at noon, and what the crossing of a narrow water costs them in winter';
  const header = (text: string): string => `<h1>Crossings</h1><p class="dek">${text}</p><div>By Ada</div>`;
  const title = `Crossings</title><meta name="description" content="${told}."><title>`;
  expect(keeps('Who crosses', header(told), { title })).toBe(true);
});

test('extract keeps the line that the page is called by where no heading is its title', () => {
  const line = (text: string): string =>
    `<table><tr><td><a href="/">Home</a></td><td><a href="/map">Map</a></td><td><font size="5">${text}</font></td><td>12.03.2004 14:18</td><td><a href="/log">Log in</a></td></tr></table>`;
  const title = 'Who crosses at noon and why :: Harbour News';
  const said = 'Who crosses at noon and why';
  expect(keeps(said, line(said), { title })).toBe(true);
  expect(keeps(said, line(said), { title: `Harbour News: ${said}` })).toBe(true);
  expect(keeps(said, line(said))).toBe(false);
  expect(keeps('Harbour News', line('Harbour News'), { title })).toBe(false);
  expect(keeps(said, `${line(said)}<h1>The noon crossing</h1>`, { title })).toBe(false);
  expect(keeps(said, line(`<a href="/noon">${said}</a>`), { title })).toBe(false);
  expect(keeps(said, line(`<a href="/crossings">${said}</a>`), { title })).toBe(true);
});

test('extract leaves the name of a book above the title of its chapter', () => {
  const kept = (title: string): boolean => {
    const doc = parseHtml(
      `<title>${title}</title><body><div><h1>The Harbour Book</h1></div><main><h2>Crossings at noon</h2>
       ${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main></body>`,
      'https://example.com/crossings.html',
    );
    const heading = doc.nodes.find(({ tag }) => tag === 'h1')!;
    const { removedBy } = extract(annotate(doc), {}).selection;
    return removedBy[heading.index] === 0 && removedBy[heading.parent!.index] === 0;
  };
  expect(kept('The Harbour Book')).toBe(true);
  expect(kept('Crossings at noon - The Harbour Book')).toBe(false);
  expect(kept('Ferries - The Harbour Book')).toBe(true);
});

test('extract keeps the title once where the content has it, below what it is about', () => {
  const page = (inside: string): string =>
    `<title>Noon ferry</title><body><header><div><h1>Noon ferry</h1><a href="/t">Boats</a></div></header>
     <main><article><header>${inside}</header>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</article></main></body>`;
  const keptTitles = (html: string): number => {
    const a = annotate(parseHtml(html, 'https://example.com/noon'));
    const keep = Uint8Array.from(a.blocks, ({ element, first }) =>
      first > a.doc.elements.tagged('main')[0]!.index || a.doc.nodes[element]!.tag === 'p' ? 1 : 0,
    );
    keepTitle(scoredPage(a, keep), keep);
    return a.blocks.filter((block, i) => keep[i] === 1 && a.doc.nodes[block.element]!.tag === 'h1').length;
  };
  expect(keptTitles(page('<p>Boats</p><h1 id="t">Noon ferry</h1>'))).toBe(1);
  expect(keptTitles(page('<p>Boats</p>'))).toBe(1);
  expect(keptTitles(page('<p>Boats</p><h1 id="t">Another ferry</h1>'))).toBe(2);
});
