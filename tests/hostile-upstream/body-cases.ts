import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answer, drip, fixed, flood, type HostileCase, type HostileContext, head } from './hostile-case.ts';

/** Sizes around the caps are only known when a case is played. */
function sized(
  id: string,
  expected: HostileCase['expected'],
  make: (maxBytes: number) => { lines?: readonly string[]; body: Buffer },
): HostileCase {
  return {
    id,
    expected,
    play(socket, { maxBytes }: HostileContext) {
      const { lines = [], body } = make(maxBytes);
      socket.write(answer(lines, body));
    },
  };
}

const encoded = (
  id: string,
  coding: string,
  body: Buffer,
  expected: HostileCase['expected'] = 'page',
  text = 'ok',
) =>
  fixed(
    id,
    answer([`Content-Encoding: ${coding}`], body),
    expected,
    expected === 'page' ? { body: text } : {},
  );

const brotli = (bytes: Buffer | string): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes, 0x20);
const corrupt = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
};
const long = Buffer.from('All is well that ends well, says the page. '.repeat(200));

const CODINGS = {
  gzip: gzipSync,
  br: brotli,
  deflate: deflateSync,
  'raw-deflate': deflateRawSync,
} as const;

const perCoding = Object.entries(CODINGS).flatMap(([name, compress]) => {
  const coding = `Content-Encoding: ${name.replace('raw-', '')}`;
  const whole = compress(long);
  return [
    fixed(`${name}-good`, answer([coding], whole), 'page', { body: long.toString() }),
    fixed(`${name}-truncated`, answer([coding], whole.subarray(0, whole.length >> 1)), 'malformed_response'),
    fixed(`${name}-first-byte-only`, answer([coding], whole.subarray(0, 1)), 'malformed_response'),
    sized(`${name}-decoded-at-cap`, 'page', (maxBytes) => ({
      lines: [coding],
      body: compress(zeros(maxBytes)),
    })),
    sized(`${name}-decoded-over-cap`, 'response_too_large', (maxBytes) => ({
      lines: [coding],
      body: compress(zeros(maxBytes + 1)),
    })),
    sized(`${name}-bomb`, 'response_too_large', (maxBytes) => ({
      lines: [coding],
      body: compress(zeros(maxBytes * 20)),
    })),
    fixed(`${name}-empty-body`, answer([coding], ''), 'page', { body: '' }),
  ];
});

/** Sizes, content codings and bodies that never end. */
export const BODY_CASES: readonly HostileCase[] = [
  ...perCoding,
  encoded('gzip-upper-case', 'GZIP', gzipSync('ok')),
  encoded('x-gzip', 'x-gzip', gzipSync('ok')),
  encoded('gzip-two-members', 'gzip', Buffer.concat([gzipSync('o'), gzipSync('k')])),
  encoded('gzip-trailing-zeros', 'gzip', Buffer.concat([gzipSync('ok'), Buffer.alloc(16)])),
  encoded(
    'gzip-wrong-checksum',
    'gzip',
    corrupt(gzipSync(long), gzipSync(long).length - 6),
    'malformed_response',
  ),
  encoded('gzip-corrupt', 'gzip', corrupt(gzipSync(long), 20), 'malformed_response'),
  encoded('gzip-that-is-plain', 'gzip', Buffer.from('<p>plain'), 'malformed_response'),
  encoded('br-that-is-gzip', 'br', gzipSync(long), 'malformed_response'),
  encoded('coding-identity', 'identity', Buffer.from('ok')),
  encoded('coding-none', 'none', Buffer.from('ok')),
  encoded('coding-utf-8', 'utf-8', Buffer.from('ok')),
  encoded('coding-empty', '', Buffer.from('ok')),
  encoded('coding-compress', 'compress', Buffer.from([0x1f, 0x9d, 0x90]), 'malformed_response'),
  encoded('two-codings', 'gzip, br', brotli(gzipSync('ok'))),
  encoded('two-codings-and-identity', 'identity, gzip, br', brotli(gzipSync('ok'))),
  encoded('three-codings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('ok'))), 'malformed_response'),
  encoded('hundred-codings', Array(100).fill('gzip').join(','), gzipSync('ok'), 'malformed_response'),
  fixed(
    'coding-in-two-fields',
    answer(['Content-Encoding: gzip', 'Content-Encoding: br'], brotli(gzipSync('ok'))),
    'page',
    {
      body: 'ok',
    },
  ),
  sized('nested-gzip-bomb', 'response_too_large', (maxBytes) => ({
    lines: ['Content-Encoding: gzip, gzip'],
    body: gzipSync(gzipSync(zeros(maxBytes * 20))),
  })),
  sized('nested-br-gzip-bomb', 'response_too_large', (maxBytes) => ({
    lines: ['Content-Encoding: gzip, br'],
    body: brotli(gzipSync(zeros(maxBytes * 20))),
  })),
  sized('inner-layer-bomb', 'response_too_large', (maxBytes) => ({
    lines: ['Content-Encoding: gzip, gzip'],
    body: gzipSync(Buffer.concat([gzipSync('ok'), zeros(maxBytes * 4)])),
  })),
  sized('body-at-cap', 'page', (maxBytes) => ({ body: zeros(maxBytes) })),
  sized('body-over-cap', 'response_too_large', (maxBytes) => ({ body: zeros(maxBytes + 1) })),
  {
    // The body never comes: only a refusal at the head can answer in time.
    id: 'length-over-cap',
    expected: 'response_too_large',
    play: (socket, { maxBytes }) => void socket.write(head([`Content-Length: ${maxBytes + 1}`])),
  },
  {
    id: 'body-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(head(['Connection: close']));
      return flood(socket, zeros(65_536), context);
    },
  },
  {
    id: 'chunks-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(head(['Transfer-Encoding: chunked']));
      return flood(
        socket,
        Buffer.concat([Buffer.from('8000\r\n'), zeros(0x8000), Buffer.from('\r\n')]),
        context,
      );
    },
  },
  {
    id: 'one-byte-chunks',
    expected: 'page',
    play(socket, { maxBytes }) {
      socket.write(head(['Transfer-Encoding: chunked']));
      socket.write(`${'1\r\na\r\n'.repeat(Math.min(maxBytes, 2 * 1024 * 1024))}0\r\n\r\n`);
    },
  },
  {
    id: 'one-byte-chunks-over-cap',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(head(['Transfer-Encoding: chunked']));
      return flood(socket, Buffer.from('1\r\na\r\n'.repeat(10_000)), context);
    },
  },
  { id: 'silence', expected: 'fetch_timeout', play: () => undefined },
  {
    id: 'slow-head',
    expected: 'fetch_timeout',
    play(socket, context) {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      drip(socket, 'a', 20, context);
    },
  },
  {
    id: 'slow-body',
    expected: 'fetch_timeout',
    play(socket, context) {
      socket.write(head(['Content-Length: 100000']));
      drip(socket, 'a', 20, context);
    },
  },
  {
    id: 'slow-close-delimited-body',
    expected: 'fetch_timeout',
    play(socket, context) {
      socket.write(head(['Connection: close']));
      drip(socket, 'a', 20, context);
    },
  },
  fixed('stalled-body', Buffer.concat([head(['Content-Length: 10']), Buffer.from('short')]), 'fetch_timeout'),
  fixed(
    'close-delimited-without-close',
    Buffer.concat([head(['Connection: close']), Buffer.from('ok')]),
    'fetch_timeout',
  ),
  fixed('stalled-after-head', head(['Content-Length: 10']), 'fetch_timeout'),
];
