import type { ChildProcess } from 'node:child_process';
import type { Browser } from 'playwright-core';

/** Events of the protocol that tell what a page says to its console: nobody listens, and a page may say anything. */
const UNHEARD = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map((method) =>
  Buffer.from(`{"method":"${method}"`),
);
const LONGEST = Math.max(...UNHEARD.map(({ length }) => length));

/** How an answer begins. */
const ANSWER = Buffer.from('{"id":');
/**
 * Bytes of an event: what a page puts into names, addresses and errors may have any length, and the driver makes a string of each
 * message on the thread that serves all callers.
 */
const MAX_EVENT_BYTES = 4 * 1024 ** 2;
/** How an event begins that must be answered, and its bytes: it has the body of a request twice, of which 4 MiB may be sent. */
const PAUSED = Buffer.from('{"method":"Fetch.requestPaused"');
const MAX_PAUSED_BYTES = 16 * 1024 ** 2;
/** Bytes of an answer: a document in JSON has up to six a character. Longer ones are no string of Node, which ends the process. */
const mostAnswered = (documentBytes: number): number =>
  Math.min(1024 ** 2 + 6 * documentBytes, 500 * 1024 ** 2);

/** A message of the protocol, as far as it is looked at. */
interface Message {
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } };
}

/** The driver's end of the pipe, as far as it is used here. */
interface Transport {
  _dispatch(bytes: Buffer): void;
  onmessage(message: Message): void;
  send(message: Message): void;
}

/** The driver in this process. */
interface Driver {
  readonly _connection: {
    toImpl(browser: Browser): {
      readonly _connection: { readonly _transport: Transport };
      readonly options: { readonly browserProcess: { readonly process?: ChildProcess } };
    };
  };
}

/**
 * Keeps a browser from telling what workers say to their consoles, ahead of whose scripts none can be run, and drops what it
 * tells of others, of errors that nobody caught, and what is too long, as it comes out of the pipe: the driver would parse each line,
 * make objects of what it names, and hold up the process and the page meanwhile. `documentBytes`: of the longest document that is read.
 */
export function dropUnheardEvents(browser: Browser, documentBytes: number): void {
  const { _connection, options } = (browser as unknown as Driver)._connection.toImpl(browser);
  const { _transport: transport } = _connection;
  const dispatch = transport._dispatch.bind(transport);
  const heard = heardFilter(documentBytes);
  transport._dispatch = (bytes) => {
    const rest = heard(bytes);
    if (rest.length > 0) dispatch(rest);
  };
  const workers = new Set<string | undefined>();
  const receive = transport.onmessage.bind(transport);
  transport.onmessage = (message) => {
    const { targetInfo, sessionId } = message.params ?? {};
    if (targetInfo?.type.endsWith('worker')) workers.add(sessionId);
    receive(message);
  };
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    const isUnheard =
      message.method === 'Log.enable' ||
      (message.method === 'Runtime.enable' && workers.has(message.sessionId));
    send(isUnheard ? { ...message, method: message.method.replace('enable', 'disable') } : message);
  };
  // The shell without a window writes what workers say to its standard error, too.
  const { stdout, stderr } = options.browserProcess.process ?? {};
  for (const stream of [stdout, stderr]) stream?.destroy();
}

/**
 * A filter of what comes out of the pipe, piece by piece: messages that end with a zero byte, in pieces of any size, come out
 * whole; those that are unheard or too long do not.
 */
export function heardFilter(documentBytes: number): (bytes: Buffer) => Buffer {
  const maxAnswerBytes = mostAnswered(documentBytes);
  /** Of the message that goes on; none once it is too long. */
  let pieces: Buffer[] = [];
  let size = 0;
  const start = (): Buffer =>
    Buffer.concat(pieces.slice(0, LONGEST).map((piece) => piece.subarray(0, LONGEST))).subarray(0, LONGEST);
  const most = (): number => {
    if (startsWith(start(), ANSWER)) return maxAnswerBytes;
    return startsWith(start(), PAUSED) ? MAX_PAUSED_BYTES : MAX_EVENT_BYTES;
  };
  return (bytes) => {
    const heard: Buffer[] = [];
    for (let from = 0, to: number; from < bytes.length; from = to) {
      const end = bytes.indexOf(0, from);
      to = end < 0 ? bytes.length : end + 1;
      if (size === 0 || pieces.length > 0) pieces.push(bytes.subarray(from, to));
      size += to - from;
      if (size > MAX_EVENT_BYTES && size > most()) pieces = [];
      if (end < 0) break;
      if (pieces.length > 0 && isHeard(start())) heard.push(...pieces);
      pieces = [];
      size = 0;
    }
    return Buffer.concat(heard);
  };
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);
const isHeard = (bytes: Buffer): boolean => !UNHEARD.some((start) => startsWith(bytes, start));
