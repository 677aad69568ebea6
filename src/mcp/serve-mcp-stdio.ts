import { Readable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Converter } from '../conversion/converter.ts';
import { createMcpServer } from './webpage-tool.ts';

/**
 * Serves the tool over standard input and output until the client closes its end or `signal` aborts; nothing else
 * may write to standard output meanwhile. No key and no limits: whoever starts the process owns it.
 */
export async function serveMcpStdio(
  converter: Converter,
  options: { readonly signal: AbortSignal; readonly onDefect: (error: unknown) => void },
): Promise<void> {
  const call = { keyId: null, onEnd: async () => undefined };
  const messages = Readable.from(messagesOf(process.stdin, (line) => process.stdout.write(line)));
  const handle = serveStdio(() => createMcpServer(converter, call), {
    transport: new StdioServerTransport(messages, process.stdout),
    onerror: options.onDefect,
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    if (options.signal.aborted) resolve();
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  // Standard input that a client keeps open would keep the process.
  messages.destroy();
  process.stdin.destroy();
}

const LINE_END = 0x0a;
/** The SDK ends a connection with a longer line, so it is handed over as it comes. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/**
 * Lines of standard input on their way to the SDK, which drops what is no message without a word: such a line is answered
 * here (JSON-RPC 2.0, 5.1), so that nobody waits for its answer for ever.
 */
async function* messagesOf(
  input: AsyncIterable<Buffer>,
  answer: (line: string) => void,
): AsyncGenerator<Buffer> {
  let line: Buffer[] = [];
  let lineBytes = 0;
  for await (const chunk of input)
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
      from += piece.length;
      lineBytes += piece.length;
      line.push(piece);
      if (lineBytes <= MAX_LINE_BYTES && end < 0) continue;
      const errors = lineBytes > MAX_LINE_BYTES ? [] : errorsOf(Buffer.concat(line).toString('utf8'));
      if (errors?.length === 0) yield* line;
      for (const error of errors ?? []) answer(`${JSON.stringify(error)}\n`);
      line = [];
      if (end >= 0) lineBytes = 0;
    }
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
