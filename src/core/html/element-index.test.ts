import { describe, expect, test } from 'vitest';
import { inOrder } from './element-index.ts';
import { parseHtml } from './parse.ts';
import type { HtmlNode } from './tree.ts';

const { elements } = parseHtml(
  '<p id="a"><b id="b" role="x">one</b> p</p><ul id="c"><li id="d" role="x"><p id="e">two</p></li></ul><svg id="f"></svg>',
  'https://example.org/',
);
const ids = (nodes: readonly HtmlNode[]) =>
  nodes.map(({ attrs }) => attrs.find(({ name }) => name === 'id')?.value);

describe('elements are found', () => {
  test('by their tags, in document order', () => {
    expect(ids(elements.tagged('p'))).toEqual(['a', 'e']);
    expect(ids(elements.tagged('li', 'p', 'b'))).toEqual(['a', 'b', 'd', 'e']);
    expect(elements.tagged('#text', 'table')).toEqual([]);
  });

  test('by an attribute, in document order', () => {
    expect(ids(elements.having('role'))).toEqual(['b', 'd']);
    expect(ids(elements.having('id'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(elements.having('property')).toEqual([]);
  });
});

test('nodes come in order once each', () => {
  const [a, e] = elements.tagged('p');
  expect(ids(inOrder([e!, a!, e!]))).toEqual(['a', 'e']);
});
