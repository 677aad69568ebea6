import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parseUrl } from '../../contract/address.ts';
import { counted } from '../../contract/counted.ts';
import { ServiceError } from '../../contract/failure.ts';
import { createFetcher, type FetcherSettings, type PageFetcher } from '../../fetching/fetch-page.ts';
import { type Canary, startCanary } from './canary.ts';
import { type DnsResponder, startDnsResponder } from './dns-responder.ts';
import { type EgressAttempt, egressAttempts, type ProofPlaces } from './egress-attempts.ts';

/** How one attempt ended. */
export interface ProofResult extends Omit<EgressAttempt, 'zone'> {
  /** `page`, or the reason of the failure. */
  readonly outcome: string;
  /** Connections to canaries that this attempt made; any is a hole. */
  readonly connections: number;
  /** `held`: as expected, no canary touched. `left_to_proxy`: names are resolved by the egress proxy. */
  readonly verdict: 'held' | 'broken' | 'left_to_proxy';
}

/** Attempts at a time: a slow machine that makes all at once runs into the deadlines of each, and calls that a hole. */
const AT_A_TIME = 16;

/**
 * Proves the egress rule on this machine: starts canaries on loopback and on the interfaces of this host, a name
 * server that lies in every way, and a site that redirects to all of them, and lets a fetcher with the given
 * settings try. Nothing leaves this host as long as the rule holds. The allowed targets of the settings are left
 * out: what an operator opens is open. Takes a second or two; closes all that it started. `parts`: what tests replace to
 * see the proof fail.
 */
export async function runEgressProof(
  settings: FetcherSettings,
  parts: { readonly createFetcher?: (settings: FetcherSettings) => PageFetcher } = {},
): Promise<readonly ProofResult[]> {
  const zones = new Map<string, NonNullable<EgressAttempt['zone']>>();
  const dns = await startDnsResponder(
    (question) => zones.get(question.name)?.(question) ?? { code: 'NXDOMAIN' },
  );
  const places = await openPlaces();
  const attempts = egressAttempts(places);
  for (const { url, zone } of attempts) {
    const name = parseUrl(url)?.hostname;
    if (zone !== undefined && name !== undefined) zones.set(name, zone);
  }
  const fetchers = proofFetchers(settings, places, dns, parts.createFetcher ?? createFetcher);
  try {
    const results: ProofResult[] = [];
    const left = attempts.entries();
    const lane = async () => {
      for (const [at, attempt] of left)
        results[at] = await tryOnce(attempt, settings, fetchers, places.canaries);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    // Connections that are made are told in the next turn.
    await setImmediate();
    return [...results, ...silentConnections(places.canaries)];
  } finally {
    await Promise.all([dns.close(), places.close()]);
  }
}

interface Places extends ProofPlaces {
  readonly canaries: readonly Canary[];
  close(): Promise<void>;
}

async function openPlaces(): Promise<Places> {
  const upstream = createServer((request, response) => {
    const to = parseUrl(request.url ?? '/', 'http://localhost')?.searchParams.get('to');
    // UTF-8 bytes, which Node takes only as one character each.
    response.writeHead(to ? 302 : 200, to ? { location: Buffer.from(to).toString('latin1') } : {}).end('ok');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const { port: upstreamPort } = upstream.address() as { port: number };
  const canary = await startCanary('127.0.0.1');
  if (canary === undefined)
    throw new Error('Free a port on 127.0.0.1: the egress proof has nowhere to listen');
  const beside = await Promise.all([
    startCanary('127.0.0.2', canary.port),
    startCanary('127.255.255.254', canary.port),
    startCanary('::1', canary.port),
    startCanary('127.0.0.2', upstreamPort),
    startCanary('::1', upstreamPort),
  ]);
  const own = await Promise.all(interfaceAddresses().map((address) => startCanary(address)));
  const present = (list: readonly (Canary | undefined)[]) => list.filter((each) => each !== undefined);
  const canaries = [canary, ...present(beside), ...present(own)];
  return {
    canary,
    canaries,
    interfaces: present(own),
    upstreamPort,
    async close() {
      upstream.closeAllConnections();
      await Promise.all([once(upstream.close(), 'close'), ...canaries.map((each) => each.close())]);
    },
  };
}

/** Addresses of this host beside loopback; those with a zone cannot be written in a URL. */
function interfaceAddresses(): readonly string[] {
  const entries = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return entries
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address)
    .slice(0, 8);
}

/**
 * A fetcher as configured, but for the ports of the canaries, and the same without an egress proxy, which could not reach
 * this host's loopback.
 */
function proofFetchers(
  settings: FetcherSettings,
  { canaries, interfaces, upstreamPort }: Places,
  dns: DnsResponder,
  create: (settings: FetcherSettings) => PageFetcher,
) {
  const isOther = (port: number): boolean => port !== upstreamPort;
  // The system may give a canary at another address the upstream's port, which must not count as our own.
  const ownPorts = [...settings.ownPorts(), ...interfaces.map(({ port }) => port).filter(isOther)];
  const proof: FetcherSettings = {
    ...settings,
    // The canaries' ports are opened, so that it is the address that is refused and not the port.
    ports: [...settings.ports, ...canaries.map(({ port }) => port).filter(isOther)],
    allow: [{ kind: 'address', address: '127.0.0.1', port: upstreamPort }],
    ownPorts: () => ownPorts,
    dnsServers: [dns.server],
    // A robots.txt would be asked for first, and take the first answer of a name that rebinds.
    robots: false,
  };
  const direct = create({ ...proof, egressProxy: undefined });
  return { direct, configured: settings.egressProxy === undefined ? direct : create(proof) };
}

async function tryOnce(
  attempt: EgressAttempt,
  { egressProxy }: FetcherSettings,
  { configured, direct }: ReturnType<typeof proofFetchers>,
  canaries: readonly Canary[],
): Promise<ProofResult> {
  const { zone: _, ...asked } = attempt;
  const { id, group, url, expected } = asked;
  const leftToProxy = egressProxy !== undefined && group === 'dns';
  const needsUpstream = group === 'control' || group === 'redirect';
  const outcome = leftToProxy ? 'not tried' : await outcomeOf(needsUpstream ? direct : configured, url);
  const connections = canaries
    .flatMap((canary) => canary.targets())
    .filter((target) => target === `/${id}`).length;
  const held = outcome === expected && connections === 0;
  return {
    ...asked,
    outcome,
    connections,
    verdict: leftToProxy ? 'left_to_proxy' : held ? 'held' : 'broken',
  };
}

/** Connections that asked for nothing: nobody knows of which attempt, and any is a hole. */
function silentConnections(canaries: readonly Canary[]): readonly ProofResult[] {
  const connections = canaries.reduce((sum, canary) => sum + canary.hits() - canary.targets().length, 0);
  if (connections === 0) return [];
  const outcome = `${counted(connections, 'connection')} without a request`;
  const [id, group, url, expected] = ['silent', 'control', 'one of all attempts', 'blocked_target'] as const;
  return [{ id, group, url, expected, outcome, connections, verdict: 'broken' }];
}

async function outcomeOf(fetcher: PageFetcher, url: string): Promise<string> {
  try {
    await fetcher.fetch({ url });
    return 'page';
  } catch (error) {
    return error instanceof ServiceError ? error.failure.reason : 'internal';
  }
}
