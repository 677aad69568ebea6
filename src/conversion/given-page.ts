import { parseUrl } from '../contract/address.ts';
import { fail } from '../contract/failure.ts';
import type { Keeping, LoadedPage } from './ports.ts';
import { sha256Of } from './sha256.ts';

/**
 * HTML that the caller sent: nothing is fetched, so the address is only the base of its links. Throws `invalid_url` for one
 * that is not http or https.
 */
export async function givenPage(
  address: string,
  html: string,
  keeping: Keeping | undefined,
): Promise<LoadedPage> {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw fail(
      'invalid_url',
      `Set "url" to an http or https address; it is ${JSON.stringify(address.slice(0, 200))}.`,
    );
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  const bytes = new TextEncoder().encode(html);
  return {
    bytes,
    contentType: 'text/html; charset=utf-8',
    finalUrl: url.href,
    status: 200,
    redirects: [],
    ...(keeping === undefined ? {} : { sha256: await sha256Of(bytes), keeping }),
  };
}
