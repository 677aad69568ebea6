import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { parseFetchAllow } from '../config/fetch-allow.ts';
import { ProblemList } from '../config/problems.ts';
import type { AllowEntry } from './address-policy/allow-rules.ts';
import { BAD_PORTS } from './bad-ports.table.ts';
import { createEndpointPolicy, type EndpointPolicySettings, refusedName } from './endpoint-policy.ts';
import { REFUSED_DOMAINS, REFUSED_PREFIXES } from './refused-names.table.ts';

/** Entries as they stand in the setting; those that the configuration would refuse are given as data. */
const entries = (allow: readonly (string | AllowEntry)[]): AllowEntry[] =>
  allow.flatMap((entry): readonly AllowEntry[] =>
    typeof entry === 'string' ? parseFetchAllow([entry], new ProblemList()) : [entry],
  );

type TestSettings = Partial<Omit<EndpointPolicySettings, 'allow'>> & {
  allow?: readonly (string | AllowEntry)[];
};

const policyOf = ({ allow = [], ...settings }: TestSettings = {}) =>
  createEndpointPolicy({
    ports: [80, 443, 8080, 8443],
    ownPorts: () => [],
    ...settings,
    allow: entries(allow),
  });

describe('refusedName', () => {
  test.each(REFUSED_DOMAINS.map(({ domain }) => domain))(
    'refuses %s and what is below it, not its neighbours',
    (domain) => {
      expect(refusedName(domain)).toBeDefined();
      expect(refusedName(`a.${domain}`)).toBeDefined();
      expect(refusedName(`a.b.${domain}`)).toBeDefined();
      expect(refusedName(`a.${domain}.example`)).toBeUndefined();
      expect(refusedName(`${domain}.example`) === undefined).toBe(!domain.startsWith('kubernetes'));
      expect(refusedName(`a.x${domain}`) === undefined).toBe(
        !/\./.test(domain) ||
          (!domain.endsWith('.internal') && !domain.endsWith('.local') && !domain.endsWith('.arpa')),
      );
    },
  );

  test.each(REFUSED_PREFIXES.map(({ prefix }) => prefix))('refuses %s and names that start so', (prefix) => {
    expect(refusedName(`${prefix}x.example`)).toBeDefined();
    expect(refusedName(`x${prefix}x.example`)).toBeUndefined();
    expect(refusedName(`a.${prefix}x.example`)).toBeUndefined();
  });

  test.each(['printer', 'router', 'com', 'localhost', 'x'])('refuses the single label %s', (name) => {
    expect(refusedName(name)).toBeDefined();
  });

  test.each([
    'localhost6.localdomain6',
    'ip6-localhost.x',
    'instance-data.ec2.internal',
    'kubernetes.default.svc',
    'kubernetes.default',
    'kubernetes.default.svc.cluster.local',
    'api.ns.svc',
    'web.service.consul',
    'hidden.onion',
    '1.0.0.127.in-addr.arpa',
  ])('refuses %s', (name) => {
    expect(refusedName(name)).toBeDefined();
  });

  test.each([
    'kubernetes.io',
    'localhost.example',
    'internal.example',
    'corp.example',
    'home.example',
    'my-ip6-site.example',
    'mylocal.example',
    'testing.example',
    'xn--bcher-kva.example',
    'notlocalhost.com',
    'a.b',
  ])('leaves %s to the name system', (name) => {
    expect(refusedName(name)).toBeUndefined();
  });
});

