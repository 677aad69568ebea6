import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Converter } from '../conversion/convert-page.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ToolCall } from './webpage-tool.ts';

/** Streams of one process that wait for changes; there are none to come, so few are needed. */
const MAX_SUBSCRIPTIONS = 64;

/** MCP over streamable HTTP, stateless: every request stands alone, in any revision from 2025-03-26 to 2026-07-28. */
export interface McpEndpoint {
  /** Answers one admitted POST whose JSON body is already read. Closing the response cancels the call. */
  answer(request: IncomingMessage, response: ServerResponse, body: unknown, call: ToolCall): Promise<void>;
  close(): Promise<void>;
}

/** `onDefect` hears of errors that callers see only as an internal one. */
export function createMcpEndpoint(converter: Converter, onDefect: (error: unknown) => void): McpEndpoint {
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(converter, authInfo?.extra?.call as ToolCall),
    { maxSubscriptions: MAX_SUBSCRIPTIONS, onerror: onDefect },
  );
  const answerWith = (fetch: typeof handler.fetch) => toNodeHandler({ fetch }, { onerror: onDefect });
  const streaming = answerWith(handler.fetch);
  const plain = answerWith(async (request, options) =>
    (await isLegacyRequest(request, options?.parsedBody))
      ? answerInJson(converter, request, options)
      : handler.fetch(request, options),
  );
  return {
    answer(request, response, body, call) {
      // The SDK hands `auth` through to the server it makes for this request; nothing in it leaves the process.
      const auth = { token: '', clientId: call.keyId ?? '', scopes: [], extra: { call } };
      const answer = wantsStream(request.headers.accept, body) ? streaming : plain;
      request.headers.accept = BOTH_FORMS;
      return answer(Object.assign(request, { auth }) as NodeIncomingMessageLike, response, body);
    },
    close: () => handler.close(),
  };
}

/** Whether a caller takes nothing but a stream, or asks for what comes before the answer: notices of progress. */
function wantsStream(accept = '', body: unknown): boolean {
  if (!/text\/event-stream/i.test(accept)) return false;
  type Call = { readonly params?: { readonly _meta?: { readonly progressToken?: unknown } } };
  const token = (body as Call | null)?.params?._meta?.progressToken;
  return token !== undefined || !/application\/json|\*\/\*/i.test(accept);
}

/**
 * What the SDK insists on (MCP, Streamable HTTP, Sending Messages). A caller that names less is answered in the form
 * it names instead of refused: many send none, or JSON alone.
 */
const BOTH_FORMS = 'application/json, text/event-stream';

/** The 2025 revisions for a call that wants no notices of progress: one JSON body. */
async function answerInJson(
  converter: Converter,
  request: Request,
  options: McpHandlerRequestOptions = {},
): Promise<Response> {
  const server = createMcpServer(converter, options.authInfo?.extra?.call as ToolCall);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { signal } = request;
  const gone = new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null, { status: GONE })), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, options), gone]);
  } finally {
    // Cancels the call when the caller went before its answer.
    await server.close();
  }
}

/** Never read: nobody is there. */
const GONE = 499;
