import { expect, test } from 'vitest';
import { HTML_NS, HtmlNode } from '../html/tree.ts';
import { styleOf } from './style-of.ts';

const styled = (value: string) => HtmlNode.element('p', HTML_NS, [{ name: 'style', value }]);

test('a whole declaration is read, not a part of a longer name', () => {
  expect(styleOf(styled('--footer-display: none; display : Block !important'), 'display')).toBe('block');
  expect(styleOf(styled('--footer-display: none'), 'display')).toBe('');
  expect(styleOf(HtmlNode.element('p'), 'display')).toBe('');
});

test('of equal properties the last holds, and comments are none', () => {
  expect(styleOf(styled('display: none; display: block'), 'display')).toBe('block');
  expect(styleOf(styled('/* hides */ display: none'), 'display')).toBe('none');
});
