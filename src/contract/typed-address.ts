const HOST = /^(?:\[[^\]]*\]|[^/?#:]*)/;

/** Hosts of one's own machine and network: names without a dot or of no public domain, addresses of no public block. */
const OWN_HOSTS = [
  /^[^.[]+$/,
  /\.(?:localhost|local|localdomain|lan|home|home\.arpa|internal|intranet|corp|private|test)\.?$/i,
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[(?:::1?\]|f[cd]|fe[89ab])/i,
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