describe('createEndpointPolicy', () => {
  test.each([
    [80, true],
    [443, true],
    [8080, true],
    [8443, true],
    [0, false],
    [22, false],
    [79, false],
    [81, false],
    [442, false],
    [444, false],
    [6379, false],
    [8079, false],
    [8081, false],
    [8442, false],
    [8444, false],
    [65_535, false],
  ])('opens port %d: %s', (port, open) => {
    expect(policyOf().judgeName('site.example', port) === undefined).toBe(open);
    expect(policyOf().judgeNameAlone('site.example', port) === undefined).toBe(open);
    expect(policyOf().judgeEndpoint('8.8.8.8', port, 'literal') === undefined).toBe(open);
  });

  test('opens no bad port whatever the settings say', () => {
    const ports = [...BAD_PORTS];
    const policy = policyOf({
      ports,
      allow: ports.filter((port) => port > 0).flatMap((port) => [`site.example:${port}`, `10.0.0.1:${port}`]),
    });
    for (const port of ports) {
      expect(policy.judgeName('site.example', port)).toBe('bad port');
      expect(policy.judgeNameAlone('site.example', port)).toBe('bad port');
      expect(policy.judgeEndpoint('10.0.0.1', port, 'dns', 'site.example')).toBe('bad port');
    }
  });

  test('address:port opens that address on that port only, whatever name led to it', () => {
    const policy = policyOf({ allow: ['127.0.0.1:9000', '[fd00::1]:80'] });
    expect(policy.judgeName('site.example', 9000)).toBeUndefined();
    expect(policy.judgeEndpoint('127.0.0.1', 9000, 'dns', 'site.example')).toBeUndefined();
    expect(policy.judgeEndpoint('127.0.0.1', 9000, 'literal')).toBeUndefined();
    expect(policy.judgeEndpoint('fd00::1', 80, 'literal')).toBeUndefined();
    expect(policy.judgeEndpoint('fd00::1', 443, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('127.0.0.1', 9001, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('127.0.0.1', 80, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('127.0.0.2', 9000, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('::ffff:7f00:1', 9000, 'literal')).toBe('never opened');
    expect(policy.judgeEndpoint('8.8.8.8', 9000, 'dns', 'site.example')).toBe('port');
    expect(policy.judgeName('localhost', 9000)).toBeDefined();
    expect(policy.judgeNameAlone('site.example', 9000)).toBe('port');
  });

  test('name:port opens that name on that port only, with the addresses it resolves to', () => {
    const policy = policyOf({ allow: ['localhost:3000', 'wiki.corp:443'] });
    expect(policy.judgeName('localhost', 3000)).toBeUndefined();
    expect(policy.judgeNameAlone('localhost', 3000)).toBeUndefined();
    expect(policy.judgeEndpoint('127.0.0.1', 3000, 'dns', 'localhost')).toBeUndefined();
    expect(policy.judgeEndpoint('10.0.0.1', 443, 'dns', 'wiki.corp')).toBeUndefined();
    expect(policy.judgeName('localhost', 80)).toBeDefined();
    expect(policy.judgeName('a.localhost', 3000)).toBeDefined();
    expect(policy.judgeName('other.corp', 443)).toBeDefined();
    expect(policy.judgeEndpoint('127.0.0.1', 3000, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('10.0.0.1', 443, 'dns', 'site.example')).toBeDefined();
    expect(policy.judgeEndpoint('169.254.169.254', 443, 'dns', 'wiki.corp')).toBe('never opened');
  });

  test('a block opens its addresses on the ports of the policy', () => {
    const policy = policyOf({ allow: ['10.1.0.0/16', 'fd00::/8'] });
    expect(policy.judgeEndpoint('10.1.255.255', 80, 'literal')).toBeUndefined();
    expect(policy.judgeEndpoint('10.1.0.0', 8443, 'dns', 'site.example')).toBeUndefined();
    expect(policy.judgeEndpoint('fd12::1', 80, 'literal')).toBeUndefined();
    expect(policy.judgeEndpoint('64:ff9b::a01:1', 80, 'dns', 'site.example')).toBeUndefined();
    expect(policy.judgeEndpoint('10.1.0.0', 9000, 'literal')).toBe('port');
    expect(policy.judgeEndpoint('10.2.0.0', 80, 'literal')).toBeDefined();
    expect(policy.judgeEndpoint('fe80::1', 80, 'literal')).toBe('never opened');
    expect(policy.judgeName('localhost', 80)).toBeDefined();
  });

  test.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('never opens %s, whatever is allowed', (address) => {
    const policy = policyOf({
      allow: [{ kind: 'address', address, port: 80 }, 'site.example:80', '0.0.0.0/0', '::/0'],
    });
    expect(policy.judgeEndpoint(address, 80, 'literal')).toBe('never opened');
    expect(policy.judgeEndpoint(address, 80, 'dns', 'site.example')).toBe('never opened');
  });

  test('refuses this host on its own ports, also where it is allowed', () => {
    const policy = policyOf({
      ownPorts: () => [8080],
      allow: ['127.0.0.0/8', '127.0.0.1:8080', '[::1]:8080', 'site.example:8080'],
    });
    expect(policy.judgeEndpoint('127.0.0.1', 8080, 'literal')).toBe('own port');
    expect(policy.judgeEndpoint('127.9.9.9', 8080, 'literal')).toBe('own port');
    expect(policy.judgeEndpoint('::1', 8080, 'literal')).toBe('own port');
    expect(policy.judgeEndpoint('0.0.0.0', 8080, 'dns', 'site.example')).toBe('own port');
    expect(policy.judgeEndpoint('127.0.0.1', 80, 'literal')).toBeUndefined();
    expect(policy.judgeEndpoint('8.8.8.8', 8080, 'literal')).toBeUndefined();
    for (const entry of Object.values(networkInterfaces()).flat()) {
      const verdict = policy.judgeEndpoint(entry?.address ?? '', 8080, 'literal');
      expect(verdict === 'own port' || verdict === 'never opened').toBe(true);
    }
  });

  test('asks for its own ports at each connection', () => {
    let port = 80;
    const policy = policyOf({ ownPorts: () => [port], allow: ['127.0.0.0/8'] });
    expect(policy.judgeEndpoint('127.0.0.1', 80, 'literal')).toBe('own port');
    port = 443;
    expect(policy.judgeEndpoint('127.0.0.1', 80, 'literal')).toBeUndefined();
  });
});
