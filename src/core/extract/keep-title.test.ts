import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { extract } from './extract.ts';

const SENTENCE = 'The ferry crosses at noon and carries the post, two cars and whoever stands on the quay. ';

test('extract keeps the first-level heading ahead of the content, also above by-line and share buttons', () => {
  const doc = parseHtml(
    `<title>Crossings</title><body><nav><a href="/">Home</a></nav><main><h1>Crossings at noon</h1>
     <div class="meta"><span>By Ada</span> <a href="/s">Share</a></div><p>A short lead.</p>
     ${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main><footer><h1>About us</h1></footer></body>`,
    'https://example.com/crossings',
  );
  const { selection } = extract(doc, {});
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
  const { selection } = extract(doc, {});
  const box = doc.nodes.find((node) => node.attrs.some(({ name }) => name === 'style'))!;
  expect(selection.removedBy[box.index] === 0).toBe(stays);
  expect(selection.revealed?.[box.index] === 1).toBe(stays);
});

test('extract does not take the name of the site for the title', () => {
  const doc = parseHtml(
    `<title>Crossings</title><body><header><h1><a href="/">The harbour</a></h1></header><main>
     ${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</main></body>`,
    'https://example.com/crossings',
  );
  const { selection } = extract(doc, { url: 'https://example.com/crossings' });
  let heading: typeof doc.root | null = doc.nodes.find((node) => node.tag === 'h1')!;
  while (heading !== null && selection.removedBy[heading.index] === 0) heading = heading.parent;
  expect(heading).not.toBeNull();
});
