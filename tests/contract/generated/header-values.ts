import fc, { type Arbitrary } from 'fast-check';
import type { Description, Operation } from './description.ts';

type Fields = readonly (readonly [string, string])[];

/** The field of a good credential of an operation, by its security scheme; none where it needs none. */
export function credentialOf({ components }: Description, { security = [] }: Operation): Fields {
  return security
    .flatMap((one) => Object.keys(one))
    .map((scheme) => {
      const { type, name } = components.securitySchemes[scheme]!;
      return type === 'http' ? ['authorization', `Bearer {${scheme}}`] : [name!.toLowerCase(), `{${scheme}}`];
    });
}

const WRONG_KEYS = [
  '',
  ' ',
  'x',
  '{apiKey}',
  '{licenseKey}',
  '{expiredKey}',
  '{revokedKey}',
  '{fewKey}',
  '{expiredLicense}',
  '{revokedLicense}',
  '{usedLicense}',
  '{apiKey}x',
  'pmk_00000000000000000000000000000000000000',
  'a'.repeat(3000),
  '\u00e9\u00ff',
] as const;
/** Keys that were good once, or are for a few calls. */
const LIMITED_KEYS = WRONG_KEYS.filter((key) => /^\{(?:few|used|expired|revoked)/.test(key));
const SCHEMES = [
  'Bearer ',
  'bearer  ',
  'BEARER ',
  'Basic ',
  'Bearer',
  'Digest username=',
  'ApiKey ',
  '',
] as const;

/** Credentials of all sorts for an operation: absent, expired, of another scheme, twice. */
export function wrongCredentials(good: Fields): Arbitrary<Fields> {
  const value = fc
    .tuple(fc.constantFrom(...SCHEMES), fc.constantFrom(...WRONG_KEYS))
    .map(([scheme, key]) => scheme + key);
  const name = fc.constantFrom(
    'authorization',
    'x-license-key',
    'x-api-key',
    'proxy-authorization',
    'cookie',
  );
  const ownName = good[0]?.[0] ?? 'authorization';
  return fc.oneof(
    fc.constant<Fields>([]),
    value.map((one): Fields => [[ownName, one]]),
    fc.constantFrom(...WRONG_KEYS).map((one): Fields => [[ownName, one]]),
    fc
      .constantFrom(...LIMITED_KEYS)
      .map((key): Fields => good.map(([field, one]) => [field, one.replace(/\{\w+\}/, key)])),
    fc.tuple(name, value).map((one): Fields => [one]),
  );
}

export const contentTypes: Arbitrary<string> = fc.constantFrom(
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; boundary=x',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/json',
  'application/xml',
  'application',
  ';',
  '',
  'application/json, text/plain',
);

const ENTITY = '"'.concat('a'.repeat(32), '"');
/** Further fields by name; a request has a few of them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'application/json',
    'text/markdown',
    'text/plain;q=0.5, text/markdown',
    'text/html',
    'text/event-stream',
    'application/json;q=0, text/plain',
    'application/json;q=x, */*;q=0',
    '',
    ',,;q=',
    'a'.repeat(2000),
  ],
  'accept-encoding': ['gzip', 'br', 'identity;q=0, *;q=0', 'deflate, zstd', ''],
  'cache-control': ['no-cache', 'no-store', 'max-age=0', 'max-age=60', 'max-age=-1', 'max-age="5"', '=,='],
  'if-none-match': ['*', ENTITY, `W/${ENTITY}`, 'x', '', `${ENTITY}, ${ENTITY}`],
  'content-encoding': ['gzip', 'identity', 'br', 'IDENTITY', ''],
  'x-request-id': ['abc-123', 'a'.repeat(300), 'é', '', '{}', 'a b'],
  origin: ['http://localhost:3000', 'https://stranger.example', 'null', '', 'http://[::1'],
  'access-control-request-method': ['POST', 'x'],
  'x-forwarded-for': ['10.1.1.1', '::1', 'x', '', '10.1.1.1, 10.1.1.2'],
  'x-forwarded-host': ['stranger.example', ''],
  'x-http-method-override': ['DELETE'],
  traceparent: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'x', '00-0-0-0'],
  range: ['bytes=0-10', 'bytes=-', 'x'],
  te: ['trailers', 'gzip'],
  'mcp-protocol-version': ['2025-11-25', '2026-07-28', '1900-01-01', '', 'x'],
  'mcp-session-id': ['x', ''],
  'user-agent': ['', 'é'.repeat(100)],
};

const oneField = fc
  .constantFrom(...Object.entries(VALUES))
  .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));

/** None, in most requests, or a few further fields. */
export const furtherFields: Arbitrary<Fields> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant<Fields>([]) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(oneField, { minLength: 1, maxLength: 3, selector: ([name]) => name }),
  },
);
