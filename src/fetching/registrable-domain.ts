/**
 * The registrable domain of a host, `example.co.uk` for `www.example.co.uk`: the public suffix that it is below, registries' or that of
 * a hoster, and one label. Null for an address, a public suffix, and a name of one label. The list is loaded when it is first asked.
 */
export async function registrableDomain(host: string): Promise<string | null> {
  const { getDomain } = await import('tldts');
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false });
}
