import type { IncomingMessage } from 'node:http';
import { fail, type ServiceError } from '../contract/failure.ts';

/**
 * The failure of a request that a proxy before this server may read otherwise, and which Node accepts: without its Host
 * field or with two of them (RFC 9112, 3.2), HTTP/1.0 with Transfer-Encoding (6.1), or `*` as the target of another method
 * than OPTIONS (3.2.4). `null`: nothing is wrong. The
 * connection has to be closed after the answer.
 */
export function framingFault({
  method,
  url,
  httpVersion,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'>): ServiceError | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  if (hosts > 1) return fail('invalid_request', `Send one Host field: there are ${hosts}.`);
  if (hosts === 0 && httpVersion === '1.1')
    return fail('invalid_request', 'Send a Host field: HTTP/1.1 requires it and it is missing.');
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return fail('invalid_request', 'Send Content-Length in place of Transfer-Encoding: HTTP/1.0 has none.');
  if (url === '*' && method !== 'OPTIONS')
    return fail('invalid_request', `Send a path: "*" is the target of OPTIONS alone, and this is ${method}.`);
  return null;
}
