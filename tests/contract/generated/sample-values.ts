import fc, { type Arbitrary } from 'fast-check';

/** Pages of the test site, and addresses that are refused before anything is dialled. */
export const SITE_PATHS = [
  '/article',
  '/article?x=1&y=%C3%A9',
  '/text',
  '/json',
  '/redirect',
  '/loop',
  '/none',
  '/broken',
  '/busy',
  '/empty',
  '/reset',
  '/odd|path^{}`',
] as const;
export const REFUSED_ADDRESSES = [
  'http://10.0.0.1/',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://0x7f.1/',
  'http://2130706433/',
  'https://192.168.0.1:8443/a',
  'http://user:secret@10.0.0.1/',
  'http://no-such-name.invalid/',
  'http://10.0.0.1:99/',
] as const;
/** No address of http or https. */
const NO_ADDRESSES = [
  'ftp://10.0.0.1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'http://',
  'https:',
  '//10.0.0.1/',
  'article',
  '/article',
  'http://[::1',
  'http://10.0.0.1:99999/',
  'http://a b/',
  ' ',
  'http://xn--/',
  `http://10.0.0.1/${'a'.repeat(8180)}`,
] as const;

const sitePages = fc.constantFrom(...SITE_PATHS.map((path) => `{site}${path}`));
const addresses = fc.oneof(
  { weight: 3, arbitrary: sitePages },
  { weight: 2, arbitrary: fc.constantFrom(...REFUSED_ADDRESSES) },
  // Names are answered by a name server on loopback that knows none.
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
);
export const oddAddresses = fc.constantFrom(...NO_ADDRESSES);

const pieces = fc.constantFrom(
  '<h1>Rivers</h1>',
  '<p>Boats bring fish to the old harbour every morning, and the market opens at seven.</p>',
  '<table><tr><th>a<td>b</table>',
  '<pre><code>let a = 1;\n</code></pre>',
  '<ul><li>one<li>two</ul>',
  '<img src=x.png alt="A map">',
  '<a href="/fish?a=1&b=|">fish</a>',
  '<link rel=canonical href="/a b|{}">',
  '<meta property="og:image" content="image one.png">',
  '<title>The harbour 😀</title>',
  '<base href="//[">',
  '<math><mi>x</mi></math>',
  '<svg><title>x</title></svg>',
  '<!--',
  '<template><p>x</template>',
  '<form><input type=password></form>',
  '&#0;\u0000\u202e',
  '<p dir=rtl lang=he>שלום',
);
const pages = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((some) => some.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const selector = fc.constantFrom('p', 'main > p', '.a #b', 'h1, h2', '[href^="/"]', 'li:nth-child(2n + 1)');

/** Values of fields that no schema tells well enough, by the field's name. */
export const VALUES_OF_FIELDS: Readonly<Record<string, Arbitrary<unknown>>> = {
  url: addresses,
  html: pages,
  include_selectors: fc.array(selector, { maxLength: 5 }),
  exclude_selectors: fc.array(selector, { maxLength: 5 }),
  wait_for_selector: selector,
  language: fc.constantFrom('en', 'de-CH', 'zh-Hant-TW', 'sr-Latn', 'en-US-u-ca-buddhist'),
  key: fc.oneof(
    fc.constantFrom('{licenseKey}', '{expiredLicense}', '{revokedLicense}', '{apiKey}', 'pml_x'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  ),
};

/** Texts that programs trip over. */
export const oddTexts: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\udc00',
    '\ufeff',
    '\u202eabc',
    '😀'.repeat(40),
    'e\u0301'.repeat(20),
    '__proto__',
    'constructor',
    'null',
    'true',
    '-1',
    '1e309',
    '\r\nX-Injected: 1',
    '%00%0d%0a',
    "'; DROP TABLE keys; --",
  ),
);

/** JSON values that are seldom expected. */
export const oddValues: Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, -0, 2 ** 53, [], {}, [[]], [null], { a: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);
