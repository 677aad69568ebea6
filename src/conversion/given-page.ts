import { parseHttpUrl } from '../contract/address.ts';
import { fail } from '../contract/failure.ts';
import type { Keeping, LoadedPage, PageBytes } from './ports.ts';
import { sha256Of } from './sha256.ts';

/** A page or document that the caller sent. */
export interface GivenFile {
  /** Are moved to a worker. */
  readonly bytes: PageBytes;
  /** Undefined where nobody said one. */
  readonly contentType: string | undefined;
  /** File name: its ending tells the type where nothing else does, and it is a title at last. */
  readonly name?: string | undefined;
}

/** HTML that stands in a request, as a file. */
export function givenHtml(html: string): GivenFile {
  return { bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8' };
}

/**
 * What the caller sent, as a page: nothing is fetched, so the address is only the base of its links; '' is none. Throws
 * `invalid_url` for one that is not http or https.
 */
export async function givenPage(
  address: string,
  { bytes, contentType, name }: GivenFile,
  keeping: Keeping | undefined,
): Promise<LoadedPage> {
  return {
    bytes,
    contentType,
    finalUrl: address === '' ? '' : baseOf(address),
    status: 200,
    redirects: [],
    ...(name === undefined ? {} : { name }),
    ...(keeping === undefined ? {} : { sha256: await sha256Of(bytes), keeping }),
  };
}

function baseOf(address: string): string {
  const url = parseHttpUrl(address);
  if (url === undefined) {
    throw fail(
      'invalid_url',
      `Set "url" to an http or https address; it is ${JSON.stringify(address.slice(0, 200))}.`,
    );
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}
