import fc, { type Arbitrary } from 'fast-check';
import { ARTICLE } from '../../support/upstream.ts';
import type { PlainRequest } from './request-types.ts';
import { oddTexts } from './sample-values.ts';

/** A body and the Content-Type that it is sent under; '' is none. */
type FileBody = Pick<PlainRequest, 'body' | 'bytes'> & { readonly type: string };

/** Files of the kinds that are read, and some that are none: type, content. */
const FILES: readonly (readonly [string, string])[] = [
  ['text/html', '<h1>Rivers</h1><p>A <b>bridge</b> over one.</p>'],
  ['text/html; charset=utf-8', ARTICLE],
  ['text/html', '<title>Nothing</title>'],
  ['text/html; charset=x-unknown', '<p>Rivers</p>'],
  ['text/markdown', '# Rivers\n\n- one\n'],
  ['text/plain', 'Rivers\n\nBridges'],
  ['application/json', '{"rivers":[1,2,{"a":null}]}'],
  [
    'application/rss+xml',
    '<rss version="2.0"><channel><title>News</title><item><title>A</title></item></channel></rss>',
  ],
  ['application/pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<</Root 1 0 R>>'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK\u0003\u0004'],
  ['application/octet-stream', 'Rivers'],
  ['application/x-www-form-urlencoded', '<p>Rivers'],
  ['image/png', '\u0089PNG'],
  ['', 'Rivers and <b>bridges</b>'],
  ['text', 'Rivers'],
  ['multipart/mixed; boundary=b', '--b\r\n\r\nRivers\r\n--b--'],
];

const field = (more = '') => `Content-Disposition: form-data; name="file"; filename="a.md"${more}`;
const HEADS: readonly string[] = [
  field(),
  field('\r\nContent-Type: text/html'),
  field('\r\nContent-Type: multipart/mixed; boundary=c'),
  field('\r\nContent-Transfer-Encoding: base64'),
  field("; filename*=UTF-8''%C3%BC%ZZ"),
  `Content-Disposition: form-data; name="file"; filename="${'a'.repeat(3000)}\\"%22/.."`,
  'Content-Disposition: attachment',
  `${field()}\r\nX: ${'x'.repeat(9000)}`,
  '',
  'no field',
  ': ',
];
const ENDS: readonly string[] = ['--', '--\r\nepilogue', '', '\r\n', '  \r\n\r\nmore\r\n--b--'];
const BOUNDARIES: readonly string[] = [
  'b',
  '"b"',
  '"b c"',
  'c',
  '',
  '"',
  'b; boundary=c',
  `${'b'.repeat(71)}`,
];

const forms = fc
  .record({
    head: fc.constantFrom(...HEADS),
    content: fc.oneof(fc.constantFrom('# Rivers', '', '\r\n--', '--b', '\r\n--b', '\r\n--bb'), oddTexts),
    end: fc.oneof(
      { weight: 4, arbitrary: fc.constant('--') },
      { weight: 1, arbitrary: fc.constantFrom(...ENDS) },
    ),
    boundary: fc.oneof(
      { weight: 4, arbitrary: fc.constant('b') },
      { weight: 1, arbitrary: fc.constantFrom(...BOUNDARIES) },
    ),
    times: fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(0, 2) },
    ),
    cut: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }) },
    ),
  })
  .map(({ head, content, end, boundary, times, cut }): FileBody => {
    const body = `${`--b\r\n${head}\r\n\r\n${content}\r\n`.repeat(times)}--b${end}`;
    return { body: body.slice(0, body.length - cut), type: `multipart/form-data; boundary=${boundary}` };
  });

/** Files as bodies, under their types and others, and forms of all sorts. */
export const fileBodies: Arbitrary<FileBody> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...FILES).map(([type, body]): FileBody => ({ type, body })),
  },
  { weight: 5, arbitrary: forms },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...FILES), oddTexts)
      .map(([[type], body]): FileBody => ({ type, body })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...FILES), fc.uint8Array({ maxLength: 60 }))
      .map(([[type], bytes]): FileBody => ({ type, bytes: Buffer.from(bytes).toString('base64') })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'text/plain', body: 'a'.repeat(140_000) }) },
);

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
