/** How a client of the MCP tool is told of it, in a file of JSON. */
export interface McpClient {
  readonly title: string;
  /** The file, below the folder of the project or, where it begins with `~/`, of the user. */
  readonly file: string;
  /** The field of the file that holds servers by name. */
  readonly under: string;
  /** It wants to be told the transport. */
  readonly isTyped: boolean;
  /** What the client writes in place of a variable of the environment; null: nothing is replaced. */
  readonly variable: ((name: string) => string) | null;
}

/** Clients whose file is written for them, by their name on the command line. */
export const MCP_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    under: 'mcpServers',
    isTyped: true,
    variable: (name) => `\${${name}}`,
  },
  cursor: {
    title: 'Cursor',
    file: '~/.cursor/mcp.json',
    under: 'mcpServers',
    isTyped: false,
    variable: (name) => `\${env:${name}}`,
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    under: 'servers',
    isTyped: true,
    variable: (name) => `\${env:${name}}`,
  },
  generic: {
    title: 'Any other client',
    file: 'mcp.json',
    under: 'mcpServers',
    isTyped: true,
    variable: null,
  },
} as const satisfies Readonly<Record<string, McpClient>>;

/** What a client is told of a service; the key is a variable of its environment where it knows these. */
export function mcpServer({ variable, isTyped }: McpClient, baseUrl: string) {
  const key = variable?.('PAGEMARK_KEY') ?? 'YOUR_API_KEY';
  const server = { url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return isTyped ? { type: 'http', ...server } : server;
}
