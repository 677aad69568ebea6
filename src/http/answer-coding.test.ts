import { describe, expect, test } from 'vitest';
import { matchingTag, preferredCoding } from './answer-coding.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
] as const)('preferredCoding of %j', (accept, coding) => {
  expect(preferredCoding(accept)).toBe(coding);
});

describe('matchingTag', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['"b"', null],
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"b", "a-br"', '"a-br"'],
    ['"a-gzip"', '"a-gzip"'],
    ['"a-zip"', null],
    ['*', '"a"'],
  ])('of %j', (header, tag) => {
    expect(matchingTag(header, '"a"')).toBe(tag);
  });
});
