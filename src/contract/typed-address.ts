const HOST = /^(?:\[[^\]]*\]|[^/?#:]*)/;

/** Hosts of one's own machine and network: names and literals of loopback, private and link-local addresses. */
const OWN_HOSTS = [
  /(?:^|\.)localhost$/i,
  /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/,
  /^\[(?:::1\]|f[cd]|fe80)/i,
];

/** A scheme, and not a host before its port. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * An address as a person types it, with its scheme: `http` for hosts of one's own machine and network, which seldom have a
 * certificate, else `https`. What has a scheme, whatever it is, stays; nothing stays nothing.
 */
export function withScheme(typed: string): string {
  const address = typed.trim();
  if (address === '' || SCHEME.test(address)) return address;
  const host = HOST.exec(address)![0];
  return `${OWN_HOSTS.some((own) => own.test(host)) ? 'http' : 'https'}://${address}`;
}
