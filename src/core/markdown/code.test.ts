import { expect, test } from 'vitest';
import { writeCodeSpan } from './code.ts';

test.each([
  ['a', '`a`'],
  [' a ', '`  a  `'],
  [' a', '` a`'],
  ['a ', '`a `'],
  ['  ', '`  `'],
  [' \u00a0 ', '`  \u00a0  `'],
  ['`a', '`` `a ``'],
  ['a``b`c', '```a``b`c```'],
])('%j reads back as it is: %j', (code, span) => {
  expect(writeCodeSpan(code)).toBe(span);
});
