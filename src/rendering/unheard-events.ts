import type { ChildProcess } from 'node:child_process';
import type { Browser } from 'playwright-core';

/** Events of the protocol that tell what a page says to its console: nobody listens, and a page may say anything. */
const UNHEARD = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map((method) =>
  Buffer.from(`{"method":"${method}"`),
);
const LONGEST = Math.max(...UNHEARD.map(({ length }) => length));
const NOTHING = Buffer.alloc(0);

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
 * tells of others, and of errors that nobody caught, as it comes out of the pipe: the driver would parse each line, make objects
 * of what it names, and hold up the process and the page meanwhile.
 */
export function dropUnheardEvents(browser: Browser): void {
  const { _connection, options } = (browser as unknown as Driver)._connection.toImpl(browser);
  const { _transport: transport } = _connection;
  const dispatch = transport._dispatch.bind(transport);
  const heard = heardFilter();
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

/** A filter of what comes out of the pipe, piece by piece: messages that end with a zero byte, in pieces of any size. */
export function heardFilter(): (bytes: Buffer) => Buffer {
  let head = NOTHING;
  /** Whether the message that goes on is heard; undefined while too little of it is there to say. */
  let isHeard: boolean | undefined;
  return (bytes) => {
    const heard: Buffer[] = [];
    for (let from = 0, to: number; from < bytes.length; from = to) {
      const end = bytes.indexOf(0, from);
      to = end < 0 ? bytes.length : end + 1;
      if (isHeard !== undefined) {
        if (isHeard) heard.push(bytes.subarray(from, to));
      } else {
        const isTold = end >= 0 || head.length + to - from >= LONGEST;
        // Most messages are whole, and none of their bytes is copied.
        if (!isTold || head.length > 0) head = Buffer.concat([head, bytes.subarray(from, to)]);
        if (!isTold) break;
        isHeard = head.length > 0 ? isHeardAt(head, 0) : isHeardAt(bytes, from);
        if (isHeard) heard.push(head.length > 0 ? head : bytes.subarray(from, to));
        head = NOTHING;
      }
      if (end >= 0) isHeard = undefined;
    }
    return Buffer.concat(heard);
  };
}

const isHeardAt = (bytes: Buffer, at: number): boolean =>
  !UNHEARD.some(
    (start) =>
      bytes.length - at >= start.length && bytes.compare(start, 0, start.length, at, at + start.length) === 0,
  );
