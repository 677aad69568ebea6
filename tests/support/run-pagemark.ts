import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { printable } from '../../src/telemetry/printable.ts';
import { FAR_DEADLINES } from './far-deadlines.ts';

/** Root of the project. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** The built command line. */
export const BIN = path.join(PROJECT, 'dist/cli/main.js');

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Settings that leave this machine's own alone: a folder of its own, nothing inherited but PATH, far deadlines. */
export function cleanEnv(dataDir: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...FAR_DEADLINES,
    PATH: process.env.PATH,
    HOME: dataDir,
    PAGEMARK_DATABASE_URL: `file:${path.join(dataDir, 'pagemark.db')}`,
    PAGEMARK_WORKERS: '1',
    ...extra,
  };
}

/** A folder for one test; `remove` deletes it. */
export function temporaryFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Runs `pagemark …args` to its end. */
export function runPagemark(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
  bin = BIN,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { env, cwd: env.HOME });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text;
    });
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject).once('close', (code) => resolve({ code, out, err }));
  });
}

/**
 * Runs `pagemark …args` in this process, at a tenth of the time: for what depends neither on the streams of a process nor on
 * its folder. Paths are absolute.
 */
export async function runHere(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  let out = '';
  let err = '';
  const terminal = {
    out: (text: string) => {
      out += printable(text);
    },
    err: (text: string) => {
      err += printable(text);
    },
    progress: () => undefined,
    interactive: false,
    columns: () => 79,
    screen: null,
  };
  const code = await runCli(args, terminal, env, COMMANDS);
  return { code, out, err };
}

export interface RunningService {
  readonly url: string;
  /** What was printed before it was ready. */
  readonly printed: string;
  /** Of that, what came on standard output. */
  readonly logged: string;
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Arguments of Node under which a command takes its standard output for a terminal, which alone is told the first keys. */
export const AS_TERMINAL = ['--import', 'data:text/javascript,process.stdout.isTTY=true'] as const;

/** Starts `npm start` (or `pagemark serve`) on a free port and waits until it listens. `bin`: another built command line. */
export function startPagemark(
  env: NodeJS.ProcessEnv,
  bin = BIN,
  reader: 'terminal' | 'no terminal' = 'terminal',
): Promise<RunningService> {
  return new Promise((resolve, reject) => {
    const args = [...(reader === 'terminal' ? AS_TERMINAL : []), bin, 'serve'];
    const child = spawn(process.execPath, args, { env: { PORT: '0', ...env }, cwd: env.HOME });
    let printed = '';
    let logged = '';
    const ended = new Promise<number | null>((end) => child.once('close', end));
    const onText = (text: string) => {
      printed += text;
      // The first keys are written before the address of the docs.
      const listening = /listens on (http:\/\/\S+)[\s\S]*API docs: .+\n/.exec(printed);
      if (!listening) return;
      resolve({
        url: listening[1]!,
        get printed() {
          return printed;
        },
        get logged() {
          return logged;
        },
        stop: (signal = 'SIGTERM') => {
          child.kill(signal);
          return ended;
        },
      });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      logged += text;
      onText(text);
    });
    child.stderr.setEncoding('utf8').on('data', onText);
    child.once('error', reject);
    void ended.then((code) =>
      reject(new Error(`pagemark ended with ${code} before it listened:\n${printed}`)),
    );
  });
}

/** A site on loopback that serves one page under every path; open it with `PAGEMARK_FETCH_ALLOW=<allow>`. */
export async function startSite(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/article`,
    allow: `127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** A page with an article and furniture around it. */
export const ARTICLE_PAGE = `<!doctype html><html lang="en"><head><title>Rivers of the north – Example Press</title>
<meta name="description" content="Where the rivers go."><meta property="og:site_name" content="Example Press"></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><article><h1>Rivers of the north</h1>
<p>The first river runs from the hills to the sea, past <a href="/towns">three towns</a> and a mill that still works,
and nobody who has seen it in spring forgets the sound of it.</p>
<p>The second river is longer, slower and browner; it carries timber, and in autumn it carries leaves for weeks.</p>
<table><tr><th>River</th><th>Length</th></tr><tr><td>First</td><td>120 km</td></tr><tr><td>Second</td><td>310 km</td></tr></table>
<pre><code class="language-js">const length = 120 + 310;</code></pre></article></main><footer>© Example Press</footer></body></html>`;
