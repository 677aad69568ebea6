import type { FailureReason } from '../../contract/failure.ts';
import type { Canary } from './canary.ts';
import { addressReply, type DnsQuestion, type DnsReply } from './dns-responder.ts';

/** What an attempt can aim at. All ports are of listeners that the proof started on this host. */
export interface ProofPlaces {
  /** On 127.0.0.1. */
  readonly canary: Canary;
  /** The one listener that the rule is told to open, on 127.0.0.1. A canary may listen on its port elsewhere. */
  readonly upstreamPort: number;
  /** Canaries at the addresses of this host's interfaces, whose ports count as our own. */
  readonly interfaces: readonly Canary[];
}

/** One attempt to get somewhere, and how it has to end. */
export interface EgressAttempt {
  readonly id: string;
  readonly group:
    | 'control'
    | 'spelling'
    | 'url'
    | 'network'
    | 'name'
    | 'port'
    | 'dns'
    | 'redirect'
    | 'interface';
  readonly url: string;
  readonly expected: 'page' | FailureReason;
  /** Answers for the name in `url`; no other name has any. */
  readonly zone?: (question: DnsQuestion) => DnsReply;
}

/** The domain of the names that the proof's own name server answers for. */
const DOMAIN = 'proof.example';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const LOOPBACK_HOSTS = words(`
  127.0.0.1 127.1 127.0.1 0x7f.1 0X7F.0.0.1 0177.0.0.1 0177.1 00000177.0.0.1 2130706433 0x7f000001
  017700000001 127.0.0.1. 127.0.0.1.. 0x7f.1.. １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1
  127%2e0%2e0%2e1 0 0.0.0.0 127.0.0.2 127.255.255.254 localhost LOCALHOST localhost. a.localhost
  %6cocalhost ｌocalhost [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::127.0.0.1] [2002:7f00:1::]
  [2001:0:1::80ff:fffe]
`);

const NETWORK_HOSTS = words(`
  10.0.0.1 10.255.255.255 100.64.0.1 169.254.169.254 0xa9fea9fe [::ffff:169.254.169.254]
  168.63.129.16 100.100.100.200 172.16.0.1 172.31.255.255 192.0.0.192 192.168.0.1 198.18.0.1
  203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [fc00::1] [fd00:ec2::254] [fd20:ce::254]
  [fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [4000::1]
`);

const NAMES = words(`
  router printer.local a.internal a.lan a.home.arpa a.corp a.test a.onion ip6-localhost
  localhost6.localdomain6 metadata.google.internal metadata.goog instance-data.ec2.internal
  kubernetes.default.svc a.svc a.cluster.local a.consul host.docker.internal
  host.containers.internal 1.0.0.127.in-addr.arpa
`);

const URLS: readonly (readonly [url: string, expected: FailureReason])[] = [
  ['http://user:pass@127.0.0.1/', 'blocked_target'],
  ['http://user@93.184.216.34/', 'blocked_target'],
  ['file:///etc/passwd', 'invalid_url'],
  ['gopher://127.0.0.1:6379/_INFO', 'invalid_url'],
  ['ftp://127.0.0.1/', 'invalid_url'],
  ['data:text/html,a', 'invalid_url'],
  ['http://', 'invalid_url'],
];

const PORTS = [1, 22, 25, 53, 110, 143, 465, 587, 3306, 5432, 5984, 6000, 6379, 9200, 10080, 11211, 27017];

const LOCATIONS = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/html,a',
  'http://169.254.169.254/',
  'http://router/',
  'http://user@site.example/',
];

