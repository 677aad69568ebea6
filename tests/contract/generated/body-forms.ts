import fc, { type Arbitrary } from 'fast-check';
import type { PlainRequest } from './request-types.ts';

type Body = Pick<PlainRequest, 'body' | 'bytes'>;

/** The same JSON value in other letters: all of these are JSON. */
const FORMS: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => ` \r\n\t${JSON.stringify(value)}\n`,
  (value) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  // The last of two properties of one name holds.
  (value) => JSON.stringify(value).replace(/^\{"(\w+)":/, '{"$1":[0],"$1":'),
];

/** Texts that are no JSON, made of one that is. */
const BROKEN: readonly ((text: string) => string)[] = [
  () => '',
  (text) => text.slice(0, -1),
  (text) => text.slice(0, text.length >> 1),
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('{', '{/* */'),
  (text) => text.replace('}', ',}'),
  (text) => `${text}\u0000`,
  () => 'NaN',
  () => '{"a":1e}',
  () => '{"a":"\u0001"}',
  () => '{"a":"\\x"}',
  () => '['.repeat(50_000),
  () => '{"a":'.repeat(20_000),
  () => 'url=http%3A%2F%2F10.0.0.1%2F',
];

const BYTES: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from('{"url":"http://10.0.0.1/\xff"}', 'latin1'),
  Buffer.from('{"url":"\xed\xa0\x80"}', 'latin1'),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  Buffer.from([0]),
];

/** Deeply nested, and longer than any body may be. */
const HUGE: readonly string[] = [
  `{"url":"http://10.0.0.1/","html":"x","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `{"url":"http://10.0.0.1/","html":"${'a'.repeat(140_000)}"}`,
  `{"key":"${'k'.repeat(4090)}"}`,
  `{"markdown":"a","more":"${'b'.repeat(1_600_000)}"}`,
];

/** A value as a JSON body, mostly; else something that is no JSON, or no text, or too much. */
export function written(values: Arbitrary<unknown>): Arbitrary<Body> {
  const text = fc.tuple(values, fc.constantFrom(...FORMS)).map(([value, form]) => form(value) ?? 'null');
  return fc.oneof(
    { weight: 24, arbitrary: text.map((body): Body => ({ body })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(text, fc.constantFrom(...BROKEN))
        .map(([whole, broken]): Body => ({ body: broken(whole) })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...BYTES).map((bytes): Body => ({ bytes: bytes.toString('base64') })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...HUGE).map((body): Body => ({ body })) },
  );
}
