import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
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
  const answer = toNodeHandler(handler, { onerror: onDefect });
  return {
    answer(request, response, body, call) {
      // The SDK hands `auth` through to the server it makes for this request; nothing in it leaves the process.
      const auth = { token: '', clientId: call.keyId ?? '', scopes: [], extra: { call } };
      return answer(Object.assign(request, { auth }) as NodeIncomingMessageLike, response, body);
    },
    close: () => handler.close(),
  };
}
