import type { Browser } from 'playwright-core';

/** Events of the protocol that tell what a page says to its console: nobody listens, and a page may say anything. */
const UNHEARD = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map((method) =>
  Buffer.from(`{"method":"${method}"`),
);
const LONGEST = Math.max(...UNHEARD.map(({ length }) => length));
const NOTHING = Buffer.alloc(0);

/** The driver's end of the pipe, as far as it is used here. */
interface Transport {
  _dispatch(bytes: Buffer): void;
}

/** The driver in this process. */
interface Driver {
  readonly _connection: {
    toImpl(browser: Browser): { readonly _connection: { readonly _transport: Transport } };
  };
}

/**
 * Drops what a browser tells of consoles (of workers, of errors that nobody caught) as it comes out of the pipe: the driver would parse each line, make
 * objects of what it names, and hold up the process and the page meanwhile.
 */
export function dropUnheardEvents(browser: Browser): void {
  const { _transport: transport } = (browser as unknown as Driver)._connection.toImpl(browser)._connection;
  const dispatch = transport._dispatch.bind(transport);
  const heard = heardFilter();
  transport._dispatch = (bytes) => {
    const rest = heard(bytes);
    if (rest.length > 0) dispatch(rest);
  };
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
      let piece = bytes.subarray(from, to);
      if (isHeard === undefined) {
        head = piece = Buffer.concat([head, piece]);
        if (end < 0 && head.length < LONGEST) break;
        isHeard = !UNHEARD.some((start) => head.subarray(0, start.length).equals(start));
        head = NOTHING;
      }
      if (isHeard) heard.push(piece);
      if (end >= 0) isHeard = undefined;
    }
    return Buffer.concat(heard);
  };
}
