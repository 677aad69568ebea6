import { expect, test } from 'vitest';
import { isJsonLd } from './json-ld.ts';
import { parseHtml } from './parse.ts';

test.each([
  ['application/ld+json', true],
  ['Application/LD+JSON', true],
  [' application/ld+json ; charset=utf-8', true],
  ['application/json', false],
  ['application/ld+jsonp', false],
  ['', false],
])('a script of type "%s" holds JSON-LD: %s', (type, is) => {
  const doc = parseHtml(`<script type="${type}">{}</script>`, 'https://example.org/');
  expect(isJsonLd(doc.elements.tagged('script')[0]!)).toBe(is);
});
