import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../tests/support/full-form.ts';
import { parseUrl } from '../contract/address.ts';
import { ServiceError } from '../contract/failure.ts';
import { MAX_URL_BYTES, parseRedirectUrl, parseTargetUrl, type TargetUrl } from './target-url.ts';

/** The verdict in words: what it would connect to, or the reason of the refusal. */
function verdict(parse: () => TargetUrl): string {
  try {
    const { host, port, secure } = parse();
    return `${secure ? 'tls' : 'tcp'} ${host.kind} ${host.kind === 'name' ? host.name : host.address} ${port}`;
  } catch (error) {
    return error instanceof ServiceError ? error.failure.reason : `threw ${error}`;
  }
}

const ofUrl = (input: string): string => verdict(() => parseTargetUrl(input));
const ofRedirect = (location: string): string =>
  verdict(() => parseRedirectUrl(location, new URL('https://site.example/a/b?c')));

/** A path that makes `http://h.example/<path>` exactly `bytes` long. */
const ofLength = (bytes: number): string =>
  `http://h.example/${'a'.repeat(bytes - 'http://h.example/'.length)}`;

describe('parseTargetUrl', () => {
  test.each([
    ['http://site.example', 'tcp name site.example 80'],
    ['https://site.example', 'tls name site.example 443'],
    ['HTTPS://SITE.EXAMPLE:443/', 'tls name site.example 443'],
    ['http://site.example:443/', 'tcp name site.example 443'],
    ['https://site.example:8443/', 'tls name site.example 8443'],
    [' http://site.example/ ', 'tcp name site.example 80'],
    ['ht\ntp://si\tte.example/', 'tcp name site.example 80'],
    ['http:\\\\site.example\\a', 'tcp name site.example 80'],
    ['http:site.example', 'tcp name site.example 80'],
    ['http:///site.example', 'tcp name site.example 80'],
    ['http://site.example./', 'tcp name site.example 80'],
    ['http://site.example.../', 'tcp name site.example 80'],
    ['http://bücher.example/', 'tcp name xn--bcher-kva.example 80'],
    ['http://SITE。example/', 'tcp name site.example 80'],
    ['http://%73ite.example/', 'tcp name site.example 80'],
    ['http://127.0.0.1/', 'tcp address 127.0.0.1 80'],
    ['http://127.1/', 'tcp address 127.0.0.1 80'],
    ['http://0x7f.1/', 'tcp address 127.0.0.1 80'],
    ['http://0177.0.0.01/', 'tcp address 127.0.0.1 80'],
    ['http://2130706433/', 'tcp address 127.0.0.1 80'],
    ['http://0x7f000001/', 'tcp address 127.0.0.1 80'],
    ['http://017700000001/', 'tcp address 127.0.0.1 80'],
    ['http://127.0.0.1./', 'tcp address 127.0.0.1 80'],
    ['http://127.0.0.1../', 'tcp address 127.0.0.1 80'],
    ['http://0x7f.1.../', 'tcp address 127.0.0.1 80'],
    ['http://127。0。0。1/', 'tcp address 127.0.0.1 80'],
    ['http://①②⑦.⓪.⓪.①/', 'tcp address 127.0.0.1 80'],
    ['http://%31%32%37.0.0.1/', 'tcp address 127.0.0.1 80'],
    ['http://[::1]/', 'tcp address ::1 80'],
    ['http://[0:0:0:0:0:0:0:1]:8080/', 'tcp address ::1 8080'],
    ['http://[::ffff:127.0.0.1]/', 'tcp address ::ffff:7f00:1 80'],
    ['http://site.example/#@10.0.0.1', 'tcp name site.example 80'],
    ['http://site.example/?@10.0.0.1', 'tcp name site.example 80'],
    ['', 'invalid_url'],
    [' ', 'invalid_url'],
    ['site.example', 'invalid_url'],
    ['/path', 'invalid_url'],
    ['//site.example/', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http:///', 'invalid_url'],
    ['http://./', 'invalid_url'],
    ['http://../', 'invalid_url'],
    ['http://xn--/', 'invalid_url'],
    ['http://a.xn--./', 'invalid_url'],
    ['http://:80/', 'invalid_url'],
    ['http://site.example:65536/', 'invalid_url'],
    ['http://site.example:-1/', 'invalid_url'],
    ['http://site.example:http/', 'invalid_url'],
    ['http://256.256.256.256/', 'invalid_url'],
    ['http://1.2.3.4.5/', 'invalid_url'],
    ['http://127.0.0.0x/', 'tcp address 127.0.0.0 80'],
    ['http://4294967296/', 'invalid_url'],
    ['http://09.0.0.1/', 'invalid_url'],
    ['http://[::1/', 'invalid_url'],
    ['http://[::1%25eth0]/', 'invalid_url'],
    ['http://[fe80::1%eth0]/', 'invalid_url'],
    ['http://[127.0.0.1]/', 'invalid_url'],
    ['http://[v1.x]/', 'invalid_url'],
    ['http://si te.example/', 'invalid_url'],
    ['http://si<te.example/', 'invalid_url'],
    ['http://si%00te.example/', 'invalid_url'],
    ['http://site.example%2f@10.0.0.1/', 'blocked_target'],
    ['ftp://site.example/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['file://site.example/etc', 'invalid_url'],
    ['data:text/html,x', 'invalid_url'],
    ['blob:http://site.example/1', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['about:blank', 'invalid_url'],
    ['ws://site.example/', 'invalid_url'],
    ['wss://site.example/', 'invalid_url'],
    ['gopher://site.example/', 'invalid_url'],
    ['dict://127.0.0.1:11211/', 'invalid_url'],
    ['unix:/var/run/docker.sock', 'invalid_url'],
    ['view-source:http://site.example/', 'invalid_url'],
    ['ftp://user@site.example/', 'invalid_url'],
    ['http://user@site.example/', 'blocked_target'],
    ['http://user:pass@site.example/', 'blocked_target'],
    ['http://:pass@site.example/', 'blocked_target'],
    ['http://site.example@10.0.0.1/', 'blocked_target'],
    ['http://site.example:80@10.0.0.1/', 'blocked_target'],
    ['http://@site.example/', 'tcp name site.example 80'],
    ['http://:@site.example/', 'tcp name site.example 80'],
  ])('of %j is %s', (input, expected) => {
    expect(ofUrl(input)).toBe(expected);
  });

  test('keeps to its length in bytes, both as given and as parsed', () => {
    expect(ofUrl(ofLength(MAX_URL_BYTES))).toBe('tcp name h.example 80');
    expect(ofUrl(ofLength(MAX_URL_BYTES + 1))).toBe('invalid_url');
    expect(ofUrl(`http://h.example/${'é'.repeat(1_300)}`)).toBe('tcp name h.example 80');
    expect(ofUrl(`http://h.example/${'é'.repeat(1_400)}`)).toBe('invalid_url');
    expect(ofUrl(`${' '.repeat(MAX_URL_BYTES)}http://h.example/`)).toBe('invalid_url');
    expect(ofUrl(`http://h.example/#${'a'.repeat(MAX_URL_BYTES)}`)).toBe('invalid_url');
  });

  test('drops the fragment and keeps the query', () => {
    expect(parseTargetUrl('http://site.example/a?b=1#c').url.href).toBe('http://site.example/a?b=1');
  });

  test('repeats the scheme of the address, and nothing else of it', () => {
    expect(() => parseTargetUrl('ftp://user:secret@site.example/x?token')).toThrow(
      'Give an http or https address: the scheme "ftp" is not fetched.',
    );
  });

  test('gives url and url.href the same verdict', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.constantFrom('localhost', 'LOCALHOST.', '127.1', '0x7f.1..', '①.②', 'a..b', '[::1]'),
      fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    );
    const address = fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'HTTP:', 'ftp://', 'http:\\\\', ''),
        fc.constantFrom('', 'u@', 'u:p@', '@'),
        host,
        fc.constantFrom('', ':80', ':443', ':8080', ':0', ':99999', ':'),
        fc.webPath(),
        fc.constantFrom('', '?q=ä', '#f'),
      )
      .map((parts) => parts.join(''));
    const runs = isFull ? 3_000 : 500;
    let parsed = 0;
    fc.assert(
      fc.property(address, (input) => {
        const url = parseUrl(input);
        parsed += Number(url !== undefined);
        expect(ofUrl(url?.href ?? input)).toBe(url === undefined ? 'invalid_url' : ofUrl(input));
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? runs) },
    );
    expect(parsed).toBeGreaterThan(runs / 6);
  });
});

