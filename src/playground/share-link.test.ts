import { expect, test } from 'vitest';
import type { AskOptions } from './ask-options.ts';
import { askOfFragment, fragmentOf } from './share-link.ts';

test('a fragment says an address and options again', () => {
  const options: AskOptions = {
    links: 'none',
    max_tokens: 60,
    exclude_selectors: ['nav > a', 'p[data-x="&"]'],
    frontmatter: true,
    strict: false,
  };
  const fragment = fragmentOf({ input: { url: 'https://a.example/?b=c&d=#e', ...options } });
  expect(askOfFragment(fragment)).toEqual({
    url: 'https://a.example/?b=c&d=#e',
    options: { ...options, max_tokens: '60' },
  });
});

test('a fragment carries nothing but address and options', () => {
  const input = { url: 'https://a.example/', key: 'pmk_1', cursor: 'c', include_links: true };
  expect(fragmentOf({ input })).toBe('#url=https%3A%2F%2Fa.example%2F');
  expect(fragmentOf({ input: { ...input, html: '<p>' } })).toBe('');
  expect(fragmentOf({ input, file: new File([], 'a.pdf') })).toBe('');
  expect(askOfFragment('#url=https://a.example/&key=pmk_1&cursor=c')).toEqual({
    url: 'https://a.example/',
    options: {},
  });
  expect(askOfFragment('#key=pmk_1')).toBeNull();
});
