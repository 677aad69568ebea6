/** The host of an absolute URL as the URL standard writes it (IPv6 in brackets), or null when it is none. */
export function hostNameOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}

/** True for a host that is loopback by its own writing: a page of a stranger's site cannot arrive under it. */
export function isLoopback(host: string): boolean {
  return /^localhost\.?$/.test(host) || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
