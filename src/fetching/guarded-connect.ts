import type { Socket } from 'node:net';
import { type Dialler, dialInTurn } from './dial-address.ts';
import { createEgressProxy } from './egress-proxy.ts';
import {
  createEndpointPolicy,
  type EndpointPolicy,
  type EndpointPolicySettings,
  type Refusal,
} from './endpoint-policy.ts';
import { blockedTarget } from './fetch-failures.ts';
import { createNameResolver, type NameResolver } from './resolver.ts';
import type { TlsTrust } from './secure-socket.ts';
import type { TargetHost } from './target-url.ts';

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

/** Why a target is refused before any name is resolved; `undefined` when only its addresses are left to judge. */
type TargetJudge = (host: TargetHost, port: number) => Refusal;

/**
 * The rules that hold before a name is resolved: names, ports and addresses written in the URL. Behind an egress
 * proxy nobody here sees the addresses of a name, so that its port must be open by itself.
 */
export function createTargetJudge(settings: GuardedConnectSettings): TargetJudge {
  return judgeBy(createEndpointPolicy(settings), settings.egressProxy !== undefined);
}

function judgeBy(policy: EndpointPolicy, isProxied: boolean): TargetJudge {
  return (host, port) => {
    if (host.kind === 'address') return policy.judgeEndpoint(host.address, port, 'literal');
    return isProxied ? policy.judgeNameAlone(host.name, port) : policy.judgeName(host.name, port);
  };
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
  const proxy =
    settings.egressProxy === undefined ? undefined : createEgressProxy(settings.egressProxy, settings.trust);

  const judgeTarget = judgeBy(policy, proxy !== undefined);

  const judgedAddresses = async (
    host: TargetHost,
    port: number,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    if (host.kind === 'address') return [host.address];
    const addresses = await resolver.resolve(host.name, signal);
    for (const address of addresses) refuse(policy.judgeEndpoint(address, port, 'dns', host.name));
    return addresses;
  };

  return async (host, port, signal) => {
    signal.throwIfAborted();
    refuse(judgeTarget(host, port));
    if (proxy === undefined) {
      return dialInTurn(await judgedAddresses(host, port, signal), port, signal, parts.dial);
    }
    return proxy.tunnel(host.kind === 'name' ? host.name : host.address, port, signal);
  };
}

function refuse(refusal: Refusal): void {
  if (refusal !== undefined) throw blockedTarget(refusal);
}
