import { expect, test } from 'vitest';
import { normalizeContent } from '../content/normalize.ts';
import type { Inline } from '../content/tree.ts';
import { writeMarkdown } from './write.ts';

const write = (...children: Inline[]): string =>
  writeMarkdown(normalizeContent({ type: 'root', children: [{ type: 'paragraph', children }] })).text;

test.each([
  ['see https://x.y/z', 'see https://x.y/z'],
  ['(https://x.y/a_b_c?d=1&e=*2).', '(https://x.y/a_b_c?d=1&e=*2).'],
  ['www.x.y, http://localhost:80; me@x.yz', 'www.x.y, http://localhost:80; me@x.yz'],
  ['https://x.y/a(b and https://x.y/a(b)', 'https://x.y/a(b and <https://x.y/a(b)>'],
  ['见https://x.y/z。www.x.y', '见<https://x.y/z>。www.x.y'],
  ['[https://x.y] [www.x.y]', '[<https://x.y>] [[www.x.y](http://www.x.y)]'],
  ['https://x.y/100%', '<https://x.y/100>%'],
  ['http:// https://… www. a@b', 'http:// https://… www. a@b'],
])('an address in text stays whole: %j is written as %j', (value, written) => {
  expect(write({ type: 'text', value })).toBe(written);
});

test('an address in emphasis, and one whose beginning stands apart, are links to what they say', () => {
  expect(write({ type: 'emphasis', children: [{ type: 'text', value: 'me@x.yz' }] })).toBe('*<me@x.yz>*');
  expect(
    write(
      { type: 'text', value: 'https://' },
      { type: 'strong', children: [{ type: 'text', value: 'x.y' }] },
    ),
  ).toBe('https://**x.y**');
});
