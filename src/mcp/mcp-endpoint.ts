import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Failure } from '../contract/failure.ts';
import type { Converter } from '../conversion/converter.ts';
import { createMcpServer, type ToolCall } from './webpage-tool.ts';

/** Streams of one process that wait for changes; there are none to come, so few are needed. */
const MAX_SUBSCRIPTIONS = 64;

/** Revisions that are spoken, the newest first. */
const REVISIONS: readonly string[] = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];
/** MCP 2026-07-28, Error Codes: the revision that a request names is unknown. */
const UNKNOWN_REVISION = -32022;

/**
 * MCP over streamable HTTP, stateless: every request stands alone, in any revision from 2025-03-26 to 2026-07-28. A session of
 * the 2025 revisions is a name that the client repeats, and serves to find the call that it cancels.
 */
export type McpEndpoint = ReturnType<typeof createMcpEndpoint>;

/** The call stays counted, and a credit that it may have spent is returned. */
const UNREACHED: Failure = { reason: 'invalid_request', message: '' };

/** `onDefect` hears of errors that callers see only as an internal one. */
export function createMcpEndpoint(converter: Converter, onDefect: (error: unknown) => void) {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(converter, callOf(authInfo)), {
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: onDefect,
  });
  const calls = new OpenCalls();
  const plain: typeof handler.fetch = async (request, options) =>
    (await isLegacyRequest(request, options?.parsedBody))
      ? answerInJson(converter, request, options)
      : handler.fetch(request, options);
  return {
    /**
     * Answers one admitted POST whose JSON body is already read; whoever calls sends the answer with `response`. Closing the
     * response before its end cancels the call; a call whose tool was not reached has ended when it closes.
     */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      body: unknown,
      call: ToolCall,
    ): Promise<Response> {
      const { id, method, params } = body as JsonRpcMessage;
      const { headers } = request;
      const { 'mcp-protocol-version': told } = headers;
      const nameOf = (id: unknown) => callName(call.keyId, headers['mcp-session-id'], id);
      if (method === 'notifications/cancelled') calls.cancel(nameOf(params?.requestId));
      const signal = calls.begin(nameOf(id), response, (isCancelled) => {
        call.onEnd(UNREACHED, isCancelled).catch(onDefect);
      });
      if (signal.aborted) return nobody();
      if (told !== undefined && !REVISIONS.includes(String(told))) return unknownRevision(id, String(told));
      // The SDK hands `authInfo` through to the server it makes for this request; nothing in it leaves the process.
      const revision = (told as string | undefined) ?? revisionOf(headers['mcp-session-id']);
      const extra = { call: { ...call, revision } };
      const authInfo = { token: '', clientId: call.keyId ?? '', scopes: [], extra };
      const fetch = wantsStream(headers.accept, body) ? handler.fetch : plain;
      headers.accept = BOTH_FORMS;
      try {
        const answer = await fetch(webRequest(request, signal), { authInfo, parsedBody: body });
        if (method === 'initialize' && answer.ok)
          answer.headers.set('mcp-session-id', `${randomUUID()}.${agreedRevision(params?.protocolVersion)}`);
        return answer;
      } catch (error) {
        onDefect(error);
        return internalError(id);
      }
    },
    close: (): Promise<void> => handler.close(),
  };
}

/** Method, address and fields of a request: its body is read already. */
function webRequest({ method = 'POST', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
  const fields = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  // Only the path is looked at; Host and Origin were judged at the door.
  return new Request(new URL(url, 'http://localhost'), { method, headers: fields, signal });
}

interface JsonRpcMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: {
    readonly requestId?: unknown;
    readonly protocolVersion?: unknown;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

const callOf = (authInfo: AuthInfo | undefined) => authInfo?.extra?.call as ToolCall;

/**
 * The revision that an `initialize` agrees on: what it asks for where that is one of its time, else the newest. Clients of 2025-03-26 say
 * it nowhere after that, so it stands in the name of their session.
 */
function agreedRevision(asked: unknown): string {
  return SUPPORTED_PROTOCOL_VERSIONS.find((one) => one === asked) ?? SUPPORTED_PROTOCOL_VERSIONS[0]!;
}

/** The revision in the name of a session. */
function revisionOf(session: unknown): string | undefined {
  const named = String(session).split('.').at(-1)!;
  return REVISIONS.includes(named) ? named : undefined;
}

function unknownRevision(id: unknown, requested: string): Response {
  const message = `Set "MCP-Protocol-Version" to one of ${REVISIONS.join(', ')}; it is ${JSON.stringify(requested.slice(0, 80))}.`;
  const error = { code: UNKNOWN_REVISION, message, data: { supported: REVISIONS, requested } };
  return Response.json({ jsonrpc: '2.0', error, id: id ?? null }, { status: 400 });
}

/** JSON-RPC 2.0, 5.1. */
function internalError(id: unknown): Response {
  const error = { code: -32603, message: 'Internal error' };
  return Response.json({ jsonrpc: '2.0', error, id: id ?? null }, { status: 500 });
}

/** What is answered to a caller who has gone, or wants no answer any more. */
const nobody = () => new Response(null, { status: 202 });

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
  const server = createMcpServer(converter, callOf(options.authInfo));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { signal } = request;
  const gone = new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(nobody()), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, options), gone]);
  } finally {
    // Cancels the call when the caller went before its answer, or said that it wants none.
    await server.close();
  }
}

/**
 * What names a call of the 2025 revisions: ids are unique within a session, and sessions within a key. Null without a session:
 * another client of the same key may use the same id.
 */
const callName = (keyId: string | null, session: unknown, id: unknown): string | null =>
  session === undefined || id === undefined ? null : JSON.stringify([keyId, session, id]);

/** Calls of this process that have not ended, so that a `notifications/cancelled` can find the one that it means. */
class OpenCalls {
  readonly #open = new Map<string, AbortController>();

  /** A call begins. The signal is aborted when it is cancelled, or its response closes before its end. */
  begin(name: string | null, response: ServerResponse, onEnd: (isCancelled: boolean) => void): AbortSignal {
    const controller = new AbortController();
    if (name !== null) this.#open.set(name, controller);
    const onClose = () => {
      if (name !== null && this.#open.get(name) === controller) this.#open.delete(name);
      if (!response.writableFinished) controller.abort();
      onEnd(controller.signal.aborted);
    };
    if (response.destroyed) onClose();
    else response.once('close', onClose);
    return controller.signal;
  }

  /** Cancels a call; one that has ended, or runs in another process, is not found. */
  cancel(name: string | null): void {
    if (name !== null) this.#open.get(name)?.abort();
  }
}
