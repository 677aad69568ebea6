import { connect, type Socket } from 'node:net';
import { isSameAddress } from './address-policy/ip-address.ts';
import { fetchTimedOut, upstreamUnreachable } from './fetch-failures.ts';

/** How many addresses of one name are tried. */
export const MAX_DIALLED_ADDRESSES = 16;

/** The longest wait for one address while others are left; the last one has the rest of the deadline. */
const DIAL_TIMEOUT_MS = 3_000;

/** Opens a TCP connection to one address and port. Rejects with the error of the system, or the signal's reason. */
export type Dialler = (address: string, port: number, signal: AbortSignal) => Promise<Socket>;

/**
 * Dials exactly the given address, never a name, with no second attempt on another family. The socket is handed
 * over only once its remote address is the one asked for, before a byte is written.
 */
export const dialAddress: Dialler = (address, port, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true });
    const leave = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('connect', onConnect).off('error', onError);
    };
    const giveUp = (reason: unknown): void => {
      leave();
      socket.on('error', () => undefined).destroy();
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal.reason);
    const onError = (error: Error): void => giveUp(error);
    const onConnect = (): void => {
      if (isSameAddress(socket.remoteAddress ?? '', address)) {
        leave();
        resolve(socket);
      } else {
        giveUp(new Error('another peer answered'));
      }
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('connect', onConnect).on('error', onError);
  });

/**
 * Dials the first {@link MAX_DIALLED_ADDRESSES} in turn and takes the first that connects. Throws
 * `upstream_unreachable` when none does, `fetch_timeout` when the last one was merely too slow.
 */
export async function dialInTurn(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  dial: Dialler = dialAddress,
): Promise<Socket> {
  const tried = addresses.slice(0, MAX_DIALLED_ADDRESSES);
  let lastError: unknown;
  for (const [at, address] of tried.entries()) {
    try {
      return await (at === tried.length - 1
        ? dial(address, port, signal)
        : dialBriefly(address, port, signal, dial));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      lastError = error;
    }
  }
  throw (lastError as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
    ? fetchTimedOut('connect')
    : upstreamUnreachable(lastError);
}

async function dialBriefly(
  address: string,
  port: number,
  signal: AbortSignal,
  dial: Dialler,
): Promise<Socket> {
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(new Error('slow address')), DIAL_TIMEOUT_MS);
  const onAbort = (): void => attempt.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await dial(address, port, attempt.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
