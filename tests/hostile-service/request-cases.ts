import { refused, type ServiceAnswer, type ServiceCase } from './service-case.ts';

const body = '{"url":"http://10.0.0.1/"}';

/** A raw request; `head` lines are written as they are. */
const bytes = (first: string, head: readonly string[], payload = ''): string =>
  [first, ...head, '', payload].join('\r\n');

const post = (key: string, head: readonly string[] = [], payload = body): string =>
  bytes(
    'POST /v1/convert HTTP/1.1',
    [
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(payload)}`,
      'Connection: close',
      ...head,
    ],
    payload,
  );

/** The envelope with one of the statuses. */
const status =
  (...wanted: readonly number[]): ServiceCase['judge'] =>
  (answer) => {
    if (!wanted.includes(answer.status)) return `status ${answer.status}, wanted ${wanted.join(' or ')}`;
    if (answer.status < 400) return null;
    try {
      const envelope = JSON.parse(answer.body) as { status: string; error: { code: number } };
      return envelope.error.code === answer.status ? null : `envelope ${answer.body.slice(0, 100)}`;
    } catch {
      return `no envelope: ${answer.body.slice(0, 100)}`;
    }
  };

const raw = (
  id: string,
  make: NonNullable<ServiceCase['raw']>,
  judge: ServiceCase['judge'],
): ServiceCase => ({
  id: `request-${id}`,
  raw: make,
  judge,
});

const CONTENT_TYPES: readonly (readonly [string, boolean])[] = [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['APPLICATION/JSON', true],
  ['application/json;charset="UTF-8"', true],
  ['text/plain', false],
  ['text/json', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application/xml', false],
  ['application/json; charset=latin1', false],
  ['application/json+x', false],
  ['*/*', false],
  ['', false],
];
const byContentType = CONTENT_TYPES.map(([type, isFine], index) =>
  raw(
    `content-type-${index}`,
    ({ key }) => [
      bytes(
        'POST /v1/convert HTTP/1.1',
        [
          'Host: x',
          `Authorization: Bearer ${key}`,
          `Content-Type: ${type}`,
          `Content-Length: ${body.length}`,
          'Connection: close',
        ],
        body,
      ),
    ],
    isFine ? refused('blocked_target') : refused('unsupported_content_type'),
  ),
);

const BODIES: readonly (string | Buffer)[] = [
  ...[
    '',
    ' ',
    '{',
    '[',
    '"',
    'null',
    '1',
    '[]',
    '"x"',
    '{"url":}',
    "{'url':'http://a/'}",
    '{"url":"http://a/"}}',
  ],
  ...[
    '\ufeff{"url":1}',
    '{"url":"\\ud800"}',
    '{"url":"http://a/","strict":"yes"}',
    '{"url":"http://a/","html":1}',
  ],
  ...[
    '{"url":"http://a/","response_format":"html"}',
    '{"url":"http://a/","timeout_ms":-1}',
    'NaN',
    'undefined',
  ],
  ...[
    '{"url":"http://a/","max_tokens":1}',
    '{"url":"http://a/","cursor":"!"}',
    '{"url":"http://a/","language":"!"}',
  ],
  ...[
    '{"url":"http://a/","include_selectors":["["]}',
    `${'['.repeat(100_000)}`,
    `{"a":${'{"a":'.repeat(5000)}1`,
  ],
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from('7b2275726c223a22c328227d', 'hex'),
  Buffer.alloc(64),
];
const byBody = BODIES.map((payload, index) =>
  raw(
    `body-${index}`,
    ({ key }) => [
      bytes('POST /v1/convert HTTP/1.1', [
        'Host: x',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(payload)}`,
        'Connection: close',
      ]),
      payload,
    ],
    refused('invalid_request', 'invalid_url'),
  ),
);

const CREDENTIALS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Basic dXNlcjpwYXNz',
  'Bearer pmk_00000000000000000000000000000000000000',
  `Bearer ${'x'.repeat(8000)}`,
  'Bearer \u00e9\u00e9',
  'bearer null',
  'Bearer a b',
];
const byCredential = CREDENTIALS.map((credential, index) =>
  raw(
    `credential-${index}`,
    () => [
      bytes(
        'POST /v1/convert HTTP/1.1',
        [
          'Host: x',
          ...(credential === '' ? [] : [`Authorization: ${credential}`]),
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Connection: close',
        ],
        body,
      ),
    ],
    refused('unauthorized'),
  ),
);

const METHODS = ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'TRACE', 'CONNECT', 'PROPFIND', 'FOO'];
const byMethod = METHODS.map((method) =>
  raw(
    `method-${method}`,
    () => [bytes(`${method} /v1/convert HTTP/1.1`, ['Host: x', 'Connection: close'])],
    (answer) => {
      const wanted = method === 'CONNECT' ? [400, 404, 405, 0] : [400, 405];
      return wanted.includes(answer.status) ? null : `status ${answer.status}`;
    },
  ),
);

