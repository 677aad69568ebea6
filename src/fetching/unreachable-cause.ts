/** Why a page was not reached, for the command line and the log: no answer says it (egress rule 9). */
export type UnreachableCause = keyof typeof TO_DO;

/** What to do about each cause, the name of the host or the code of the system in place of `%`. */
const TO_DO = {
  unknown_name: 'Check the spelling of the address: no name server knows %.',
  no_name_server:
    'Check the network and the name servers of this machine, or set PAGEMARK_DNS_SERVERS: no name server answered (%).',
  refused:
    'Check the address, its port and where it redirects to, and that the server runs: it refused the connection (%).',
  no_network: 'Check the network of this machine: there is no way to the server (%).',
  closed:
    'Check the address, its scheme, its port and where it redirects to: the connection was closed without an answer over HTTP (%).',
  tls: 'Check the certificate of the site and the clock of this machine (NODE_EXTRA_CA_CERTS adds an authority): TLS failed (%).',
  proxy: 'Check PAGEMARK_EGRESS_PROXY, and that the proxy runs and lets this target through (%).',
} as const;

/** Codes of the system and of c-ares, by what they mean of a connection. */
const MEANING: Readonly<Record<string, UnreachableCause>> = {
  ENOTFOUND: 'unknown_name',
  ENODATA: 'unknown_name',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'no_network',
  EHOSTUNREACH: 'no_network',
  ENETDOWN: 'no_network',
  EADDRNOTAVAIL: 'no_network',
  EACCES: 'no_network',
  EPERM: 'no_network',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
};
/** What our own errors say of a connection that ended ahead of its answer, or brought no HTTP. */
const CLOSED = /^(?:ended|closed) |^no HTTP$/;
/** In place of the spelling of an address, the host of a redirect being the one that is not known. */
const REDIRECTED =
  'Check the page, or give its final address: it redirects to %, which no name server knows.';

/**
 * The cause of a failed fetch with what to do about it; null where its reason has none, or nothing is known of it. `askedFor`: the
 * host that was asked for, as the name system knows it; a redirect may have led to another one.
 */
export function unreachableCause(
  thrown: unknown,
  askedFor?: string,
): { readonly cause: UnreachableCause; readonly toDo: string } | null {
  const { failure, cause: under } = (thrown ?? {}) as { failure?: { reason?: string }; cause?: unknown };
  const reason = failure?.reason;
  const error = (under ?? {}) as Partial<NodeJS.ErrnoException> & { hostname?: string; cause?: unknown };
  const { code = '', syscall = '', message = '' } = error;
  const told = (cause: UnreachableCause, what = code || message, toDo: string = TO_DO[cause]) => ({
    cause,
    toDo: toDo.replace('%', () => what),
  });
  if (reason === 'upstream_tls') return told('tls');
  if (reason === 'fetch_timeout' && message === NAME_SYSTEM) return told('no_name_server', 'timed out');
  if (reason !== 'upstream_unreachable') return null;
  if (message === EGRESS_PROXY) {
    // An AggregateError, of several addresses of the proxy, has no words of its own.
    const ofProxy = error.cause as NodeJS.ErrnoException;
    return told('proxy', ofProxy.code || ofProxy.message);
  }
  if (syscall.startsWith('query') && MEANING[code] !== 'unknown_name') return told('no_name_server');
  const meaning = MEANING[code] ?? (CLOSED.test(message) ? 'closed' : null);
  if (meaning !== 'unknown_name') return meaning && told(meaning);
  const { hostname } = error;
  const isAskedFor = askedFor === undefined || hostname === askedFor;
  return told(meaning, JSON.stringify(hostname), isAskedFor ? TO_DO[meaning] : REDIRECTED);
}

/** What the name system and the egress proxy say of their failures. */
export const NAME_SYSTEM = 'name system';
export const EGRESS_PROXY = 'egress proxy';
