import type { IncomingMessage } from 'node:http';
import { fail } from '../../../contract/failure.ts';
import { withScheme } from '../../../contract/typed-address.ts';
import { bearerKey } from '../../request-headers.ts';

/** A path that begins with what may be a host: labels with dots between them, or one with a port. */
const HOST_FIRST = /^\/([a-z\d.-]{1,253})(:\d{1,5})?(?=[/?]|$)/i;

/** The host with which the path of an address without a scheme begins, by its looks, and whether a port follows. */
function hostOf(path: string): { readonly host: string; readonly hasPort: boolean } | null {
  const [, host = '', port] = HOST_FIRST.exec(path) ?? [];
  const isHost = host !== '' && (port !== undefined || /[^.]\.[^.]/.test(host));
  return isHost ? { host, hasPort: port !== undefined } : null;
}

/** Whether a request, for none of our own addresses, may name a page without its scheme: only one with a key may. */
export function mayBeHost({ method, url = '', headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && hostOf(url) !== null && bearerKey(headers.authorization) !== null;
}

/** The path of a page with its scheme. Throws `not_found` for one whose host ends in no public suffix and has no port. */
export async function targetOfHost(path: string): Promise<string> {
  const named = hostOf(path);
  if (named === null) return path;
  const { parse } = await import('tldts');
  const { domain, isIcann, isPrivate } = parse(named.host, {
    allowPrivateDomains: true,
    extractHostname: false,
  });
  if (named.hasPort || (domain !== null && (isIcann || isPrivate))) return `/${withScheme(path.slice(1))}`;
  const shown = JSON.stringify(path.split('?', 1)[0]!.slice(0, 200));
  throw fail('not_found', `Request another address: there is nothing at ${shown}.`);
}
