import { expect, test } from 'vitest';
import { scriptText } from './inline-text.ts';

test.each([
  ['sup', '10', '6', '⁶'],
  ['sub', 'H', '2', '₂'],
  ['sup', 'x', 'n+1', 'ⁿ⁺¹'],
  ['sup', 'm', '-2', '⁻²'],
  ['sup', 'word', '3, 4', '³, ⁴'],
  ['sup', 'x', 'a', '^a'],
  ['sup', 'e', 'kx+1', '^(kx+1)'],
  ['sub', 'V', 'max', '_max'],
  ['sup', 'hook', 'AUR', ' AUR'],
  ['sup', 'cat8', 'AUR', ' AUR'],
  ['sup', 'Rent ', 'i', 'i'],
  ['sup', 'The boat ', '2', '²'],
  ['sup', 'of the 4', 'th', 'th'],
  ['sup', 'M', 'me', 'me'],
  ['sup', 'XIX', 'e', 'e'],
  ['sup', 'Brand', 'TM', '™'],
  ['sup', 'Brand', '®', '®'],
  ['sup', 'Brand', '[1]', '[1]'],
  ['sup', 'The boat', 'a sentence in small letters', ' a sentence in small letters'],
  ['sub', '', 'small print', 'small print'],
] as const)('scriptText: %s after %j, %j, is %j', (tag, before, text, expected) => {
  expect(scriptText(tag, text, before)).toBe(expected);
});
