import type { WantedFreshness } from '../conversion/convert-page.ts';

/**
 * How fresh a page the request wants, from its `Cache-Control` (RFC 9111, 5.2.1): `no-cache` takes nothing that is
 * kept, `max-age=N` nothing older than N seconds, with `no-store` the page is not kept either, and `only-if-cached` wants
 * nothing fetched.
 */
export function wantedFreshness(cacheControl: string | undefined): WantedFreshness {
  const directives = (cacheControl ?? '').toLowerCase().split(',');
  const wanted: { -readonly [K in keyof WantedFreshness]: WantedFreshness[K] } = {};
  for (const directive of directives) {
    const [name = '', value = ''] = directive.split('=').map((part) => part.trim());
    if (name === 'no-store') wanted.noStore = true;
    if (name === 'only-if-cached') wanted.onlyIfCached = true;
    if (name === 'no-cache' || name === 'no-store') wanted.maxAgeS = 0;
    const seconds = name === 'max-age' ? /^"?(\d{1,9})"?$/.exec(value)?.[1] : undefined;
    if (seconds !== undefined) wanted.maxAgeS = Math.min(wanted.maxAgeS ?? Infinity, Number(seconds));
  }
  return wanted;
}
