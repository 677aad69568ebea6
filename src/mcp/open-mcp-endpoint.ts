import type { Converter } from '../conversion/converter.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

/** The endpoint, loaded with the first call that comes to it: the SDK is a tenth of what a start would load. */
export function openMcpEndpoint(converter: Converter, onDefect: (error: unknown) => void): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  const open = async () => {
    const { createMcpEndpoint } = await import('./mcp-endpoint.ts');
    return createMcpEndpoint(converter, onDefect);
  };
  return {
    async answer(...call) {
      opened ??= open();
      return (await opened).answer(...call);
    },
    close: async () => (await opened)?.close(),
  };
}
