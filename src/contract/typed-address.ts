/** Hosts of one's own machine and network: names and literals of loopback, private and link-local addresses. */
const OWN_HOST =
  /^(?:(?:[^/?#:]+\.)?localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|\[(?:::1|f[cd][\da-f:]*|fe80[\da-f:]*)\])(?=[/?#:]|$)/i;

/** A scheme, and not a host before its port. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * An address as a person types it, with its scheme: `http` for hosts of one's own machine and network, which seldom have a
 * certificate, else `https`. What has a scheme, whatever it is, stays; nothing stays nothing.
 */
export function withScheme(typed: string): string {
  const address = typed.trim();
  if (address === '' || SCHEME.test(address)) return address;
  return `${OWN_HOST.test(address) ? 'http' : 'https'}://${address}`;
}