const PATHS = [
  '/v1',
  '/v2/convert',
  '/v1/convert/',
  '/v1/Convert',
  '/../etc/passwd',
  '/%2e%2e/x',
  '/%00',
  '/%',
  '//',
  '/v1//convert',
];
const byPath = PATHS.map((path) =>
  raw(
    `path-${path}`,
    ({ key }) => [
      bytes(`POST ${path} HTTP/1.1`, [
        'Host: x',
        `Authorization: Bearer ${key}`,
        'Content-Length: 0',
        'Connection: close',
      ]),
    ],
    status(400, 404, 405),
  ),
);

/** Two requests in one where a lenient server reads otherwise than a proxy before it. */
const SMUGGLED = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = (lines: readonly string[], payload: string) =>
  bytes('POST /v1/convert HTTP/1.1', ['Host: x', ...lines], payload);
const SMUGGLING: readonly string[] = [
  chunked(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Content-Length: 0', `Content-Length: ${SMUGGLED.length}`], SMUGGLED),
  chunked(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding : chunked'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding:\u000bchunked'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['X: y\nTransfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`),
  chunked(['Content-Length: +0'], SMUGGLED),
  chunked(['Content-Length: 0x0'], SMUGGLED),
  chunked(['Content-Length: -1'], SMUGGLED),
  chunked(['Content-Length: 1e1'], SMUGGLED),
  chunked(['Transfer-Encoding: chunked'], `g\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding: chunked'], `-1\r\n\r\n${SMUGGLED}`),
  chunked(['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n\r\n${SMUGGLED}`),
];
const noneGotIn: ServiceCase['judge'] = ({ status: code, body: text }: ServiceAnswer) => {
  if (text.includes('pagemark_requests_total') || text.includes('HTTP/1.1 200'))
    return 'the second request was answered';
  return code >= 400 && code < 500 ? null : `status ${code}`;
};
const smuggling = SMUGGLING.map((text, index) => raw(`smuggling-${index}`, () => [text], noneGotIn));

const MALFORMED: readonly string[] = [
  'GARBAGE\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET / HTP/1.1\r\nHost: x\r\n\r\n',
  'GET /health HTTP/1.1\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\nno-colon\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost x\r\n\r\n',
  '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /health HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`,
  `GET /health HTTP/1.1\r\nHost: x\r\n${'Name: value\r\n'.repeat(5000)}\r\n`,
];
const malformed = MALFORMED.map((text, index) =>
  raw(`malformed-${index}`, () => [text], status(400, 413, 431)),
);

const others: readonly ServiceCase[] = [
  raw(
    'too-large-declared',
    ({ key }) => [
      bytes('POST /v1/convert HTTP/1.1', [
        'Host: x',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Content-Length: 10485760',
        'Connection: close',
      ]),
    ],
    refused('body_too_large'),
  ),
  raw(
    'encoded-body',
    ({ key }) => [post(key, ['Content-Encoding: gzip'])],
    refused('unsupported_content_type'),
  ),
  raw('expect-other', ({ key }) => [post(key, ['Expect: magic'])], status(400, 403, 417)),
  raw('upgrade', ({ key }) => [post(key, ['Connection: upgrade', 'Upgrade: h2c'])], status(400, 403)),
  raw(
    'pipelined',
    ({ key }) => [post(key).replace('Connection: close\r\n', '') + post(key)],
    (answer) =>
      answer.status === 403 && answer.body.includes('HTTP/1.1 403') ? null : `status ${answer.status}`,
  ),
  raw(
    'absolute-form',
    () => ['GET http://evil.example/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status(200, 400, 404, 401),
  ),
  raw(
    'method-override',
    ({ key }) => [post(key, ['X-HTTP-Method-Override: DELETE'])],
    refused('blocked_target'),
  ),
  raw(
    'forwarded',
    ({ key }) => [
      post(key, ['X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 127.0.0.1', 'Forwarded: for=127.0.0.1']),
    ],
    refused('blocked_target'),
  ),
  raw(
    'original-url',
    ({ key }) => [post(key, ['X-Original-URL: /metrics', 'X-Rewrite-URL: /metrics'])],
    refused('blocked_target'),
  ),
  raw(
    'origin',
    ({ key }) => [post(key, ['Origin: https://evil.example'])],
    (answer) =>
      answer.headers['access-control-allow-origin'] === undefined
        ? refused('blocked_target')(answer)
        : 'CORS is open',
  ),
];

export const REQUEST_CASES: readonly ServiceCase[] = [
  ...byContentType,
  ...byBody,
  ...byCredential,
  ...byMethod,
  ...byPath,
  ...smuggling,
  ...malformed,
  ...others,
];
