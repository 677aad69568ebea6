import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';
import { ClassTest } from './class-test.ts';

const a = annotate(
  parseHtml(
    '<div class="post odd"><p class="text">One</p></div><div class="post odd"><p>Two</p></div><script class="post"></script>',
    'https://example.org/',
  ),
);

test('each class of a page is asked once, and elements that have it are found in document order', () => {
  const asked: string[] = [];
  const posts = new ClassTest(a, /(?:^|\s)post(?=\s|$)/, {
    passes: (value) => {
      asked.push(value);
      return value.includes('odd');
    },
  });
  const boxes = a.doc.elements.tagged('div');
  expect(asked).toEqual(['post odd', 'text']);
  expect(posts.areNone).toBe(false);
  expect(posts.elements()).toEqual(boxes);
  expect(boxes.map(({ index }) => posts.has(index))).toEqual([true, true]);
  expect(posts.has(a.doc.elements.tagged('p')[0]!.index)).toBe(false);
});

test('of a class that no element has there is none', () => {
  const asked: string[] = [];
  const none = new ClassTest(a, /footer/, { passes: (value) => asked.push(value) > 0 });
  expect(asked).toEqual([]);
  expect(none.areNone).toBe(true);
  expect(none.elements()).toEqual([]);
  expect(none.has(0)).toBe(false);
});

test('a class that begins or ends with a name passes as one that is the name', () => {
  const found = (pattern: RegExp) => new ClassTest(a, pattern).elements().map(({ tag }) => tag);
  expect(found(/(?:^|\s)post(?=\s|$)/)).toEqual(['div', 'div']);
  expect(found(/(?:^|\s)odd(?=\s|$)/)).toEqual(['div', 'div']);
  expect(found(/(?:^|\s)text(?=\s|$)/)).toEqual(['p']);
});

test('of long classes the whole or the beginning is asked, whatever other classes the page has', () => {
  const long = `${'a'.repeat(295)} posts ${'b'.repeat(40)} ad`;
  const POST = /(?:^|\s)post(?=\s|$)/;
  for (const more of ['', '<p class="post">']) {
    const page = annotate(parseHtml(`<div class="${long}"></div>${more}`, 'https://example.org/'));
    const tags = (pattern: RegExp, of: 'lines' | 'heads') =>
      new ClassTest(page, pattern, { of }).elements().map(({ tag }) => tag);
    expect(tags(POST, 'lines')).toEqual(more === '' ? [] : ['p']);
    expect(tags(POST, 'heads')).toEqual(more === '' ? ['div'] : ['div', 'p']);
    expect(tags(/(?:^|\s)ad(?=\s|$)/, 'lines')).toEqual(['div']);
    expect(tags(/(?:^|\s)ad(?=\s|$)/, 'heads')).toEqual([]);
  }
});
