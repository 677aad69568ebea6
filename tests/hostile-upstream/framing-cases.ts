import { answer, fixed, flood, type HostileCase, head } from './hostile-case.ts';

const MALFORMED_HEADS: readonly (readonly [id: string, bytes: string])[] = [
  ['status-not-a-number', 'HTTP/1.1 abc OK\r\n\r\n'],
  ['status-four-digits', 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n'],
  ['status-600', 'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n'],
  ['status-998', 'HTTP/1.1 998 X\r\nContent-Length: 0\r\n\r\n'],
  ['space-before-colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok'],
  ['nul-in-name', 'HTTP/1.1 200 OK\r\nA\0b: 1\r\nContent-Length: 2\r\n\r\nok'],
  ['nul-in-value', 'HTTP/1.1 200 OK\r\nA: 1\0\r\nContent-Length: 2\r\n\r\nok'],
  ['bare-cr-in-value', 'HTTP/1.1 200 OK\r\nA: 1\rB: 2\r\nContent-Length: 2\r\n\r\nok'],
  ['header-without-colon', 'HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nok'],
  ['lengths-that-differ', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
  [
    'length-and-chunked',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ],
  [
    'chunked-and-length',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ],
  ['length-negative', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok'],
  ['length-plus', 'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok'],
  ['length-hex', 'HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok'],
  ['length-overflow', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok'],
  ['length-empty', 'HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\nok'],
];

const NOT_HTTP: readonly (readonly [id: string, bytes: string])[] = [
  ['http-0.9', '<html><p>hello</html>'],
  ['ssh-banner', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['smtp-banner', '220 mail.example ESMTP\r\n'],
  ['redis-error', "-ERR unknown command 'GET'\r\n"],
  ['binary-noise', '\x00\x01\x02\xff\xfe\x16\x03\x01'],
  ['http-lower-case', 'http/1.1 200 ok\r\n\r\n'],
  ['http-3-version', 'HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['http-2-preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['request-back', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['blank-lines', '\r\n\r\n\r\n'],
];

const CHUNKED = ['Transfer-Encoding: chunked'];

const CHUNKS: readonly (readonly [id: string, body: string, expected: HostileCase['expected']])[] = [
  ['chunk-good', '2\r\nok\r\n0\r\n\r\n', 'page'],
  ['chunk-extension', '2;a=b;c="d"\r\nok\r\n0\r\n\r\n', 'page'],
  ['chunk-extension-long', `2;${'a'.repeat(60_000)}\r\nok\r\n0\r\n\r\n`, 'page'],
  ['chunk-extension-for-nothing', `0;${'a'.repeat(500_000)}\r\n\r\n`, 'response_too_large'],
  [
    'chunk-extensions-for-little',
    `${`1;${'a'.repeat(1000)}\r\nx\r\n`.repeat(400)}0\r\n\r\n`,
    'response_too_large',
  ],
  ['chunk-trailers', '2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n', 'page'],
  ['chunk-size-not-hex', 'zz\r\nok\r\n0\r\n\r\n', 'malformed_response'],
  ['chunk-size-negative', '-2\r\nok\r\n0\r\n\r\n', 'malformed_response'],
  ['chunk-size-overflow', 'fffffffffffffffff\r\nok', 'malformed_response'],
  ['chunk-size-too-small', '1\r\nok\r\n0\r\n\r\n', 'malformed_response'],
  ['chunk-without-line-end', '2\r\nok0\r\n\r\n', 'malformed_response'],
];

/** What comes before a reset, and what becomes of it. */
const RESETS: readonly [id: string, fields: readonly string[], body: string, HostileCase['expected']][] = [
  ['in-body', ['Content-Length: 10'], 'short', 'upstream_unreachable'],
  ['in-chunks', CHUNKED, '2\r\nok\r\n', 'upstream_unreachable'],
  ['in-close-delimited-body', ['Connection: close'], '<p>half a page', 'upstream_unreachable'],
  ['after-body', ['Content-Length: 2'], 'ok', 'page'],
];

/** Faults of status lines, header fields, lengths and chunks. */
export const FRAMING_CASES: readonly HostileCase[] = [
  ...MALFORMED_HEADS.map(([id, bytes]) => fixed(id, bytes, 'malformed_response', { ending: 'end' })),
  ...NOT_HTTP.map(([id, bytes]) => fixed(id, bytes, 'upstream_unreachable', { ending: 'end' })),
  ...CHUNKS.map(([id, body, expected]) =>
    fixed(id, Buffer.concat([head(CHUNKED), Buffer.from(body)]), expected, {
      ending: 'end',
      ...(expected === 'page' ? { body: 'ok' } : {}),
    }),
  ),
  fixed('close-at-once', '', 'upstream_unreachable', { ending: 'end' }),
  fixed('reset-at-once', '', 'upstream_unreachable', { ending: 'reset' }),
  fixed('half-status-line', 'HTTP/1.', 'upstream_unreachable', { ending: 'end' }),
  fixed('half-head', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n', 'upstream_unreachable', {
    ending: 'end',
  }),
  fixed(
    'body-shorter-than-length',
    Buffer.concat([head(['Content-Length: 10']), Buffer.from('short')]),
    'malformed_response',
    {
      ending: 'end',
    },
  ),
  fixed(
    'body-longer-than-length',
    Buffer.concat([head(['Content-Length: 2']), Buffer.from('ok and more')]),
    'page',
    {
      body: 'ok',
    },
  ),
  fixed(
    'chunks-without-end',
    Buffer.concat([head(CHUNKED), Buffer.from('2\r\nok\r\n')]),
    'malformed_response',
    {
      ending: 'end',
    },
  ),
  ...(['reset', 'reset-behind'] as const).flatMap((ending) =>
    RESETS.map(([id, fields, body, expected]) =>
      fixed(`${ending}-${id}`, Buffer.concat([head(fields), Buffer.from(body)]), expected, {
        ending,
        ...(expected === 'page' ? { body } : {}),
      }),
    ),
  ),
  fixed('close-delimited', Buffer.concat([head(['Connection: close']), Buffer.from('ok')]), 'page', {
    ending: 'end',
    body: 'ok',
  }),
  fixed('http-1.0', 'HTTP/1.0 200 OK\r\n\r\nok', 'page', { ending: 'end', body: 'ok' }),
  fixed('no-reason-phrase', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 'page', { body: 'ok' }),
  fixed('length-zero', answer([], ''), 'page', { body: '' }),
  fixed('two-content-types', answer(['Content-Type: text/html', 'Content-Type: image/png']), 'page', {
    body: 'ok',
  }),
  fixed('proto-header', answer(['__proto__: polluted', 'constructor: x', 'hasOwnProperty: y']), 'page', {
    body: 'ok',
  }),
  fixed('latin1-header', answer(['X-Caf\xe9: 1'.replace('\xe9', 'e'), 'X-Value: caf\xe9']), 'page', {
    body: 'ok',
  }),
  fixed('second-response-after', Buffer.concat([answer([]), answer(['X: smuggled'], 'evil')]), 'page', {
    body: 'ok',
  }),
  fixed(
    'early-hints',
    Buffer.concat([head(['Link: </a.css>; rel=preload'], '103 Early Hints'), answer([])]),
    'page',
    {
      body: 'ok',
    },
  ),
  fixed(
    'two-interim',
    Buffer.concat([head([], '102 Processing'), head([], '103 Early Hints'), answer([])]),
    'page',
    {
      body: 'ok',
    },
  ),
  fixed(
    'switching-protocols',
    head(['Upgrade: websocket', 'Connection: Upgrade'], '101 Switching Protocols'),
    'malformed_response',
  ),
  fixed('switching-without-upgrade', head([], '101 Switching Protocols'), 'malformed_response'),
  fixed(
    'interim-flood',
    Buffer.concat(Array.from({ length: 1_000 }, () => head([], '103 Early Hints'))),
    'malformed_response',
  ),
  {
    id: 'interim-endless',
    expected: 'malformed_response',
    play: (socket, context) =>
      flood(socket, Buffer.concat(Array.from({ length: 10 }, () => head([], '102 Processing'))), context),
  },
  fixed('header-of-60-kib', answer([`X: ${'a'.repeat(60 * 1024)}`]), 'page', { body: 'ok' }),
  fixed('header-of-70-kib', answer([`X: ${'a'.repeat(70 * 1024)}`]), 'response_too_large'),
  fixed(
    'many-headers',
    answer(Array.from({ length: 20_000 }, (_, at) => `X-${at}: ${at}`)),
    'response_too_large',
  ),
  {
    id: 'header-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      return flood(socket, Buffer.alloc(4_096, 'a'), context);
    },
  },
  {
    id: 'headers-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write('HTTP/1.1 200 OK\r\n');
      return flood(socket, Buffer.from('X: 1\r\n'.repeat(700)), context);
    },
  },
  {
    id: 'status-line-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write('HTTP/1.1 200 ');
      return flood(socket, Buffer.alloc(4_096, 'a'), context);
    },
  },
  {
    id: 'chunk-extension-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(Buffer.concat([head(CHUNKED), Buffer.from('2;')]));
      return flood(socket, Buffer.alloc(65_536, 'a'), context);
    },
  },
  {
    id: 'trailers-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(Buffer.concat([head(CHUNKED), Buffer.from('2\r\nok\r\n0\r\n')]));
      return flood(socket, Buffer.from('X: 1\r\n'.repeat(700)), context);
    },
  },
];
