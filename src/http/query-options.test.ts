import { expect, test } from 'vitest';
import { requestOfTarget } from './query-options.ts';

const URL = 'https://a.example/';
const read = (...options: [string, string][]) => requestOfTarget({ url: URL, options });

test('options take the types of their fields', () => {
  expect(
    read(
      ['response_format', 'text'],
      ['include_metadata', ''],
      ['strict', 'false'],
      ['frontmatter', '1'],
      ['max_tokens', '500'],
      ['exclude_selectors', '.ad'],
      ['exclude_selectors', 'p, li'],
      ['include_selectors', 'main'],
    ),
  ).toMatchObject({
    url: URL,
    response_format: 'text',
    include_metadata: true,
    strict: false,
    frontmatter: true,
    max_tokens: 500,
    exclude_selectors: ['.ad', 'p, li'],
    include_selectors: ['main'],
    links: 'inline',
  });
});

test.each([
  ['links', 'sideways', 'Set "links" to "inline", "reference" or "none"; it is "sideways".'],
  ['include_metadata', 'yes', 'Set "include_metadata" to true or false; it is "yes".'],
  ['max_tokens', '1e3', 'Set "max_tokens" to a'],
  ['max_tokens', '3', 'Set "max_tokens" to a number of at least 50; it is 3.'],
  ['colour', 'red', '"pagemark.colour" is none.'],
  ['html', '<p>', '"pagemark.html" is none.'],
  ['url', 'https://b.example/', '"pagemark.url" is none.'],
])('%s=%s is refused', (name, value, message) => {
  expect(() => read([name, value])).toThrow(message);
});

test('an option given twice that is no list is refused', () => {
  expect(() => read(['links', 'none'], ['links', 'inline'])).toThrow('Set "links"');
});
