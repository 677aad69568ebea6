import { expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';

const PROSE =
  '<p>The boat lay in the harbour all winter, and nobody came to look after it until the first days of spring.</p>';

/** What is told of the parts that stay of an article with something in it. */
function kept(rest: string) {
  const page = `<main id="content"><h1>Boats of the harbour</h1>${PROSE.repeat(4)}${rest}${PROSE.repeat(4)}</main>`;
  return convertHtml(page, { scope: 'full' }).diagnostics.kept;
}
const elementsOf = (rest: string) => kept(rest)?.map(({ element }) => element);

test('a part that stays is told with its first and last words, where an id, a class or its tag names it', () => {
  const long = 'Oak planks are laid over the ribs and nailed, and then the seams are filled.';
  expect(kept(`<div class="note box"><p>How it is built.</p><p>${long}</p></div><div>${long}</div>`)).toEqual(
    [
      {
        element: 'div.note.box',
        begins: 'How it is built. Oak planks are laid ove',
        ends: 'and nailed, and then the seams are filled.'.slice(-40).trim(),
      },
    ],
  );
  expect(elementsOf('<aside><p>Oak</p></aside><blockquote>Ash</blockquote>')).toEqual(['aside']);
});

test('parts of one name that are most of what stays together are not told, nor what is the same text within', () => {
  const item = (name: string) => `<div class="${name}">${PROSE.repeat(4)}</div>`;
  expect(elementsOf(`${item('a')}${item('b')}`)).toEqual(['div.a', 'div.b']);
  expect(elementsOf(`${item('a')}${item('a')}${item('a')}`)).toEqual([]);
  expect(elementsOf('<div class="outer"><ul class="inner"><li>Oak</li></ul></div>')).toEqual(['div.outer']);
  expect(elementsOf('<div class="outer"><p class="lead">Oak</p><p>Ash</p></div>')).toEqual([
    'div.outer',
    'p.lead',
  ]);
});

test('neither what only heads a part is told, nor what was left out', () => {
  expect(elementsOf('<div class="head"><h2>Oak</h2></div>')).toEqual([]);
  const page = `<main>${PROSE.repeat(6)}<div class="boat">Oak</div></main>`;
  const options = { scope: 'full', excludeSelectors: ['.boat'] } as const;
  expect(convertHtml(page, options).diagnostics.kept).toEqual([]);
});
