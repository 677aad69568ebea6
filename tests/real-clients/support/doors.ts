import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { BIN, cleanEnv, temporaryFolder } from '../../support/run-pagemark.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import type { Upstream } from '../../support/upstream.ts';
import { programOf, type Server } from './clients.ts';

/** A forwarder on loopback that measures what passes. */
interface HttpTap {
  readonly url: string;
  /** Bytes of each JSON-RPC message that passed, in both directions, without the coding of its transfer. */
  readonly messageBytes: readonly number[];
  close(): Promise<void>;
}

/** Forwards everything to `target`, connections that end early included. */
async function startHttpTap(target: string): Promise<HttpTap> {
  const messageBytes: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forward = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      record(answer, answer.headers);
      answer.pipe(outgoing);
      answer.once('close', () => answer.complete || outgoing.destroy());
    });
    forward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forward.destroy());
    record(incoming, headers);
    incoming.pipe(forward);
  });
  const record = (body: NodeJS.ReadableStream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.once('end', () => messageBytes.push(...messagesOf(Buffer.concat(chunks), headers)));
  };
  // What the service says of idle connections is passed on, so none may be closed here.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messageBytes,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The bytes of each message of a body: one of JSON, or as many as an event stream has `data` lines. */
function messagesOf(body: Buffer, headers: IncomingHttpHeaders): number[] {
  const coding = headers['content-encoding'];
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding ? unzipSync(body) : body;
  if (!headers['content-type']?.includes('text/event-stream'))
    return plain.length === 0 ? [] : [plain.length];
  const lines = plain.toString().split('\n');
  return lines.filter((line) => line.startsWith('data:')).map((line) => Buffer.byteLength(line));
}

/** The ways to the tool, each behind a tap. */
export interface Doors {
  readonly service: TestService;
  readonly tap: HttpTap;
  /** `POST /mcp` of a running service, with a new key of a plan. */
  http(plan?: string): Promise<Extract<Server, { url: URL }>>;
  /** `pagemark mcp`. */
  stdio(): Extract<Server, { command: string }>;
  /** mcp-remote, over stdio, in front of `POST /mcp`; `auto`: it speaks the newest revision to it. */
  remote(protocol: 'legacy' | 'auto'): Promise<Server>;
  /** Bytes of the longest JSON-RPC message so far, through any door, and how many there were. */
  longestMessage(): { readonly bytes: number; readonly messages: number };
  close(): Promise<void>;
}

const STDIO_TAP = fileURLToPath(new URL('./stdio-tap.mjs', import.meta.url));

/** Opens the doors to conversions of the pages of a site. */
export async function openDoors(site: Upstream): Promise<Doors> {
  const settings = { PAGEMARK_FETCH_ALLOW: site.address };
  const service = await startTestService(settings);
  const tap = await startHttpTap(service.url);
  const folder = temporaryFolder();
  const sizes = path.join(folder.dir, 'sizes');
  const env = { ...settings, PAGEMARK_BROWSER: 'off', MCP_REMOTE_CONFIG_DIR: folder.dir };
  const tapped = (...args: string[]) => ({
    command: process.execPath,
    args: [STDIO_TAP, sizes, process.execPath, ...args],
    env: cleanEnv(folder.dir, env) as Record<string, string>,
  });
  const http = async (plan?: string) => ({
    url: new URL(`${tap.url}/mcp`),
    headers: { authorization: `Bearer ${await service.newKey(plan)}` },
  });
  return {
    service,
    tap,
    http,
    stdio: () => tapped(BIN, 'mcp'),
    async remote(protocol) {
      const { url, headers } = await http();
      const options = ['--allow-http', '--silent', '--protocol', protocol];
      const header = `Authorization:${headers.authorization}`;
      return tapped(programOf('mcp-remote'), url.href, '--header', header, ...options);
    },
    longestMessage() {
      const all = [...tap.messageBytes, ...sizesIn(sizes)];
      return { bytes: Math.max(0, ...all), messages: all.length };
    },
    async close() {
      await tap.close();
      await service.close();
      folder.remove();
    },
  };
}

/** What taps over stdio wrote; nothing when there were none. */
function sizesIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
  } catch {
    return [];
  }
}
