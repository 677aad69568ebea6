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
  const fragment = fragmentOf({ url: 'https://a.example/?b=c&d=#e', options });
  expect(askOfFragment(fragment)).toEqual({
    url: 'https://a.example/?b=c&d=#e',
    options: { ...options, max_tokens: '60' },
  });
});

test('a fragment carries nothing but address and options', () => {
  const options = { key: 'pmk_1', html: '<p>', cursor: 'c', include_links: true } as object;
  expect(fragmentOf({ url: 'https://a.example/', options })).toBe('#url=https%3A%2F%2Fa.example%2F');
  expect(askOfFragment('#url=https://a.example/&key=pmk_1&cursor=c')).toEqual({
    url: 'https://a.example/',
    options: {},
  });
  expect(askOfFragment('#key=pmk_1')).toBeNull();
});
