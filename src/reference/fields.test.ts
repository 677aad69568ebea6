import { expect, test } from 'vitest';
import type { Schema } from './description.ts';
import { fieldsOf } from './fields.ts';

/** Fields of an object of one property `a`, as the text that a reader sees. */
const text = (schema: Schema, required: readonly string[] = []) =>
  fieldsOf({ type: 'object', properties: { a: schema }, required })
    .source.replace(/<[^>]+>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim();

test.each<[Schema, string]>([
  [
    { type: 'string', format: 'uri', minLength: 1, maxLength: 8192 },
    'a string (uri) From 1 to 8,192 characters.',
  ],
  [{ type: 'string', enum: ['x', 'y'], default: 'x' }, 'a string Default "x". One of x, y.'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'a integer'],
  [{ type: 'number', minimum: 0, maximum: 1 }, 'a number From 0 to 1.'],
  [{ type: 'string', pattern: '^a$', maxLength: 64 }, 'a string At most 64 characters. Matches ^a$.'],
  [
    { type: 'array', maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 5 } },
    'a array of string At most 50 items. From 1 to 5 characters each.',
  ],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'a integer or null'],
  [{ type: ['boolean', 'null'], default: true }, 'a boolean or null Default true.'],
  [
    { anyOf: [{ anyOf: [{ type: 'integer', minimum: 5, maximum: 9 }, { const: 0 }] }, { type: 'null' }] },
    'a integer or 0 or null From 5 to 9.',
  ],
  [{ type: 'string', const: 'success' }, 'a "success"'],
  [{ type: 'boolean', default: false, description: 'Says `b`.' }, 'a boolean Says b. Default false.'],
  [
    { type: 'object', properties: { b: { type: 'boolean' } }, required: ['b'] },
    'a object 1 field of a b boolean required',
  ],
])('fieldsOf: %j', (schema, wanted) => {
  expect(text(schema)).toBe(wanted);
});

test('fieldsOf: a reference is a link to its object, and required is said', () => {
  const { source } = fieldsOf({
    properties: { a: { $ref: '#/components/schemas/Metadata' } },
    required: ['a'],
  });
  expect(source).toContain('<a href="#object-Metadata">Metadata</a>');
  expect(source).toContain('<span class="required">required</span>');
});
