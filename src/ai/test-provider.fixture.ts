import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the provider received it. */
export interface ReceivedCall {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly messages?: readonly { role: string; content: unknown }[];
  };
  /** Resolves when the caller closed the connection before the answer's end. */
  readonly closed: Promise<void>;
}

/** An OpenAI-compatible provider on loopback whose answer each test writes itself. */
export interface TestProvider {
  readonly baseUrl: string;
  readonly calls: readonly ReceivedCall[];
  close(): Promise<void>;
}

/** Starts one; `answer` gets every request with its body already read. `ownPort` 0: any that is free. */
export async function startTestProvider(
  answer: (response: ServerResponse, call: ReceivedCall) => unknown,
  ownPort = 0,
): Promise<TestProvider> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await receive(request, response);
    calls.push(call);
    await answer(response, call);
  });
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const closed = new Promise<void>((resolve) => response.once('close', () => resolve()));
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedCall['body'];
  return { url: request.url ?? '', authorization: request.headers.authorization, body, closed };
}

/** Begins an event stream. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** One piece of text, in the shape of OpenAI's `chat.completion.chunk`. */
export function textEvent(content: string): string {
  return chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

/** The last events of a stream: reason, usage, `[DONE]`. */
export function endEvents(finishReason = 'stop'): string {
  return (
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }) +
    chunk({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }) +
    'data: [DONE]\n\n'
  );
}

function chunk(part: object): string {
  const event = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'test-model', ...part };
  return `data: ${JSON.stringify(event)}\n\n`;
}
