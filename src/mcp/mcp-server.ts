import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Converter } from '../conversion/convert-page.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { callWebpageTool, TOOL_NAME, type ToolCall, WEBPAGE_TOOL } from './webpage-tool.ts';

/** A server for one request (HTTP) or one connection (stdio) that offers the one tool. */
export function createMcpServer(converter: Converter, call: ToolCall): Server {
  const server = new Server(
    { name: 'pagemark', title: 'pagemark', version: ENGINE_VERSION },
    {
      capabilities: { tools: {} },
      instructions: `Use ${TOOL_NAME} to read a web page as Markdown or plain text.`,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [WEBPAGE_TOOL] }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (params.name !== TOOL_NAME) {
      const message = `Call "${TOOL_NAME}"; there is no tool ${JSON.stringify(params.name.slice(0, 100))}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return callWebpageTool(converter, params.arguments, call, context);
  });
  return server;
}
