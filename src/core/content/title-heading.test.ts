import { expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';

const TEXT = '<p>Twice a day the sea climbs the harbour wall, and falls back again into the mud.</p>'.repeat(
  4,
);
/** The first two blocks of a page called "The tides of the old harbour". */
const opening = (title: string, titleTag = 'The tides of the old harbour | Post'): string[] =>
  convertHtml(
    `<head><title>${titleTag}</title></head><body><article>${title}${TEXT}</article></body>`,
  ).markdown.split('\n\n', 2);

test.each([
  ['a box', '<div class="tit">The tides of the old harbour</div>', '# The tides of the old harbour'],
  ['strong words', '<p><b>The tides of the old harbour</b></p>', '# The tides of the old harbour'],
  [
    'words with a mark in them',
    '<p>The tides of the <i>old</i> harbour</p>',
    '# The tides of the *old* harbour',
  ],
])('the line that is the title of the page is a heading: %s', (_, title, wanted) => {
  expect(opening(title)[0]).toBe(wanted);
});

test('it is one below the date', () => {
  const [date, title] = opening('<p>5 March 2024</p><p>The tides of the old harbour</p>');
  expect([date, title]).toEqual(['5 March 2024', '# The tides of the old harbour']);
});

test.each([
  ['a line that says something else', '<p>Tides rise in every harbour</p>', 'Tides rise in every harbour'],
  ['one below a heading', '<h1>Tides</h1><p>The tides of the old harbour</p>', '# Tides'],
  ['one of fewer than four words', '<p>The tides</p>', 'The tides', 'The tides'],
])('it stays a paragraph: %s', (_, title, wanted, titleTag = 'The tides of the old harbour') => {
  expect(opening(title, titleTag)[0]).toBe(wanted);
});
