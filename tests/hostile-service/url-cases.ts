import { HOSTILE_CASES } from '../hostile-upstream/hostile-upstream.ts';
import { converted, refused, type ServiceCase } from './service-case.ts';

/** Soon over where running into it is the point; else the service's own. */
const SHORT_MS = 1500;

/** Every behaviour of the hostile upstream, seen through the whole service. */
export const UPSTREAM_CASES: readonly ServiceCase[] = HOSTILE_CASES.map(({ id, expected }) => ({
  id: `upstream-${id}`,
  convert: ({ plain }) => ({
    url: `${plain}/${id}`,
    ...(expected === 'fetch_timeout' ? { timeout_ms: SHORT_MS } : {}),
    // What arrives is a page whatever it says: its verdict is not the matter here.
    ...(expected === 'page' ? { strict: false } : {}),
  }),
  judge: expected === 'page' ? converted() : refused(expected),
}));

/** Addresses that must not be reached, and every way to spell each. */
const ADDRESSES: readonly (readonly [number, number, number, number])[] = [
  [127, 0, 0, 1],
  [10, 0, 0, 1],
  [169, 254, 169, 254],
  [192, 168, 1, 1],
  [100, 64, 0, 1],
  [0, 0, 0, 0],
];

const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const circled = (text: string) =>
  text.replace(/[1-9]/g, (c) => String.fromCharCode(0x2460 + Number(c) - 1)).replace(/0/g, '\u24ea');
const percent = (text: string) => text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`);

function spellings([a, b, c, d]: (typeof ADDRESSES)[number]): Readonly<Record<string, string>> {
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = number.toString(16).padStart(8, '0');
  const octal = (n: number) => `0${n.toString(8)}`;
  const dotted = `${a}.${b}.${c}.${d}`;
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return {
    dotted,
    dword: String(number),
    hex: `0x${hex}`,
    'upper-hex': `0X${hex.toUpperCase()}`,
    octal: `0${number.toString(8)}`,
    'hex-bytes': [a, b, c, d].map((n) => `0x${n.toString(16)}`).join('.'),
    'octal-bytes': [a, b, c, d].map(octal).join('.'),
    'padded-octal': [a, b, c, d].map((n) => `0000${octal(n)}`).join('.'),
    mixed: `${a}.0x${b.toString(16)}.${octal(c)}.${d}`,
    'two-parts': `${a}.${(b * 256 + c) * 256 + d}`,
    'three-parts': `${a}.${b}.${c * 256 + d}`,
    'trailing-dot': `${dotted}.`,
    'full-width': wide(dotted),
    'full-width-digits': `${wide(String(a))}.${b}.${c}.${d}`,
    circled: circled(dotted),
    'ideographic-stop': dotted.replaceAll('.', '\u3002'),
    percent: percent(dotted),
    'soft-hyphen': `${a}.${b}.\u00ad${c}.${d}`,
    mapped: `[::ffff:${dotted}]`,
    'mapped-hex': `[::ffff:${groups}]`,
    compatible: `[::${groups}]`,
    nat64: `[64:ff9b::${groups}]`,
    'local-nat64': `[64:ff9b:1::${groups}]`,
    '6to4': `[2002:${groups}::1]`,
    teredo: `[2001:0:${groups}::1]`,
    'long-form': `[0000:0000:0000:0000:0000:ffff:${groups}]`,
  };
}

const byAddress: readonly ServiceCase[] = ADDRESSES.flatMap((address) =>
  Object.entries(spellings(address)).map(([name, host]) => ({
    id: `url-${address.join('.')}-${name}`,
    convert: ({ canaryPort }) => ({ url: `http://${host}:${canaryPort}/` }),
    judge: refused('blocked_target'),
  })),
);

const IPV6 = [
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[fec0::1]', '[2001:10::1]'],
];
const NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost6', 'localhost6.localdomain6'],
  ...['ip6-localhost', 'ip6-loopback', 'router', 'printer.local', 'host.localdomain', 'db.internal'],
  ...['nas.lan', 'tv.home', 'x.home.arpa', 'wiki.intranet', 'wiki.corp', 'x.private', 'x.test', 'x.invalid'],
  ...['abc.onion', 'x.alt', '1.0.0.127.in-addr.arpa', 'metadata.google.internal', 'metadata.goog'],
  ...['instance-data', 'instance-data.ec2.internal', 'kubernetes', 'kubernetes.default.svc', 'x.svc'],
  ...['x.cluster.local', 'x.consul', 'host.docker.internal', 'host.containers.internal', 'LocalHost..'],
  ...['ｌｏｃａｌｈｏｓｔ', 'ⓛocalhost', 'loc%61lhost'],
];
const byName: readonly ServiceCase[] = [...IPV6, ...NAMES].map((host) => ({
  id: `url-host-${host}`,
  convert: ({ canaryPort }) => ({ url: `http://${host}:${canaryPort}/` }),
  judge: refused('blocked_target', 'invalid_url'),
}));