/** Every attempt of the proof, each with a path of its own by which a canary can tell it. */
export function egressAttempts(places: ProofPlaces): readonly EgressAttempt[] {
  const { canary, upstreamPort, interfaces } = places;
  const upstream = `http://127.0.0.1:${upstreamPort}`;
  const refused = (group: EgressAttempt['group'], id: string, url: string): EgressAttempt => ({
    id,
    group,
    url,
    expected: 'blocked_target',
  });
  const redirect = (at: number, location: string): EgressAttempt =>
    refused('redirect', `redirect-${at}`, `${upstream}/redirect?to=${encodeURIComponent(location)}`);
  return [
    { id: 'control', group: 'control', url: `${upstream}/page`, expected: 'page' },
    ...LOOPBACK_HOSTS.map((host, at) =>
      refused('spelling', `spelling-${at}`, `http://${host}:${canary.port}/spelling-${at}`),
    ),
    ...URLS.map(([url, expected], at): EgressAttempt => ({ id: `url-${at}`, group: 'url', url, expected })),
    ...NETWORK_HOSTS.map((host, at) => refused('network', `network-${at}`, `http://${host}/network-${at}`)),
    ...NAMES.map((name, at) => ({
      ...refused('name', `name-${at}`, `http://${name}:${canary.port}/name-${at}`),
      zone: addressReply(['127.0.0.1']),
    })),
    ...PORTS.map((port) => refused('port', `port-${port}`, `http://93.184.216.34:${port}/port-${port}`)),
    ...dnsAttempts(places),
    ...LOOPBACK_HOSTS.map((host, at) => redirect(at, `http://${host}:${canary.port}/redirect-${at}`)),
    ...LOCATIONS.map((location, at) => redirect(LOOPBACK_HOSTS.length + at, location)),
    ...interfaces.map(({ address, port }, at) =>
      refused(
        'interface',
        `interface-${at}`,
        `http://${address.includes(':') ? `[${address}]` : address}:${port}/interface-${at}`,
      ),
    ),
  ];
}

/** Names that lead to a canary in every way that a name server can try. */
function dnsAttempts({ canary, upstreamPort }: ProofPlaces): readonly EgressAttempt[] {
  const named = (
    id: string,
    port: number,
    expected: EgressAttempt['expected'],
    zone: NonNullable<EgressAttempt['zone']>,
  ): EgressAttempt => ({
    id: `dns-${id}`,
    group: 'dns',
    url: `http://${id}.${DOMAIN}:${port}/dns-${id}`,
    expected,
    zone,
  });
  const refused = (id: string, addresses: readonly string[]): EgressAttempt =>
    named(id, canary.port, 'blocked_target', addressReply(addresses));
  return [
    named('control', upstreamPort, 'page', addressReply(['127.0.0.1'])),
    refused('loopback', ['127.0.0.1']),
    refused('loopback6', ['::1']),
    refused('public-and-loopback', ['93.184.216.34', '127.0.0.1']),
    refused('loopback-and-public', ['127.0.0.1', '93.184.216.34']),
    refused('public-and-loopback6', ['93.184.216.34', '::1']),
    refused('mapped', ['::ffff:127.0.0.1']),
    refused('nat64', ['64:ff9b::7f00:1']),
    refused('sixth-to-fourth', ['2002:7f00:1::']),
    refused('unspecified', ['0.0.0.0']),
    refused('private', ['10.0.0.1']),
    refused('metadata', ['169.254.169.254']),
    refused('many', [...Array.from({ length: 20 }, (_, at) => `93.184.216.${at + 1}`), '127.0.0.1']),
    named('alias', canary.port, 'blocked_target', (question) => ({
      records: [
        { type: 'CNAME', data: 'localhost' },
        ...(addressReply(['127.0.0.1'])(question).records ?? []).map((record) => ({
          ...record,
          name: 'localhost',
        })),
      ],
    })),
    // Judged at the allowed listener, then pointed at the canary: only what was judged may be dialled.
    named('rebind', upstreamPort, 'page', rebind(['127.0.0.1'], ['127.0.0.2', '::1'])),
    named('rebind-to-allowed', upstreamPort, 'blocked_target', rebind(['127.0.0.2'], ['127.0.0.1'])),
    named('none', canary.port, 'upstream_unreachable', () => ({ code: 'NXDOMAIN' })),
  ];
}

function rebind(first: readonly string[], later: readonly string[]): (question: DnsQuestion) => DnsReply {
  const asked = new Set<string>();
  return (question) => {
    const again = asked.has(question.type);
    asked.add(question.type);
    return addressReply(again ? later : first)(question);
  };
}
