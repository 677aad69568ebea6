import { gzipSync } from 'node:zlib';
import { answer, fixed, flood, type HostileCase, head } from './hostile-case.ts';

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const ok = (...fields: string[]): string => lines('HTTP/1.1 200 OK', ...fields);
const chunked = (body: string): string => `${ok('Transfer-Encoding: chunked')}${body}`;

/** Heads in front of `ok`, and chunks that say it, which RFC 9110 and 9112 let a client take and browsers take. */
const TAKEN: Readonly<Record<string, string>> = {
  'length-twice': `${ok('Content-Length: 2', 'Content-Length: 2')}ok`,
  'length-three-times': `${ok('Content-Length: 2', 'content-length:2', 'CONTENT-LENGTH: 2 ')}ok`,
  'length-twice-apart': `${ok('Content-Length: 2', 'Content-Type: text/html', 'Content-Length: 2')}ok`,
  'length-list': `${ok('Content-Length: 2, 2')}ok`,
  'length-list-without-blank': `${ok('Content-Length: 2,2,2')}ok`,
  'length-list-and-field': `${ok('Content-Length: 2,2', 'Content-Length: 2')}ok`,
  'length-twice-and-more-body': `${ok('Content-Length: 2', 'Content-Length: 2')}ok and more`,
  'folded-by-space': `${ok('X: a', ' b', 'Content-Length: 2')}ok`,
  'folded-by-tab': `${ok('X: a', '\tb', 'Content-Length: 2')}ok`,
  'folded-twice': `${ok('X: a,', '   b,', '\t c', 'Content-Length: 2')}ok`,
  'folded-empty-line': `${ok('X: a', ' ', ' b', 'Content-Length: 2')}ok`,
  'folded-last-field': `${ok('Content-Length: 2', 'X:', ' a')}ok`,
  'folded-length': `${ok('Content-Length:', ' 2')}ok`,
  'folded-chunked': `${ok('Transfer-Encoding:', '\tchunked')}2\r\nok\r\n0\r\n\r\n`,
  'folded-like-a-field': `${ok('X: a', ' Content-Length: 99', 'Content-Length: 2')}ok`,
  'folded-trailer': chunked('2\r\nok\r\n0\r\nX: a\r\n b\r\n\r\n'),
  'folded-interim': `${lines('HTTP/1.1 103 Early Hints', 'Link: </a>;', ' rel=preload')}${ok('Content-Length: 2')}ok`,
  'interim-100': `${lines('HTTP/1.1 100 Continue')}${ok('Content-Length: 2')}ok`,
  'interim-100-twice': `${lines('HTTP/1.1 100 Continue').repeat(2)}${ok('Content-Length: 2')}ok`,
  'interim-100-with-fields': `${lines('HTTP/1.1 100 Continue', 'Server: x', 'Date: y')}${ok('Content-Length: 2')}ok`,
  'interim-100-without-reason': `${lines('HTTP/1.1 100')}${ok('Content-Length: 2')}ok`,
  'interim-100-of-http-1.0': `${lines('HTTP/1.0 100 Continue')}${ok('Content-Length: 2')}ok`,
  'interim-100-and-103': `${lines('HTTP/1.1 100 Continue')}${lines('HTTP/1.1 103 X', 'Link: </a>')}${ok('Content-Length: 2')}ok`,
  'interim-100-and-chunks': `${lines('HTTP/1.1 100 Continue')}${chunked('2\r\nok\r\n0\r\n\r\n')}`,
  'chunk-blank': chunked('2 \r\nok\r\n0\r\n\r\n'),
  'chunk-blanks': chunked('2      \r\nok\r\n0\r\n\r\n'),
  'chunk-tab': chunked('2\t\r\nok\r\n0\r\n\r\n'),
  'chunk-blank-and-extension': chunked('2 ;a=b\r\nok\r\n0\r\n\r\n'),
  'chunk-blanks-in-extension': chunked('2 ; a = b \r\nok\r\n0\r\n\r\n'),
  'chunk-blank-behind-last': chunked('2\r\nok\r\n0  \r\n\r\n'),
  'chunk-blank-behind-each': chunked('1   \r\no\r\n01  \r\nk\r\n0   \r\n\r\n'),
  'chunk-blank-and-trailer': chunked('2 \r\nok\r\n0 \r\nX: 1\r\n\r\n'),
};

