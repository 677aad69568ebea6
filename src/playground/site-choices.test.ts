import { expect, test } from 'vitest';
import type { SiteChoice } from './ask.ts';
import { drop, keepable } from './site-choices.ts';

const kept = ['p', 'aside', 'header:not(article header, main header)', 'nav-bar'];
const choice: SiteChoice = { kept, own: {}, options: { scope: 'full', exclude_selectors: ['.ad'] } };

test('a part that no id, class or telling tag names is never left out by its tag', () => {
  const excluded = kept.map((selector) => drop(selector, choice)?.options.exclude_selectors);
  expect(excluded).toEqual([['.ad'], ['.ad', kept[1]], ['.ad', kept[2]], ['.ad']]);
});

test('such a part is kept by reading all of the page, and not by including every part of its tag', () => {
  const part = { step: 'model', text: 'Some words.' };
  for (const [element, selector] of [
    ['li', null],
    ['aside', 'aside'],
  ] as const) {
    expect(keepable({ ...part, element }, { include_selectors: ['main'] })).toBe(selector);
    expect(keepable({ ...part, element }, {})).toBe(element);
  }
});
