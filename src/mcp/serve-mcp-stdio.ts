import { Readable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Converter } from '../conversion/converter.ts';
import { createMcpServer } from './webpage-tool.ts';

/**
 * Serves the tool over standard input and output until the client has closed its end and has the answers to all that it asked, or
 * `signal` aborts; nothing else may write to standard output meanwhile. No key and no limits: whoever starts the process owns it.
 */
export async function serveMcpStdio(
  converter: Converter,
  options: { readonly signal: AbortSignal; readonly onDefect: (error: unknown) => void },
): Promise<void> {
  const call = { keyId: null, onEnd: async () => undefined };
  const open = new OpenRequests();
  const messages = Readable.from(messagesOf(process.stdin, open, (line) => process.stdout.write(line)));
  const handle = serveStdio(() => createMcpServer(converter, call), {
    transport: new AnsweringTransport(messages, open),
    onerror: options.onDefect,
  });
  await new Promise<void>((resolve) => {
    messages.once('end', resolve).once('close', resolve);
    if (options.signal.aborted) resolve();
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  // Standard input that a client keeps open would keep the process.
  messages.destroy();
  process.stdin.destroy();
}

/** Requests that were read and have no answer yet. */
class OpenRequests {
  readonly #ids = new Set<unknown>();
  #onNone = (): void => undefined;

  read(line: string): void {
    const { id, method, params } = JSON.parse(line);
    if (method === 'notifications/cancelled') this.end(params?.requestId);
    // What is listened for comes without end.
    else if (id !== undefined && method !== undefined && method !== 'subscriptions/listen') this.#ids.add(id);
  }

  end(id: unknown): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#onNone();
  }

  endAll(): void {
    this.#ids.clear();
    this.#onNone();
  }

  /** Resolves when each is answered. */
  async none(): Promise<void> {
    if (this.#ids.size > 0)
      await new Promise<void>((resolve) => {
        this.#onNone = resolve;
      });
  }
}

/** Standard output, and what is answered by it. */
class AnsweringTransport extends StdioServerTransport {
  readonly #open: OpenRequests;

  constructor(messages: Readable, open: OpenRequests) {
    super(messages, process.stdout);
    this.#open = open;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message)) this.#open.end(message.id);
  }

  /** Nobody reads any more. */
  override async close(): Promise<void> {
    await super.close();
    this.#open.endAll();
  }
}

const LINE_END = 0x0a;
/** The SDK ends a connection with a longer line, so it is handed over as it comes. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/**
 * Lines of standard input on their way to the SDK, which drops what is no message without a word: such a line is answered
 * here (JSON-RPC 2.0, 5.1), so that nobody waits for its answer for ever. They end when all that was asked is answered: at their end
 * the SDK drops what is in work.
 */
async function* messagesOf(
  input: AsyncIterable<Buffer>,
  open: OpenRequests,
  answer: (line: string) => void,
): AsyncGenerator<Buffer> {
  let line: Buffer[] = [];
  let lineBytes = 0;
  for await (const chunk of withLastLineEnd(input))
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
      from += piece.length;
      lineBytes += piece.length;
      line.push(piece);
      if (lineBytes <= MAX_LINE_BYTES && end < 0) continue;
      const text = lineBytes > MAX_LINE_BYTES ? null : Buffer.concat(line).toString('utf8');
      const errors = text === null ? [] : errorsOf(text);
      if (text !== null && errors?.length === 0) open.read(text);
      if (errors?.length === 0) yield* line;
      for (const error of errors ?? []) answer(`${JSON.stringify(error)}\n`);
      line = [];
      if (end >= 0) lineBytes = 0;
    }
  await open.none();
}

/** The last line ends where its sender has closed. */
async function* withLastLineEnd(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* input;
  yield Buffer.from([LINE_END]);
}

type Id = string | number | null;

const errorOf = (id: Id, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });

/** The answers to a line that is no message, none for one that is; null: an empty line. */
function errorsOf(line: string): readonly ReturnType<typeof errorOf>[] | null {
  if (line.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [errorOf(null, -32700, 'Send one JSON-RPC message per line: this one does not parse as JSON.')];
  }
  if (Array.isArray(value)) {
    const ids = value.map(idOf).filter((id) => id !== null);
    const message = 'Send one JSON-RPC message per line: this is a batch.';
    return (ids.length === 0 ? [null] : ids).map((id) => errorOf(id, -32600, message));
  }
  try {
    parseJSONRPCMessage(value);
    return [];
  } catch {
    const message = 'Send a JSON-RPC 2.0 request, notification or answer: this is none.';
    return [errorOf(idOf(value), -32600, message)];
  }
}

/** The id by which the sender knows a message, if it has one. */
function idOf(value: unknown): Id {
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
