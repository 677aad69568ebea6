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
