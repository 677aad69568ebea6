import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { FAR_MS } from '../../support/far-deadlines.ts';

/** The folder of the package of these tests. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const require = createRequire(import.meta.url);

/** The program that an installed package offers under a name. */
export function programOf(packageName: string, name = packageName): string {
  const folder = path.join(PACKAGE, 'node_modules', packageName);
  const { bin } = require(path.join(folder, 'package.json')) as { bin: string | Record<string, string> };
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]!);
}

export const TOOL = 'webpage_to_markdown';

/** Result of the tool. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: {
    readonly next_cursor?: string;
    readonly part?: { readonly before: string; readonly after: string };
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: () => void;
}

/** A connected client of any release. */
export interface RealClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  /** Calls the tool; rejects when the call has no result. */
  call(args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

/** A server as clients are told of it. */
export type Server =
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** A release of a client, or one of its modes. */
export interface Release {
  readonly name: string;
  connect(server: Server): Promise<RealClient>;
}

/** Releases of the SDK 1.x, by the names that package.json beside this folder gives them. */
const OLD_RELEASES = ['1.10', '1.15', '1.20', '1.26', '1.32'];
/** Version negotiation of the client 2.x. */
const MODES = { auto: 'auto', legacy: 'legacy', 'pinned to 2026-07-28': { pin: '2026-07-28' } } as const;

export const RELEASES: readonly Release[] = [
  ...OLD_RELEASES.map((version) => ({
    name: `SDK ${version}`,
    connect: (server: Server) => connectOld(`mcp-sdk-${version}`, server),
  })),
  ...Object.entries(MODES).map(([name, mode]) => ({
    name: `client 2.x, ${name}`,
    connect: (server: Server) => connectCurrent(mode, server),
  })),
];

/** Longer than any request takes, however slow the machine: to connect, too. */
const PATIENT = { timeout: FAR_MS };
const INFO = { name: 'real-client', version: '1' };

async function connectCurrent(mode: (typeof MODES)[keyof typeof MODES], server: Server): Promise<RealClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(
    'url' in server
      ? new StreamableHTTPClientTransport(server.url, { requestInit: { headers: server.headers } })
      : new StdioClientTransport({ ...server, args: [...server.args], env: { ...server.env } }),
    PATIENT,
  );
  return {
    listTools: () => client.listTools(undefined, PATIENT),
    call: async (args, options) =>
      (await client.callTool(
        { name: TOOL, arguments: { ...args } },
        { ...PATIENT, ...options },
      )) as ToolResult,
    close: () => client.close(),
  };
}

/** What all releases of the SDK 1.x have; their packages are not installed where types are checked. */
interface OldClient {
  connect(transport: unknown, options: typeof PATIENT): Promise<void>;
  listTools(params: undefined, options: typeof PATIENT): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: { name: string; arguments: Readonly<Record<string, unknown>> },
    resultSchema: undefined,
    options: CallOptions & typeof PATIENT,
  ): Promise<unknown>;
  close(): Promise<void>;
}

async function connectOld(packageName: string, server: Server): Promise<RealClient> {
  const [{ Client }, { StreamableHTTPClientTransport }, { StdioClientTransport }] = await Promise.all(
    ['index', 'streamableHttp', 'stdio'].map((module) => import(`${packageName}/client/${module}.js`)),
  );
  const client: OldClient = new Client(INFO);
  await client.connect(
    'url' in server
      ? new StreamableHTTPClientTransport(server.url, { requestInit: { headers: server.headers } })
      : new StdioClientTransport({ ...server }),
    PATIENT,
  );
  return {
    listTools: () => client.listTools(undefined, PATIENT),
    call: async (args, options) =>
      (await client.callTool({ name: TOOL, arguments: args }, undefined, {
        ...PATIENT,
        ...options,
      })) as ToolResult,
    close: () => client.close(),
  };
}
