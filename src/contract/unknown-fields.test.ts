import { expect, test } from 'vitest';
import { unknownFields } from './unknown-fields.ts';

test.each([
  ['include_metdata', 'Rename "include_metdata" to "include_metadata" if that is meant.'],
  ['includeMetadata', 'Rename "includeMetadata" to "include_metadata" if that is meant.'],
  ['max-tokens', 'Rename "max-tokens" to "max_tokens" if that is meant.'],
  ['format', 'Remove "format": it is not a field.'],
  ['constructor', 'Remove "constructor": it is not a field.'],
  ['"\u001b\n', 'Remove "\\"\\u001b\\n": it is not a field.'],
  ['x'.repeat(99), `Remove "${'x'.repeat(40)}": it is not a field.`],
])('unknownFields names %j and what is near', (name, sentence) =>
  expect(unknownFields({ url: 'https://a.example/', [name]: 1 })).toEqual([sentence]),
);

test('unknownFields says nothing of known fields and of what is no object, and at most eleven sentences', () => {
  for (const body of [{ url: '', links: 'none' }, {}, [], 'url', 4, null, undefined])
    expect(unknownFields(body)).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`field ${i}`, i]));
  const told = unknownFields(many);
  expect(told).toHaveLength(11);
  expect(told.at(-1)).toBe('Remove 990 more fields: they are not known.');
  expect(unknownFields(JSON.parse('{"__proto__":1}'))).toEqual(['Remove "__proto__": it is not a field.']);
});
