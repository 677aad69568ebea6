import { rebinding, type ZoneEntry } from '../support/dns-server.ts';
import { converted, refused, type ServiceCase } from './service-case.ts';

/** The upstream's own address, which its port makes reachable. */
const OPEN = '127.0.0.1';
/** A canary listens there on the upstream's port. */
const CANARY = '127.0.0.2';

const REFUSED_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  canary: [CANARY],
  'open-then-canary': [OPEN, CANARY],
  'canary-then-open': [CANARY, OPEN],
  'open-and-private': [OPEN, '10.0.0.1'],
  private: ['192.168.1.1'],
  'shared-space': ['100.64.0.1'],
  metadata: ['169.254.169.254'],
  'azure-wire': ['168.63.129.16'],
  unspecified: ['0.0.0.0'],
  multicast: ['224.0.0.1'],
  reserved: ['240.0.0.1'],
  broadcast: ['255.255.255.255'],
  'loopback-v6': ['::1'],
  'link-local-v6': ['fe80::1'],
  'local-v6': ['fd00::1'],
  'mapped-v6': ['::ffff:127.0.0.1'],
  'compatible-v6': ['::7f00:1'],
  '6to4': ['2002:7f00:1::1'],
  teredo: ['2001:0:7f00:1::1'],
  'nat64-of-private': ['64:ff9b::a00:1'],
  'local-nat64': ['64:ff9b:1::a00:1'],
  'documentation-v6': ['2001:db8::1'],
  'open-and-v6-loopback': [OPEN, '::1'],
};

/** The zone of the suite's name server: `<case>.site.example`. */
export const HOSTILE_ZONE: Readonly<Record<string, ZoneEntry>> = {
  ...Object.fromEntries(
    Object.entries(REFUSED_ANSWERS).map(([name, addresses]) => [`${name}.site.example`, addresses]),
  ),
  'open.site.example': [OPEN],
  ...Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`rebinding-${i}.site.example`, rebinding([OPEN], [CANARY])]),
  ),
  'empty.site.example': [],
  'failing.site.example': () => ({ code: 'SERVFAIL' }),
  'silent.site.example': () => ({ drop: true }),
  'chain.site.example': ({ type }) => ({
    records: [
      { type: 'CNAME', data: 'inner.site.example' },
      ...(type === 'A' ? [{ type: 'A', name: 'inner.site.example', data: CANARY } as const] : []),
    ],
  }),
};

const OUTCOMES: Readonly<Record<string, ServiceCase['judge']>> = {
  ...Object.fromEntries(Object.keys(REFUSED_ANSWERS).map((name) => [name, refused('blocked_target')])),
  open: converted(),
  rebinding: converted((content) => (content.includes('secret') ? 'the canary answered' : null)),
  empty: refused('upstream_unreachable'),
  failing: refused('upstream_unreachable'),
  silent: refused('fetch_timeout'),
  chain: refused('blocked_target'),
  unknown: refused('upstream_unreachable'),
};

export const DNS_CASES: readonly ServiceCase[] = Object.entries(OUTCOMES).map(([name, judge]) => ({
  id: `dns-${name}`,
  convert: ({ plain }, attempt) => ({
    // A call may be busy after its fetch: when it is asked again, its name must not have rebound already.
    url: plain
      .replace('127.0.0.1', `${name === 'rebinding' ? `rebinding-${attempt}` : name}.site.example`)
      .concat('/length-two'),
    ...(name === 'open' || name === 'rebinding' ? { strict: false } : {}),
  }),
  judge,
}));
