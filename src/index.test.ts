import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { type ConvertOptions, convertHtml } from './index.ts';

const LINES = Array.from(
  { length: 40 },
  (_, i) => `<p>Ferry ${i} crossed at dawn with forty sacks of mail.</p>`,
);
const PAGE = `<article><h1>On ferries</h1>${LINES.join('\n')}</article>`;
const SHOWN = ['markdown', 'text', 'metadata', 'extended', 'outcome', 'diagnostics'];

test('a conversion shows what is promised of it, and nothing else', () => {
  const page = convertHtml(PAGE);
  expect(Object.keys(page)).toEqual(SHOWN);
  expect(Object.keys(JSON.parse(JSON.stringify(page)))).toEqual(SHOWN);
  expect(Object.keys({ ...page })).toEqual(SHOWN);
  expect(inspect(page)).toBe(inspect({ ...page }));
});

test('maxTokens cuts the Markdown into parts that can be read alone', () => {
  const page = convertHtml(PAGE, { maxTokens: 100 });
  expect(Object.keys(page)).toEqual([...SHOWN, 'parts']);
  expect(page.parts.length).toBeGreaterThan(3);
  expect(page.parts.join('')).toBe(page.markdown);
  expect(convertHtml(PAGE).parts).toEqual([page.markdown]);
  expect(convertHtml('').parts).toEqual([]);
  expect(() => convertHtml(PAGE, { maxTokens: 49 })).toThrow(RangeError);
});

test.each([
  [{ max_tokens: 100 }, 'Rename the option "max_tokens" to "maxTokens": it is not known.'],
  [{ frontMatter: true }, 'Rename the option "frontMatter" to "frontmatter": it is not known.'],
  [{ verbosity: 3 }, 'Remove the option "verbosity": it is not known.'],
  [
    { links: 'inlin' },
    'Set the option "links" to "inline": it is "inlin", none of "inline", "reference", "none".',
  ],
  [{ scope: 7 }, 'Set the option "scope" to one of "main", "full"; it is 7.'],
  [{ frontmatter: 'yes' }, 'Set the option "frontmatter" to a boolean; it is "yes".'],
  [{ excludeSelectors: '.ad' }, 'Set the option "excludeSelectors" to an array of strings; it is ".ad".'],
  [
    { url: new URL('https://example.com/') },
    'Set the option "url" to a string with an absolute address; it is "https://example.com/".',
  ],
  [
    { url: 'example.com/page' },
    'Set the option "url" to a string with an absolute address; it is "example.com/page".',
  ],
  ['markdown', 'Pass the options as an object; they are "markdown".'],
  [() => 1, 'Pass the options as an object; they are a value of type function.'],
  [{ maxTokens: 100n }, 'Set the option "maxTokens" to a whole number; it is a value of type bigint.'],
  [
    { scope: () => 'full' },
    'Set the option "scope" to one of "main", "full"; it is a value of type function.',
  ],
  [
    { links: Object.create(null) },
    'Set the option "links" to one of "inline", "reference", "none"; it is {}.',
  ],
  [
    { frontmatter: 'y'.repeat(5000) },
    `Set the option "frontmatter" to a boolean; it is "${'y'.repeat(99)}….`,
  ],
])('options that are not known are named: %#', (options, message) => {
  expect(() => convertHtml(PAGE, options as ConvertOptions)).toThrow(new TypeError(message));
});

test('undefined and null count as not given', () => {
  const { markdown } = convertHtml(PAGE, {
    url: '',
    contentType: undefined,
    links: null,
    maxTokens: 0,
  } as never);
  expect(markdown).toContain('Ferry 39');
});
