import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Converter } from '../conversion/converter.ts';
import { answerByFetch } from './answer-by-fetch.ts';
import { createMcpServer, type ToolCall } from './webpage-tool.ts';

/** Streams of one process that wait for changes; there are none to come, so few are needed. */
const MAX_SUBSCRIPTIONS = 64;

/**
 * MCP over streamable HTTP, stateless: every request stands alone, in any revision from 2025-03-26 to 2026-07-28. A session of
 * the 2025 revisions is a name that the client repeats, and serves to find the call that it cancels.
 */
export interface McpEndpoint {
  /**
   * Answers one admitted POST whose JSON body is already read. Closing the response cancels the call. `encode` has the last
   * word on an answer that is no stream.
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    call: ToolCall,
    encode: (answer: Response) => Promise<Response>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** `onDefect` hears of errors that callers see only as an internal one. */
export function createMcpEndpoint(converter: Converter, onDefect: (error: unknown) => void): McpEndpoint {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(converter, partsOf({ authInfo }).call), {
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: onDefect,
  });
  const calls = new OpenCalls();
  const streaming = handler.fetch;
  const plain: typeof handler.fetch = async (request, options) => {
    const isLegacy = await isLegacyRequest(request, options?.parsedBody);
    const answer = isLegacy
      ? await answerInJson(converter, request, options)
      : await handler.fetch(request, options);
    return partsOf(options).encode(answer);
  };
  return {
    async answer(request, response, body, call, encode) {
      const { id, method, params } = body as JsonRpcMessage;
      const { headers } = request;
      if (method === 'notifications/cancelled')
        calls.cancel({ keyId: call.keyId, headers, id: params?.requestId });
      const open = calls.begin({ keyId: call.keyId, headers, id });
      const parts: CallParts = { call, encode };
      // The SDK hands `authInfo` through to the server it makes for this request; nothing in it leaves the process.
      const authInfo = { token: '', clientId: call.keyId ?? '', scopes: [], extra: { ...parts } };
      const fetch = wantsStream(headers.accept, body) ? streaming : plain;
      headers.accept = BOTH_FORMS;
      try {
        await answerByFetch(request, response, open.signal, async (asked) => {
          const answer = await fetch(asked, { authInfo, parsedBody: body }).catch((error: unknown) => {
            onDefect(error);
            return internalError(id);
          });
          if (method === 'initialize' && answer.ok) answer.headers.set('mcp-session-id', randomUUID());
          return answer;
        });
      } finally {
        open.end();
      }
    },
    close: () => handler.close(),
  };
}

/** What is looked at of a body before the SDK reads it. */
interface JsonRpcMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown; readonly _meta?: { readonly progressToken?: unknown } };
}

/** What the door gives along with a request. */
interface CallParts {
  readonly call: ToolCall;
  readonly encode: (answer: Response) => Promise<Response>;
}

const partsOf = (from: { readonly authInfo?: AuthInfo | undefined } = {}) =>
  from.authInfo?.extra as unknown as CallParts;

/** JSON-RPC 2.0, 5.1. */
function internalError(id: unknown): Response {
  const error = { code: -32603, message: 'Internal error' };
  return Response.json({ jsonrpc: '2.0', error, id: id ?? null }, { status: 500 });
}

/** Whether a caller takes nothing but a stream, or asks for what comes before the answer: notices of progress. */
function wantsStream(accept = '', body: unknown): boolean {
  if (!/text\/event-stream/i.test(accept)) return false;
  const token = (body as JsonRpcMessage).params?._meta?.progressToken;
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
  const server = createMcpServer(converter, partsOf(options).call);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { signal } = request;
  const gone = new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 202 })), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, options), gone]);
  } finally {
    // Cancels the call when the caller went before its answer, or said that it wants none.
    await server.close();
  }
}

/** What names a call of the 2025 revisions: ids are unique within a session, and sessions within a key. */
interface CallName {
  readonly keyId: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly id: unknown;
}

/** Calls of this process that have not ended, so that a `notifications/cancelled` can find the one that it means. */
class OpenCalls {
  readonly #open = new Map<string, AbortController>();

  /** A call begins; `signal` is aborted when it is cancelled. */
  begin(call: CallName): { readonly signal: AbortSignal; end(): void } {
    const controller = new AbortController();
    const name = nameOf(call);
    if (name !== null) this.#open.set(name, controller);
    return {
      signal: controller.signal,
      end: () => {
        if (name !== null && this.#open.get(name) === controller) this.#open.delete(name);
      },
    };
  }

  /** Cancels a call; one that has ended, or runs in another process, is not found. */
  cancel(call: CallName): void {
    const name = nameOf(call);
    if (name !== null) this.#open.get(name)?.abort();
  }
}

/** Null without a session: another client of the same key may use the same id. */
function nameOf({ keyId, headers, id }: CallName): string | null {
  const session = headers['mcp-session-id'];
  return session === undefined || id === undefined ? null : JSON.stringify([keyId, session, id]);
}
