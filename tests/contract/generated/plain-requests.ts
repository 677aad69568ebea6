import fc, { type Arbitrary } from 'fast-check';
import { fileBodies, written } from './bodies.ts';
import { bodySchema, type Description, FILE, type Parameter, type Place } from './description.ts';
import { contentTypes, credentialOf, furtherFields, wrongCredentials } from './header-values.ts';
import { mcpBodies } from './mcp-bodies.ts';
import type { PlainRequest } from './request-types.ts';
import { oddTexts, REFUSED_ADDRESSES, SITE_PATHS } from './sample-values.ts';
import { bodies, fitting, unfitting } from './schema-values.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
/** A request with a problem is made smaller towards what is usual. */
const mostly = <T>(usual: Arbitrary<T>, weight: number, seldom: Arbitrary<T>) =>
  fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, { weight: 1, arbitrary: seldom });

/** An address of a client, so that what is limited by address is not refused for all. */
const client = mostly(
  fc.integer({ min: 0, max: 0xffffff }).map((n) => `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
  2,
  fc.constant('203.0.113.1'),
).map((address) => ['x-forwarded-for', address] as const);

/** A body, seldom with the type that it is told to be. */
type SentBody = Pick<PlainRequest, 'body' | 'bytes'> & { readonly type?: string };

/** Requests of one operation of a description: good ones, and ones with something wrong in every part. */
export function requestsOf(description: Description, place: Place): Arbitrary<PlainRequest> {
  const good = credentialOf(description, place.operation);
  const schema = bodySchema(description, place.operation);
  const body: Arbitrary<SentBody> =
    place.route === FILE
      ? fileBodies
      : schema === null
        ? mostly(fc.constant({}), 8, fc.record({ body: oddTexts }))
        : written(place.route === '/mcp' ? mcpBodies(description, schema) : bodies(description, schema));
  return fc
    .record({
      method: mostly(fc.constant(place.method), 20, fc.constantFrom(...METHODS)),
      path: pathsOf(description, place),
      credential: mostly(fc.constant(good), 6, wrongCredentials(good)),
      type: mostly(fc.constant('application/json'), 12, contentTypes),
      client,
      further: furtherFields,
      body,
    })
    .map(({ method, path, credential, type, client: from, further, body: content }) => {
      const { type: own, ...sent } = content;
      const hasBody = Object.keys(sent).length > 0 && method !== 'HEAD' && method !== 'TRACE';
      const fields = [
        ...credential,
        ...(hasBody && (own ?? type) !== '' ? [['content-type', own ?? type] as const] : []),
        from,
        ...further,
      ];
      // The last of two fields of one name would be the only one that the client sends.
      const headers = fields.filter(([name], at) => fields.findLastIndex(([other]) => other === name) === at);
      return { method, path, headers, ...(hasBody ? sent : {}) };
    });
}

/** The path of an operation, with its options or seldom another query; the address of a page as the path of `/{url}`. */
function pathsOf(description: Description, { route, operation }: Place): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
  if (parameters.length === 0)
    return mostly(
      fc.constant(route),
      15,
      fc.constantFrom('?', '?a=1', '?%', '?url=x&url=y', '?pagemark.x').map((query) => route + query),
    );
  const isFile = route === FILE;
  const odd = isFile ? oddPairs.map((text) => text.replace(/^pagemark(?:\.|%2E)/i, '')) : oddPairs;
  const pairs = fc.array(mostly(pair(description, parameters), 8, odd), { maxLength: 4 });
  return fc.tuple(isFile ? fc.constant(route) : targets, pairs).map(([target, some]) => {
    const query = some.join('&');
    return query === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`;
  });
}

const plainTargets = fc.constantFrom(
  ...SITE_PATHS.map((path) => `{site}${encodeURI(path).replaceAll('%25', '%')}`),
  ...REFUSED_ADDRESSES,
);
const targets = fc.oneof(
  { weight: 6, arbitrary: plainTargets.map((address) => `/${address}`) },
  { weight: 1, arbitrary: plainTargets.map((address) => `/${address.replace('://', ':/')}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...REFUSED_ADDRESSES).map((address) => `/${encodeURIComponent(address)}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/http%3A%2F%2F',
      '/https%3A%ff',
      '/HTTP://10.0.0.1',
      '/http://%zz',
      '/http://10.0.0.1/%00',
      '/https://:0',
      '/http://%',
      '/https%3a',
    ),
  },
);

/** A parameter of the description with a value that fits it, or not; lists are given several times. */
function pair(description: Description, parameters: readonly Parameter[]): Arbitrary<string> {
  return fc.constantFrom(...parameters).chain(({ name, schema }) => {
    const field = name.slice(name.indexOf('.') + 1);
    const value = mostly(fitting(description, schema, field), 2, unfitting(description, schema, field));
    return value.map((one) => {
      const values = (Array.isArray(one) ? one : [one]).slice(0, 60);
      return values.map((each) => `${name}=${encoded(each)}`).join('&') || name;
    });
  });
}

const oddPairs = fc.constantFrom(
  'pagemark.',
  'pagemark.unknown=1',
  'pagemark.links=none&pagemark.links=inline',
  'pagemark%2Elinks=none',
  'pagemark.strict',
  'pagemark.strict=0',
  'PAGEMARK.links=none',
  'pagemark.links=%E0%A4%A',
  'pagemark.links=%00',
  '&&&=',
  'pagemark.__proto__=1',
  'pagemark.url=http://10.0.0.1/',
  'pagemark.html=x',
  'pagemark.max_tokens=99999999999999999999',
);

/** A text without lone surrogates, which no address can carry. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** As a query carries it; at most a length that leaves the head below its bound. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(wellFormed(text.slice(0, 600)));
}

/** Addresses that the description does not tell, with any method. */
export const otherRequests: Arbitrary<PlainRequest> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(
      fc.constantFrom(
        '/v1',
        '/v1/',
        '/v1/convert/',
        '/V1/convert',
        '//v1/convert',
        '/v1/convert;a=1',
        '/v1/./convert',
        '/v1/../health',
        '/health/',
        '/Health',
        '/mcp/',
        '/v2/convert',
        '/%',
        '/%zz',
        '/%00',
        '/%2e%2e/etc/passwd',
        '/..',
        '/\\',
        '/*',
        '/:url',
        '/{url}',
        '/http',
        '/http:',
        '/http:/',
        '/ftp://10.0.0.1/',
        '/.well-known/oauth-protected-resource',
        '/favicon.ico2',
        '/v1/usage/x',
        '/__proto__',
        '/constructor',
      ),
      oddTexts.map((text) => `/v1/${encodeURIComponent(wellFormed(text))}x`),
      fc
        .string({
          unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
          maxLength: 20,
        })
        .map((text) => `/x/${text}`),
    ),
    further: furtherFields,
    body: mostly(fc.constant(undefined), 4, oddTexts),
  })
  .map(({ method, path, further, body }) => ({
    method,
    path,
    headers: further,
    ...(body === undefined || method === 'HEAD' || method === 'TRACE' ? {} : { body }),
  }));
