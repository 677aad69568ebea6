const SECOND_LEVEL = new Set([
  'co',
  'com',
  'org',
  'net',
  'ac',
  'gov',
  'edu',
  'or',
  'ne',
  'go',
  'gob',
  'blogspot',
  'github',
  'wordpress',
  'readthedocs',
]);

/** Registrable domain of an address: the last two labels, three under a common second level. */
export function registrableDomain(url: string): string {
  let host: string;
  try {
    host = new URL(url).hostname;
  } catch {
    return url.slice(0, 60);
  }
  const labels = host.split('.');
  const second = labels.at(-2) ?? '';
  const three =
    labels.length > 2 && SECOND_LEVEL.has(second) && (labels.at(-1)!.length === 2 || second.length > 3);
  return labels.slice(three ? -3 : -2).join('.');
}
