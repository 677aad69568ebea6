import { expect, test, vi } from 'vitest';
import type { SiteChoice } from './ask.ts';
import { drop, keep, keepable } from './site-choices.ts';

vi.stubGlobal('CSS', { escape: (name: string) => name });

const NONE: SiteChoice = { kept: [], dropped: [], others: [], own: {}, options: {} };
const part = (element: string, step = 'model') => ({ step, element, text: 'Some words.' });

test('a part that no id, class or telling tag names is never left out by its tag', () => {
  const names = ['p', 'aside', 'header:not(article header, main header)', 'nav-bar'];
  const removed = ['div.ad', 'p', 'aside', 'header', 'nav-bar'].map((element) => part(element));
  const choice = names.reduce((chosen, name) => keep(name, removed, chosen)!, NONE);
  expect(choice.options).toEqual({ scope: 'full', exclude_selectors: ['div.ad'] });
  const excluded = names.map((selector) => drop(selector, choice)?.options.exclude_selectors);
  expect(excluded).toEqual([['div.ad'], ['div.ad', names[1]], ['div.ad', names[2]], ['div.ad']]);
});

test('such a part is kept by reading all of the page, and not by including every part of its tag', () => {
  for (const [element, selector] of [
    ['li', null],
    ['aside', 'aside'],
  ] as const) {
    expect(keepable(part(element), { include_selectors: ['main'] })).toBe(selector);
    expect(keepable(part(element), {})).toBe(element);
  }
});

test('what was dropped is kept again by taking that back, and what was kept is dropped so', () => {
  const dropped = drop('div.note', NONE)!;
  expect(dropped.options).toEqual({ exclude_selectors: ['div.note'] });
  expect(keep('div.note', [part('div.note', 'excluded')], dropped)).toBeNull();
  const both = keep('aside', [part('aside'), part('div.note', 'excluded')], dropped)!;
  expect(both.options).toEqual({ scope: 'full', exclude_selectors: ['div.note'] });
  expect(drop('aside', both)?.options).toEqual(dropped.options);
});

test('a part is dropped beside the selectors of the person, which stay', () => {
  const own = { include_selectors: ['main'], exclude_selectors: ['.ad'] };
  const choice = drop('div.note', { ...NONE, own, options: own })!;
  expect(choice.options).toEqual({ ...own, exclude_selectors: ['.ad', 'div.note'] });
});

test('a part that a selector of the person took out is kept where it is that selector', () => {
  expect(keepable(part('div.ad', 'excluded'), { exclude_selectors: ['div.ad'] })).toBe('div.ad');
  expect(keepable(part('div.ad', 'excluded'), { exclude_selectors: ['.ad'] })).toBeNull();
});