const NO_SCHEME_OF_OURS = [
  ...['ftp', 'file', 'gopher', 'data', 'javascript', 'ws', 'wss', 'blob', 'about', 'chrome', 'view-source'],
  ...['jar', 'dict', 'ldap', 'sftp', 'tftp', 'ssh', 'mailto', 'tel', 'urn', 'php', 'netdoc', 'h2c', 'xhttp'],
];
const byScheme: readonly ServiceCase[] = NO_SCHEME_OF_OURS.flatMap((scheme) =>
  [`${scheme}://127.0.0.1/x`, `${scheme}:127.0.0.1`, ` ${scheme.toUpperCase()}://127.0.0.1/`].map(
    (url, index) => ({
      id: `url-scheme-${scheme}-${index}`,
      convert: () => ({ url }),
      judge: refused('invalid_url'),
    }),
  ),
);

const UNPARSABLE = [
  ...['', ' ', '//', 'http:', 'http://', 'http:///', 'https://?', 'http://#', 'http://[', 'http://[::1'],
  ...['http://[::g]/', 'http://a b/', 'http://a<b/', 'http://1.2.3.256/', 'http://0x100000000/'],
  ...['http://example.com:99999/', 'http://example.com:port/', 'http://%zz/', 'not a url', '/relative'],
  ...['www.example.com', 'http://\u0000/', 'http://a%00b/', 'http://xn--/', 'http://\ufffd/'],
];
const unparsable: readonly ServiceCase[] = UNPARSABLE.map((url, index) => ({
  id: `url-unparsable-${index}`,
  convert: () => ({ url }),
  judge: refused('invalid_url', 'invalid_request'),
}));

const PORTS = [0, 1, 7, 22, 25, 79, 81, 110, 143, 442, 444, 587, 3000, 5432, 6379, 6667, 9200, 11211, 65535];
const byPort: readonly ServiceCase[] = PORTS.map((port) => ({
  id: `url-port-${port}`,
  convert: () => ({ url: `http://8.8.8.8:${port}/` }),
  judge: refused('blocked_target'),
}));

const USERINFO = [
  'user@',
  'user:pass@',
  ':pass@',
  ':@',
  '%40@',
  'a@b@',
  'http%3A@',
  '8.8.8.8@',
  '8.8.8.8%00@',
];
const byUserinfo: readonly ServiceCase[] = USERINFO.map((userinfo) => ({
  id: `url-userinfo-${userinfo}`,
  convert: ({ site }) => ({ url: site.replace('//', `//${userinfo}`) }),
  judge: userinfo === ':@' ? refused('upstream_not_found', 'blocked_target') : refused('blocked_target'),
}));

const WRONG_TYPES = [
  null,
  1,
  true,
  [],
  {},
  ['http://a/'],
  '\ud800',
  'http://a/\udfff',
  `http://a/${'x'.repeat(9000)}`,
];
const wrongTypes: readonly ServiceCase[] = [
  ...WRONG_TYPES.map((url, index) => ({
    id: `url-type-${index}`,
    convert: () => ({ url }),
    judge: refused('invalid_request', 'invalid_url'),
  })),
  { id: 'url-absent', convert: () => ({}), judge: refused('invalid_request') },
];

const PLAIN = {
  contentType: 'text/html',
  bytes: Buffer.from('<article><p>A plain page, as it should be.</p></article>'),
};
/** What must go through, so that the suite is not passed by refusing everything. */
const allowed: readonly ServiceCase[] = ['', '#fragment', '?a=1&b=[2]', '?q=%F0%9F%98%80', '?ü=ä'].map(
  (rest, index) => ({
    id: `url-allowed-${index}`,
    page: PLAIN,
    convert: ({ site }) => ({ url: `${site}/url-allowed-${index}${rest}` }),
    judge: converted((content) => (content.includes('A plain page') ? null : 'content lost')),
  }),
);

export const URL_CASES: readonly ServiceCase[] = [
  ...byAddress,
  ...byName,
  ...byScheme,
  ...unparsable,
  ...byPort,
  ...byUserinfo,
  ...wrongTypes,
  ...allowed,
];
