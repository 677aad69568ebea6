import { promises as dns } from 'node:dns';
import { orAborted } from './deadline.ts';
import { fetchTimedOut, upstreamUnreachable } from './fetch-failures.ts';
import { NAME_SYSTEM } from './unreachable-cause.ts';

/** The longest wait for the name system, both families together. */
const RESOLVE_TIMEOUT_MS = 3_000;

/** How long one family is waited for once the other has answered with addresses. */
const OTHER_FAMILY_GRACE_MS = 1_000;

/** Asks the name system for the addresses of a name. */
export interface NameResolver {
  /**
   * All addresses, IPv4 and IPv6 in turn. Throws `upstream_unreachable` without any, `fetch_timeout` after
   * {@link RESOLVE_TIMEOUT_MS}, or the reason of `signal`. Every question is cancelled when it is left.
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * A resolver that asks `servers` (`host:port`, else those of the system) for A and AAAA records, over UDP and,
 * for truncated answers, TCP. It reads no hosts file and applies no search list. `localhost` names, which are
 * reached only where the operator has opened them, are loopback without a question (RFC 6761, 6.3). Throws a
 * plain `Error` when a server is not an address (a start error).
 */
export function createNameResolver(servers: readonly string[]): NameResolver {
  newResolver(servers).cancel();
  return {
    async resolve(name, signal) {
      signal.throwIfAborted();
      if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      return ask(newResolver(servers), name, signal);
    },
  };
}

function newResolver(servers: readonly string[]): dns.Resolver {
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 3 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Of one family. */
interface Answer {
  readonly addresses: readonly string[];
  readonly error?: NodeJS.ErrnoException;
}

async function ask(resolver: dns.Resolver, name: string, signal: AbortSignal): Promise<readonly string[]> {
  const answers: Answer[] = [];
  const endsAt = performance.now() + RESOLVE_TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  const answered = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(fetchTimedOut(NAME_SYSTEM)), RESOLVE_TIMEOUT_MS);
    const onAnswer = (answer: Answer): void => {
      answers.push(answer);
      if (answers.length === 2) resolve();
      else if (answer.addresses.length > 0) {
        clearTimeout(timer);
        timer = setTimeout(resolve, Math.min(OTHER_FAMILY_GRACE_MS, endsAt - performance.now()));
      }
    };
    for (const question of [resolver.resolve4(name), resolver.resolve6(name)]) {
      question.then(
        (addresses) => onAnswer({ addresses }),
        (error: NodeJS.ErrnoException) => onAnswer({ addresses: [], error }),
      );
    }
  });
  try {
    await orAborted(answered, signal);
  } finally {
    clearTimeout(timer);
    resolver.cancel();
  }
  return gather(answers);
}

function gather(answers: readonly Answer[]): readonly string[] {
  const addresses = interleave(answers.flatMap((answer) => answer.addresses));
  if (addresses.length > 0) return addresses;
  const errors = answers.flatMap(({ error }) => error ?? []);
  if (errors.some(({ code }) => code === dns.TIMEOUT)) throw fetchTimedOut(NAME_SYSTEM);
  throw upstreamUnreachable(errors[0]);
}

/** IPv4 and IPv6 in turn, IPv4 first, without duplicates: a host without one family loses one attempt only. */
function interleave(addresses: readonly string[]): readonly string[] {
  const unique = [...new Set(addresses)];
  const v4 = unique.filter((address) => !address.includes(':'));
  const v6 = unique.filter((address) => address.includes(':'));
  return Array.from({ length: Math.max(v4.length, v6.length) }, (_, at) => [v4[at], v6[at]])
    .flat()
    .filter((address) => address !== undefined);
}
