import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onThisMachine } from '../support/machine-speed.ts';

/** A server of a test, on a free port of 127.0.0.1 with its files in a folder of its own. */
export interface TestServer {
  readonly url: string;
  /** Kills it as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and files. */
  restart(): Promise<void>;
  /** Sends a signal to it and to the processes it started, such as SIGSTOP and SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/** A server that was sent its end is gone after this. */
const END_MS = 10_000;

/** The path of `redis-server` or `valkey-server`; null when there is none. */
export function findRedis(): string | null {
  return findInPath('redis-server') ?? findInPath('valkey-server');
}

/** The folder of PostgreSQL's programs; null when there is none. */
export function findPostgres(): string | null {
  const onPath = findInPath('initdb');
  if (onPath) return path.dirname(onPath);
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => path.join(root, version, 'bin')).find(hasInitdb) ?? null;
  } catch {
    return null;
  }
}

/** Starts Redis with every write flushed, as the docs say it must be run. */
export async function startRedis(program: string, more: readonly string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const start = () => spawn(program, [...args, ...durable, ...more], { stdio: 'ignore' });
  return serve(start, folder, `redis://127.0.0.1:${port}`, () => canConnect(port));
}

/** Starts PostgreSQL with a database `pagemark`; as another user when this one is root, which it refuses. */
export async function startPostgres(programs: string, more: readonly string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-postgres-'));
  const data = path.join(folder, 'data');
  const as = unprivilegedUser();
  if (as !== null) chownSync(folder, as.uid, as.gid);
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'pagemark', '--auth=trust', '-E', 'UTF8', '--no-sync'],
    { ...as, stdio: 'ignore', cwd: folder },
  );
  const server = await onFreePort((port) => {
    const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', ...more];
    const args = ['-D', data, '-p', String(port), '-k', folder, ...options];
    // Without `su` or `runuser` between: they stop with a stopped server, and stay so when it goes on.
    const start = () => spawn(path.join(programs, 'postgres'), args, { ...as, stdio: 'ignore', cwd: folder });
    const base = `postgres://pagemark@127.0.0.1:${port}`;
    return serve(start, folder, `${base}/pagemark`, () => answers(`${base}/postgres`));
  });
  await query(new URL('/postgres', server.url).href, 'CREATE DATABASE pagemark');
  return server;
}

/** Ports that are tried: another process may take a free one before the server does. */
const MAX_PORTS = 3;

/** Starts a server on a port that is free, on another one when somebody took it first. */
export async function onFreePort(start: (port: number) => Promise<TestServer>): Promise<TestServer> {
  for (let tried = 1; ; tried++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tried === MAX_PORTS) throw error;
    }
  }
}

/** Path of PgBouncer, which Debian puts where only root looks; null when there is none. */
export function findPgbouncer(): string | null {
  return findInPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(isExecutable) ?? null;
}

/** Starts PgBouncer before a PostgreSQL: transaction pooling, as many connections to the server as told. */
export async function startPgbouncer(
  program: string,
  postgres: TestServer,
  serverConnections: number,
): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-pgbouncer-'));
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
pagemark = host=127.0.0.1 port=${new URL(postgres.url).port} user=pagemark
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  const as = unprivilegedUser();
  if (as !== null) for (const own of [folder, file]) chownSync(own, as.uid, as.gid);
  const start = () => spawn(program, ['-q', file], { ...as, stdio: 'ignore' });
  const url = `postgres://pagemark@127.0.0.1:${port}/pagemark`;
  return serve(start, folder, url, () => answers(url));
}

/** PostgreSQL and PgBouncer refuse root, which runs them as the user `postgres`; everybody else as themselves. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Runs one statement on a connection of its own; its rows. */
export async function query(url: string, statement: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A program that a test started, up once `isUp` says so; its files lie in `folder`. */
export async function serve(
  start: () => ChildProcess,
  folder: string,
  url: string,
  isUp: () => Promise<boolean>,
): Promise<TestServer> {
  let child = start();
  const up = async () => {
    while (!(await isUp())) {
      if (child.exitCode !== null) throw new Error(`${url} ended with ${child.exitCode} before it was up`);
      await sleep(50);
    }
  };
  const pids = () => [child.pid!, ...descendants(child.pid!)];
  const stop = async (signal: 'SIGKILL' | 'SIGINT') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close', { signal: AbortSignal.timeout(onThisMachine(END_MS)) });
    // SIGKILL is not handed on to PostgreSQL's backends.
    for (const pid of signal === 'SIGKILL' ? pids() : [child.pid!]) killIfAlive(pid, signal);
    await closed;
  };
  await up();
  return {
    url,
    kill: () => stop('SIGKILL'),
    restart: async () => {
      child = start();
      await up();
    },
    signal: (signal) => {
      for (const pid of pids()) killIfAlive(pid, signal);
    },
    close: async () => {
      await stop('SIGINT').catch(() => stop('SIGKILL'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All processes that a process started, directly or not. */
function descendants(pid: number): readonly number[] {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child!, ...below(child!)]);
  return below(pid);
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended with its parent.
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Whether a server answers PING. */
export async function canConnect(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(10_000, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/** A port of 127.0.0.1 that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function hasInitdb(folder: string): boolean {
  return isExecutable(path.join(folder, 'initdb'));
}

export function findInPath(
  program: string,
  folders: readonly string[] = (process.env.PATH ?? '').split(path.delimiter),
): string | null {
  return folders.map((folder) => path.join(folder, program)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