describe('parseRedirectUrl', () => {
  test.each([
    ['/x', 'tls name site.example 443'],
    ['x', 'tls name site.example 443'],
    ['?x', 'tls name site.example 443'],
    ['#x', 'tls name site.example 443'],
    ['//other.example/x', 'tls name other.example 443'],
    ['http://other.example/x', 'tcp name other.example 80'],
    ['/é', 'tls name site.example 443'],
    ['https://bücher.example/', 'tls name xn--bcher-kva.example 443'],
    ['http://0x7f.1/', 'tcp address 127.0.0.1 80'],
    ['//[::1]:8080/', 'tls address ::1 8080'],
    ['', 'malformed_response'],
    ['  ', 'malformed_response'],
    ['http://', 'malformed_response'],
    ['http://[', 'malformed_response'],
    ['https://./', 'malformed_response'],
    [`/${'a'.repeat(MAX_URL_BYTES)}`, 'malformed_response'],
    ['ftp://site.example/', 'blocked_target'],
    ['file:///etc/passwd', 'blocked_target'],
    ['data:text/html,x', 'blocked_target'],
    ['javascript:alert(1)', 'blocked_target'],
    ['gopher://127.0.0.1:6379/_x', 'blocked_target'],
    ['https://user@site.example/', 'blocked_target'],
    ['//user:pass@site.example/', 'blocked_target'],
  ])('of %j is %s', (location, expected) => {
    expect(ofRedirect(location)).toBe(expected);
  });

  test('resolves against the address that redirected and drops the fragment', () => {
    expect(parseRedirectUrl('../x?y#z', new URL('https://site.example/a/b/c?d')).url.href).toBe(
      'https://site.example/a/x?y',
    );
  });
});
