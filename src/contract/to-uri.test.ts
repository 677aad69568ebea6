import { expect, test } from 'vitest';
import { toUri } from './to-uri.ts';

test.each([
  ['http://a.example/', 'http://a.example/'],
  ['http://[::1]:8080/a?b=%5B#c', 'http://[::1]:8080/a?b=%5B#c'],
  ['http://a.example/x|y?ids[]=1&q={^}', 'http://a.example/x%7Cy?ids%5B%5D=1&q=%7B%5E%7D'],
  ['http://a.example/%zz%2?%', 'http://a.example/%25zz%252?%25'],
  ['http://a.example/#a#b`', 'http://a.example/#a%23b%60'],
  ['', ''],
])('toUri of %s is %s', (url, uri) => {
  expect(toUri(url)).toBe(uri);
  expect(toUri(uri)).toBe(uri);
});