/** Beside each of those: what stays refused. */
const REFUSED: Readonly<Record<string, string>> = {
  'length-third-differs': `${ok('Content-Length: 2', 'Content-Length: 2', 'Content-Length: 3')}ok`,
  'length-list-that-differs': `${ok('Content-Length: 2, 3')}ok`,
  'length-list-with-nothing': `${ok('Content-Length: 2,')}ok`,
  'length-in-other-digits': `${ok('Content-Length: 2', 'Content-Length: 02')}ok`,
  'length-twice-negative': `${ok('Content-Length: -2', 'Content-Length: -2')}ok`,
  'length-twice-and-chunked': `${ok('Content-Length: 2', 'Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r\n`,
  'folded-without-field': `${ok(' X: a', 'Content-Length: 2')}ok`,
  'folded-lengths': `${ok('Content-Length: 2', ' 3')}ok`,
  'folded-list-that-differs': `${ok('Content-Length: 2,', ' 3')}ok`,
  'folded-chunked-and-length': `${ok('Transfer-Encoding:', ' chunked', 'Content-Length:', ' 2')}2\r\nok\r\n0\r\n\r\n`,
  'folded-nul': `${ok('X: a', ' b\0c', 'Content-Length: 2')}ok`,
  'folded-bare-cr': `${ok('X: a', ' b\rc', 'Content-Length: 2')}ok`,
  'interim-100-with-nul': `${lines('HTTP/1.1 100 Continue', 'X: \0')}${ok('Content-Length: 2')}ok`,
  'interim-100-flood': `${lines('HTTP/1.1 100 Continue').repeat(17)}${ok('Content-Length: 2')}ok`,
  'interim-100-with-body': `${lines('HTTP/1.1 100 Continue', 'Content-Length: 2')}no${ok('Content-Length: 2')}ok`,
  'chunk-blank-ahead': chunked(' 2\r\nok\r\n0\r\n\r\n'),
  'chunk-blank-within': chunked('0 2\r\nok\r\n0\r\n\r\n'),
  'chunk-blank-alone': chunked(' \r\nok\r\n0\r\n\r\n'),
  'chunk-blank-and-bare-cr': chunked('2 \rok\r\n0\r\n\r\n'),
  'chunk-blank-and-bare-lf': chunked('2 \nok\r\n0\r\n\r\n'),
  'chunk-blank-and-nul': chunked('2 \0\r\nok\r\n0\r\n\r\n'),
  'chunk-form-feed': chunked('2\f\r\nok\r\n0\r\n\r\n'),
};

/** What is not as HTTP is written, and is read all the same, with what comes near it and is not. */
export const LENIENT_CASES: readonly HostileCase[] = [
  ...Object.entries(TAKEN).map(([id, bytes]) => fixed(id, bytes, 'page', { body: 'ok' })),
  ...Object.entries(REFUSED).map(([id, bytes]) => fixed(id, bytes, 'malformed_response', { ending: 'end' })),
  {
    // What shows that it was read: the page behind it.
    id: 'folded-location',
    expected: 'page',
    body: 'ok',
    play: (socket) => void socket.write(answer(['Location:', ' /length-two'], '', '302 Found')),
  },
  fixed('folded-coding', answer(['Content-Encoding:', ' gzip'], gzipSync('ok')), 'page', { body: 'ok' }),
  fixed('folded-bare-cr-that-waits', 'HTTP/1.1 200 OK\r\nX: a\r\n b\rc', 'malformed_response'),
  {
    id: 'lenient-byte-by-byte',
    expected: 'page',
    body: 'ok',
    play(socket) {
      const bytes = `${lines('HTTP/1.1 100 Continue')}${ok('X: a', ' b', 'Transfer-Encoding:', ' chunked')}2 \r\nok\r\n0 \r\n\r\n`;
      let at = 0;
      const next = (): void => {
        if (at < bytes.length) socket.write(bytes[at++]!, () => setImmediate(next));
      };
      next();
    },
  },
  {
    id: 'chunk-blanks-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write(Buffer.concat([head(['Transfer-Encoding: chunked']), Buffer.from('2')]));
      return flood(socket, Buffer.alloc(65_536, ' '), context);
    },
  },
  {
    // The body never comes: only a refusal at the head can answer in time.
    id: 'length-list-over-cap',
    expected: 'response_too_large',
    play: (socket, { maxBytes }) => void socket.write(ok(`Content-Length: ${maxBytes + 1}, ${maxBytes + 1}`)),
  },
  {
    id: 'folds-endless',
    expected: 'response_too_large',
    play(socket, context) {
      socket.write('HTTP/1.1 200 OK\r\nX: a\r\n');
      return flood(socket, Buffer.from(' a\r\n'.repeat(1_000)), context);
    },
  },
  fixed('status-999', answer([], 'ok', '999 Request denied'), 'page', { status: 999, body: 'ok' }),
];
