import type { Socket } from 'node:net';
import { type Dialler, dialInTurn, type TlsTrust } from './dial-address.ts';
import { createEgressProxy } from './egress-proxy.ts';
import {
  createEndpointPolicy,
  type EndpointPolicy,
  type EndpointPolicySettings,
  type Refusal,
} from './endpoint-policy.ts';
import { blockedTarget } from './fetch-failures.ts';
import { createNameResolver, type NameResolver } from './resolver.ts';
import { type TargetHost, textOfHost } from './target-url.ts';

/** What the guarded connection needs to know of the installation. */
export interface GuardedConnectSettings extends EndpointPolicySettings {
  /** `PAGEMARK_DNS_SERVERS`; none means those of the system. */
  readonly dnsServers: readonly string[];
  /** `PAGEMARK_EGRESS_PROXY`. */
  readonly egressProxy?: string | undefined;
  /** Trust of TLS to upstreams and to the egress proxy. */
  readonly trust?: TlsTrust;
}

/** Parts that tests replace. */
export interface GuardedConnectParts {
  readonly resolver?: NameResolver;
  readonly dial?: Dialler;
}

/**
 * Opens a TCP connection under the egress rule; the one way out for fetches and for the browser's proxy. Throws
 * `blocked_target`, `upstream_unreachable`, `fetch_timeout`, or the reason of `signal`.
 */
export type GuardedConnect = (host: TargetHost, port: number, signal: AbortSignal) => Promise<Socket>;

/**
 * The rules that hold before a name is resolved: names, ports and addresses written in the URL. Behind an egress
 * proxy nobody here sees the addresses of a name, so that its port must be open by itself. Gives why a target is
 * refused; `undefined` when only its addresses are left to judge.
 */
export function createTargetJudge(
  { egressProxy, ...settings }: GuardedConnectSettings,
  policy: EndpointPolicy = createEndpointPolicy(settings),
): (host: TargetHost, port: number) => Refusal {
  const judgeName = egressProxy === undefined ? policy.judgeName : policy.judgeNameAlone;
  return (host, port) =>
    host.kind === 'address'
      ? policy.judgeEndpoint(host.address, port, 'literal')
      : judgeName(host.name, port);
}

/**
 * Builds the guarded connection: judge the name and port, resolve once, judge **all** answers, dial the judged
 * addresses themselves in turn. Behind an egress proxy the names are the proxy's to resolve, and literals and
 * names are judged here. Throws a plain `Error` for wrong settings (a start error).
 */
export function createGuardedConnect(
  settings: GuardedConnectSettings,
  parts: GuardedConnectParts = {},
): GuardedConnect {
  const policy = createEndpointPolicy(settings);
  const resolver = parts.resolver ?? createNameResolver(settings.dnsServers);
  const { egressProxy, trust } = settings;
  const tunnel = egressProxy === undefined ? undefined : createEgressProxy(egressProxy, trust);
  const judgeTarget = createTargetJudge(settings, policy);

  return async (host, port, signal) => {
    signal.throwIfAborted();
    refuse(judgeTarget(host, port));
    if (tunnel !== undefined) return tunnel(textOfHost(host), port, signal);
    if (host.kind === 'address') return dialInTurn([host.address], port, signal, parts.dial);
    const addresses = await resolver.resolve(host.name, signal);
    for (const address of addresses) refuse(policy.judgeEndpoint(address, port, 'dns', host.name));
    return dialInTurn(addresses, port, signal, parts.dial);
  };
}

function refuse(refusal: Refusal): void {
  if (refusal !== undefined) throw blockedTarget(refusal);
}
