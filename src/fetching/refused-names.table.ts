/** The day on which the rows below were last reviewed. @public */
export const REFUSED_NAMES_DATE = '2026-11-21';

/** Names refused before any question to the name system, themselves and everything below them. */
export const REFUSED_DOMAINS: readonly { readonly domain: string; readonly why: string }[] = [
  { domain: 'localhost', why: 'RFC 6761: this host' },
  { domain: 'local', why: 'RFC 6762: multicast DNS' },
  { domain: 'localdomain', why: 'hosts files' },
  { domain: 'internal', why: 'ICANN: reserved for private use' },
  { domain: 'lan', why: 'home routers' },
  { domain: 'home', why: 'ICANN name collision: home routers' },
  { domain: 'home.arpa', why: 'RFC 8375: home networks' },
  { domain: 'intranet', why: 'company networks' },
  { domain: 'corp', why: 'ICANN name collision: company networks' },
  { domain: 'private', why: 'company networks' },
  { domain: 'test', why: 'RFC 6761: testing' },
  { domain: 'invalid', why: 'RFC 6761: never resolves' },
  { domain: 'onion', why: 'RFC 7686: not in the DNS' },
  { domain: 'alt', why: 'RFC 9476: not in the DNS' },
  { domain: 'arpa', why: 'RFC 3172: infrastructure' },
  { domain: 'metadata.google.internal', why: 'Google Cloud metadata' },
  { domain: 'metadata.goog', why: 'Google Cloud metadata' },
  { domain: 'svc', why: 'Kubernetes services' },
  { domain: 'cluster.local', why: 'Kubernetes services' },
  { domain: 'consul', why: 'Consul services' },
  { domain: 'host.docker.internal', why: 'container host' },
  { domain: 'host.containers.internal', why: 'container host' },
  { domain: 'kubernetes.default', why: 'Kubernetes API server' },
];

/** Names refused by how they start. */
export const REFUSED_PREFIXES: readonly { readonly prefix: string; readonly why: string }[] = [
  { prefix: 'localhost6', why: 'hosts files: ::1' },
  { prefix: 'ip6-', why: 'hosts files: ip6-localhost, ip6-loopback' },
  { prefix: 'instance-data', why: 'Amazon EC2 metadata' },
  { prefix: 'kubernetes.default', why: 'Kubernetes API server' },
];
