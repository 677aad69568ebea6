import { networkInterfaces } from 'node:os';
import { type AllowEntry, compileAllowRules } from './address-policy/allow-rules.ts';
import { isSameAddress } from './address-policy/ip-address.ts';
import {
  type AddressSource,
  decisiveAddress,
  isUnopenable,
  judgeAddress,
} from './address-policy/judge-address.ts';
import { BAD_PORTS } from './bad-ports.table.ts';
import { REFUSED_DOMAINS, REFUSED_PREFIXES } from './refused-names.table.ts';

/** What the operator may set of the egress rule. */
export interface EndpointPolicySettings {
  /** `PAGEMARK_FETCH_PORTS`. */
  readonly ports: readonly number[];
  /** `PAGEMARK_FETCH_ALLOW`. */
  readonly allow: readonly AllowEntry[];
  /** The ports on which this process listens, asked at each connection. */
  readonly ownPorts: () => readonly number[];
}

/** Why a target is refused, for the log and for tests; `undefined` means that it may be dialled. */
export type Refusal = string | undefined;

/** Rules 3, 4, 7 and 8 of the egress rule with the operator's settings in place. */
export type EndpointPolicy = ReturnType<typeof createEndpointPolicy>;

/** Builds the policy. Throws a plain `Error` that lists every wrong entry of `allow` (a start error). */
export function createEndpointPolicy(settings: EndpointPolicySettings) {
  const { opensAddress, opensBlock, opensName, opensPort } = compileAllowRules(settings.allow);
  const ports = new Set(settings.ports);

  const judgeNamed = (name: string, port: number, isOpen: boolean): Refusal => {
    if (BAD_PORTS.has(port)) return 'bad port';
    if (opensName(name, port)) return undefined;
    return isOpen ? refusedName(name) : 'port';
  };

  return {
    /** Judges a name and port where nobody here will see its addresses (behind an egress proxy). Trailing dots are already gone. */
    judgeNameAlone: (name: string, port: number) => judgeNamed(name, port, ports.has(port)),
    /** The same before the name is resolved: a port that only an `address:port` entry opens is judged once the address is known. */
    judgeName: (name: string, port: number) => judgeNamed(name, port, ports.has(port) || opensPort(port)),
    /** Judges an address and port; `name` is the host it was resolved from, if any. */
    judgeEndpoint(address: string, port: number, source: AddressSource, name?: string): Refusal {
      if (BAD_PORTS.has(port)) return 'bad port';
      if (isUnopenable(address, source)) return 'never opened';
      const decisive = decisiveAddress(address, source);
      if (settings.ownPorts().includes(port) && isOwnAddress(decisive)) return 'own port';
      if (opensAddress(decisive, port)) return undefined;
      if (name !== undefined && opensName(name, port)) return undefined;
      if (!ports.has(port)) return 'port';
      if (opensBlock(decisive)) return undefined;
      const verdict = judgeAddress(address, source);
      return verdict.open ? undefined : verdict.block;
    },
  };
}

/** Rule 3: names that belong to a private network or to the machine itself. Expects a folded, lower-case name. */
export function refusedName(name: string): Refusal {
  if (!name.includes('.')) return 'single label';
  for (const { domain } of REFUSED_DOMAINS) {
    if (name === domain || name.endsWith(`.${domain}`)) return `name ${domain}`;
  }
  return REFUSED_PREFIXES.some(({ prefix }) => name.startsWith(prefix)) ? 'name prefix' : undefined;
}

/** Whether a connection to `address` would reach this host: an interface address, loopback or unspecified. */
function isOwnAddress(address: string): boolean {
  if (/^(127|0)\.|^::1?$/.test(address)) return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => isSameAddress(entry.address, address)),
  );
}
