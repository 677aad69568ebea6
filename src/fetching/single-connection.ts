import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
// @ts-expect-error The types of the package are of its entry, which loads 110 files: a tenth of what a start costs.
import client from 'undici/lib/dispatcher/client.js';
import { upstreamUnreachable } from './fetch-failures.ts';

/** The most bytes of status line and header fields of one response, interim responses included. */
export const MAX_HEADER_BYTES = 65_536;

/** For `dispatch`: the entry of undici, once it is imported, adds `request` and its kin to it. */
const Client: typeof UndiciClient = client;

/**
 * An HTTP/1.1 client of one origin and one connection, which `open` gives, without limits of time of its own. A connection that
 * ends before its answer is asked for again, without end: what is asked of it then is `upstream_unreachable`.
 */
export function singleConnectionClient(origin: string, open: () => Promise<Socket>): UndiciClient {
  let isOpened = false;
  return new Client(origin, {
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect(_options, callback) {
      const socket = isOpened ? Promise.reject<Socket>(upstreamUnreachable('closed')) : open();
      isOpened = true;
      socket.then(
        (opened) => callback(null, opened),
        (error: Error) => callback(error, null),
      );
    },
  });
}
