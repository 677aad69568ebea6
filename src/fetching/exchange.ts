import type { Socket } from 'node:net';
import type { Dispatcher, Client as UndiciClient } from 'undici';
// @ts-expect-error The types of the package are of its entry, which loads 110 files: a tenth of what a start costs.
import client from 'undici/lib/dispatcher/client.js';
import { BodyGatherer, type OnBytes } from './body-gatherer.ts';
import { type Deadline, orAborted } from './deadline.ts';
import { secureSocket, type TlsTrust } from './dial-address.ts';
import {
  type ExchangeStage,
  MAX_HEADER_BYTES,
  malformedResponse,
  responseTooLarge,
  transportFailure,
  upstreamUnreachable,
} from './fetch-failures.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { type ResponseHeaders, readHeaders } from './response-head.ts';
import { capRawBytes, limitReadsPerTurn, onHiddenReset } from './socket-guards.ts';
import { type TargetUrl, textOfHost } from './target-url.ts';

/** Interim (1xx) responses accepted before the final one. */
export const MAX_INTERIM_RESPONSES = 16;

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

/** What all exchanges of one fetch share. */
export interface ExchangeSettings {
  readonly connect: GuardedConnect;
  readonly trust: TlsTrust | undefined;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  /** Of the body; what it throws is what the exchange throws. */
  readonly onBytes?: OnBytes | undefined;
}

/** One response. `body` is still content-encoded. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Empty where the status has no body that is read (redirects, 304). */
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * One GET over a connection of its own, HTTP/1.1, under all caps. Throws `ServiceError` only: the failures of
 * the connection, `response_too_large`, `malformed_response`, or the reason of the deadline. Nothing is left
 * open when it returns.
 */
export async function exchange(
  target: TargetUrl,
  headers: Readonly<Record<string, string>>,
  settings: ExchangeSettings,
): Promise<ExchangeResponse> {
  const { connect, trust, deadline, maxBytes } = settings;
  const { signal } = deadline;
  const { url, host, port, secure } = target;
  const handler = new ExchangeHandler(settings);
  const client = singleConnectionClient(url.origin, async () => {
    const carrier = await connect(host, port, signal);
    const opened = secure ? await secureSocket(carrier, textOfHost(host), trust, signal) : carrier;
    opened.on('error', (error) => handler.noteSocketError(error));
    // Under TLS a reset of the connection below may come as a mere close.
    opened.once('close', () => {
      if (opened.readableEnded) return;
      handler.noteSocketError(Object.assign(new Error('closed without its end'), { code: 'ECONNRESET' }));
    });
    onHiddenReset(opened, (reset) => handler.noteSocketError(reset), carrier);
    limitReadsPerTurn(opened);
    capRawBytes(opened, handler, maxBytes);
    return opened;
  });
  try {
    deadline.check();
    client.dispatch({ path: url.pathname + url.search, method: 'GET', headers }, handler);
    return await orAborted(handler.response, signal);
  } finally {
    client.destroy().catch(() => undefined);
  }
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly response: Promise<ExchangeResponse>;
  stage: ExchangeStage = 'head';
  readonly #settings: ExchangeSettings;
  readonly #body: BodyGatherer;
  #resolve!: (response: ExchangeResponse) => void;
  #reject!: (reason: unknown) => void;
  #interim = 0;
  #socketError: Error | undefined;
  #status = 0;
  #headers: ResponseHeaders = readHeaders([]);

  constructor(settings: ExchangeSettings) {
    this.#settings = settings;
    this.#body = new BodyGatherer(settings.maxBytes, settings.onBytes);
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.response.catch(() => undefined);
  }

  /** Bytes of the body so far. */
  get bodyBytes(): number {
    return this.#body.byteLength;
  }

  /** Ends the exchange: with a failure, or with what was received. The first call decides. */
  settle(failure?: unknown): void {
    if (failure !== undefined) this.#reject(failure);
    else this.#resolve({ status: this.#status, headers: this.#headers, body: this.#body.bytes() });
  }

  /** A reset must not pass for the end of a body that ends with its connection, as it does for the client. */
  noteSocketError(error: Error): void {
    this.#socketError ??= error;
  }

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) {
      this.#interim += 1;
      if (status === 101 || this.#interim > MAX_INTERIM_RESPONSES) {
        this.#stop(controller, malformedResponse(`interim response ${status}`));
      }
      return;
    }
    this.stage = 'body';
    this.#status = status;
    this.#headers = readHeaders(controller.rawHeaders as Buffer[]);
    if (status > 599) this.#stop(controller, malformedResponse(`status ${status}`));
    else if (status >= 300 && status < 400) this.#stop(controller);
    else if (Number(this.#headers.first('content-length') ?? 0) > this.#settings.maxBytes) {
      this.#tooLarge(controller, 'Content-Length');
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    try {
      if (!this.#body.add(chunk)) this.#tooLarge(controller, 'body on the wire');
    } catch (noRoom) {
      this.#stop(controller, noRoom);
    }
  }

  onResponseEnd(): void {
    if (this.#socketError !== undefined) {
      this.#fault(transportFailure(this.#socketError, this.stage));
      return;
    }
    try {
      // A body that ends with its connection must not pass for complete when it was the deadline that ended it.
      this.#settings.deadline.check();
      this.settle();
    } catch (late) {
      this.settle(late);
    }
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fault(transportFailure(this.#socketError ?? error, this.stage));
  }

  #tooLarge(controller: Dispatcher.DispatchController, what: string): void {
    this.#fault(responseTooLarge(this.#settings.maxBytes, what));
    controller.abort(new Error(what));
  }

  /** The status of an error page says more than a fault of its body. */
  #fault(failure: unknown): void {
    this.settle(this.#status >= 400 ? undefined : failure);
  }

  /** Settles before the connection is torn down, so that the teardown cannot change the result. */
  #stop(controller: Dispatcher.DispatchController, failure?: unknown): void {
    this.settle(failure);
    controller.abort(new Error('stopped'));
  }
}
