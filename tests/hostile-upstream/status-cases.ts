import { answer, fixed, type HostileCase, head } from './hostile-case.ts';

const WITH_PAGE = [
  200, 201, 202, 203, 226, 400, 401, 402, 403, 404, 405, 406, 408, 410, 418, 421, 429, 451, 499, 500, 501,
  502, 503, 504, 520, 530, 599,
];
const WITHOUT_PAGE = [204, 205, 206, 304, 305, 306, 399];
const REDIRECTS = [300, 301, 302, 303, 307, 308];

const redirect = (
  id: string,
  lines: readonly string[],
  expected: HostileCase['expected'],
  status = '302 Found',
) => fixed(id, answer(lines, 'moved', status), expected, expected === 'page' ? { body: 'ok' } : {});

/** Locations that must not be followed, as sent. */
const REFUSED_LOCATIONS: readonly (readonly [id: string, location: string])[] = [
  ['loopback', 'http://127.0.0.1/'],
  ['loopback-bad-port', 'http://127.0.0.1:22/'],
  ['loopback-other', 'http://127.0.0.2:8080/'],
  ['loopback-hex', 'http://0x7f.1/'],
  ['loopback-octal', 'http://0177.0.0.1:8080/'],
  ['loopback-dword', 'http://2130706433/'],
  ['loopback-ipv6', 'http://[::1]/'],
  ['loopback-mapped', 'http://[::ffff:127.0.0.1]/'],
  ['loopback-nat64', 'http://[64:ff9b::7f00:1]/'],
  ['private', 'http://10.0.0.1/'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata-name', 'http://metadata.google.internal/'],
  ['localhost', 'http://localhost/'],
  ['localhost-dot', 'http://localhost./'],
  ['single-label', 'http://printer/'],
  ['unspecified', 'http://0.0.0.0/'],
  ['userinfo', 'http://user:pass@site.example/'],
  ['file', 'file:///etc/passwd'],
  ['ftp', 'ftp://site.example/'],
  ['gopher', 'gopher://127.0.0.1:6379/_INFO'],
  ['data', 'data:text/html,ok'],
  ['javascript', 'javascript:alert(1)'],
  ['port', 'http://site.example:6379/'],
  ['protocol-relative', '//127.0.0.1:8080/'],
  ['backslashes', '\\\\127.0.0.1:8080\\x'],
];

/** Status codes and redirects. */
export const STATUS_CASES: readonly HostileCase[] = [
  ...WITH_PAGE.map((status) =>
    fixed(`status-${status}`, answer([], 'ok', `${status} X`), 'page', { status, body: 'ok' }),
  ),
  ...WITHOUT_PAGE.map((status) =>
    fixed(`status-${status}`, head([], `${status} X`), 'malformed_response', { ending: 'end' }),
  ),
  ...REDIRECTS.map((status) =>
    fixed(`redirect-${status}-without-location`, answer([], 'x', `${status} X`), 'malformed_response'),
  ),
  ...REDIRECTS.map((status) =>
    redirect(`redirect-${status}`, ['Location: /length-two'], 'page', `${status} X`),
  ),
  fixed('length-two', answer([]), 'page', { body: 'ok' }),
  redirect('redirect-relative', ['Location: length-two'], 'page'),
  redirect('redirect-dots', ['Location: /a/b/../../length-two'], 'page'),
  redirect('redirect-fragment', ['Location: /length-two#part'], 'page'),
  redirect('redirect-spaces', ['Location:   /length-two  '], 'page'),
  redirect('redirect-utf-8', [`Location: /length-two?q=${Buffer.from('é東').toString('latin1')}`], 'page'),
  redirect('redirect-latin-1', ['Location: /length-two?q=\xe9'], 'page'),
  redirect('redirect-same-twice', ['Location: /length-two', 'Location: /length-two'], 'page'),
  redirect('redirect-two-differ', ['Location: /length-two', 'Location: /status-200'], 'malformed_response'),
  redirect('redirect-empty', ['Location: '], 'malformed_response'),
  redirect('redirect-unparsable', ['Location: http://['], 'malformed_response'),
  redirect('redirect-no-host', ['Location: http://'], 'malformed_response'),
  redirect('redirect-too-long', [`Location: /${'a'.repeat(9_000)}`], 'malformed_response'),
  redirect('redirect-loop', ['Location: /redirect-loop'], 'too_many_redirects'),
  redirect('redirect-pair-a', ['Location: /redirect-pair-b'], 'too_many_redirects'),
  redirect('redirect-pair-b', ['Location: /redirect-pair-a'], 'too_many_redirects'),
  redirect('redirect-status-305', ['Location: /length-two'], 'malformed_response', '305 Use Proxy'),
  redirect('redirect-status-306', ['Location: /length-two'], 'malformed_response', '306 X'),
  fixed('redirect-status-201', answer(['Location: /nowhere'], 'ok', '201 Created'), 'page', {
    status: 201,
    body: 'ok',
  }),
  ...REFUSED_LOCATIONS.map(([id, location]) =>
    redirect(`redirect-to-${id}`, [`Location: ${location}`], 'blocked_target'),
  ),
  ...Array.from({ length: 20 }, (_, at) => at + 1).map((hops) =>
    redirect(
      `hops-${hops}`,
      [`Location: /${hops === 1 ? 'length-two' : `hops-${hops - 1}`}`],
      hops <= 10 ? 'page' : 'too_many_redirects',
    ),
  ),
  {
    id: 'redirect-with-endless-body',
    expected: 'page',
    body: 'ok',
    play: (socket) =>
      void socket.write(
        Buffer.concat([
          head(['Location: /length-two', 'Content-Length: 999999999'], '302 Found'),
          Buffer.alloc(1_000),
        ]),
      ),
  },
  {
    id: 'redirect-to-tls',
    expected: 'page',
    body: 'ok',
    play: (socket, { origins }) =>
      void socket.write(answer([`Location: ${origins.tls}/length-two`], '', '301 X')),
  },
  {
    id: 'redirect-to-plain',
    expected: 'page',
    body: 'ok',
    play: (socket, { origins }) =>
      void socket.write(answer([`Location: ${origins.plain}/length-two`], '', '301 X')),
  },
  fixed(
    'error-page-truncated',
    Buffer.concat([head(['Content-Length: 100'], '503 X'), Buffer.from('half')]),
    'page',
    {
      status: 503,
      ending: 'end',
    },
  ),
  fixed('error-page-corrupt-gzip', answer(['Content-Encoding: gzip'], 'plain', '404 X'), 'page', {
    status: 404,
    body: '',
  }),
];
