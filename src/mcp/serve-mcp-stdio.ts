import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Converter } from '../conversion/converter.ts';
import { StdioMessages } from './stdio-messages.ts';
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
  const messages = new StdioMessages((line) => process.stdout.write(line));
  const handle = serveStdio(() => createMcpServer(converter, call), {
    transport: new StdioServerTransport(process.stdin.pipe(messages), process.stdout),
    onerror: options.onDefect,
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    if (options.signal.aborted) resolve();
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}
