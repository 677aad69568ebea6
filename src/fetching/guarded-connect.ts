import type { Socket } from 'node:net';
import { type Dialler, dialInTurn } from './dial-address.ts';
import { createEgressProxy } from './egress-proxy.ts';
import { createEndpointPolicy, type EndpointPolicySettings } from './endpoint-policy.ts';
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

  const judgedAddresses = async (
    host: TargetHost,
    port: number,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const name = host.kind === 'name' ? host.name : undefined;
    refuse(name === undefined ? undefined : policy.judgeName(name, port));
    const addresses = host.kind === 'address' ? [host.address] : await resolver.resolve(host.name, signal);
    for (const address of addresses) {
      refuse(policy.judgeEndpoint(address, port, host.kind === 'name' ? 'dns' : 'literal', name));
    }
    return addresses;
  };

  return async (host, port, signal) => {
    signal.throwIfAborted();
    if (proxy === undefined) {
      return dialInTurn(await judgedAddresses(host, port, signal), port, signal, parts.dial);
    }
    refuse(
      host.kind === 'name'
        ? policy.judgeNameAlone(host.name, port)
        : policy.judgeEndpoint(host.address, port, 'literal'),
    );
    return proxy.tunnel(host.kind === 'name' ? host.name : host.address, port, signal);
  };
}

function refuse(refusal: string | undefined): void {
  if (refusal !== undefined) throw blockedTarget(refusal);
}
