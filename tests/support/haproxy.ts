import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findInPath } from '../storage/servers.ts';
import { PROJECT } from './run-pagemark.ts';

/** HAProxy in front of two processes, as `deploy/haproxy/haproxy.cfg` says. */
export interface Balancer {
  readonly url: string;
  /** State of each process and how often it has left, as HAProxy counts it. */
  servers(): Promise<readonly { readonly state: string; readonly left: number }[]>;
  close(): Promise<void>;
}

/** The path of `haproxy`, which Debian puts where only root looks; null when there is none. */
export function findHaproxy(): string | null {
  return findInPath('haproxy') ?? findInPath('haproxy', ['/usr/sbin', '/usr/local/sbin']);
}

/** Starts it on `port`; `change` edits the file of deploy/. Its socket is in `folder`. */
export async function startHaproxy(
  program: string,
  folder: string,
  port: number,
  servers: readonly [string, string],
  change: (config: string) => string = (config) => config,
): Promise<Balancer> {
  const socket = path.join(folder, 'haproxy.sock');
  const config = path.join(folder, 'haproxy.cfg');
  const own = path.join(folder, 'socket.cfg');
  writeFileSync(config, change(readFileSync(path.join(PROJECT, 'deploy/haproxy/haproxy.cfg'), 'utf8')));
  writeFileSync(own, `global\n  stats socket ${socket} mode 600\n`);
  const env = { BIND: `127.0.0.1:${port}`, PAGEMARK_1: servers[0], PAGEMARK_2: servers[1] };
  const child = spawn(program, ['-db', '-f', config, '-f', own], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ask = async (): Promise<string> => {
    const asked = connect(socket);
    asked.write('show stat\n');
    return text(asked);
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}: ${said}`);
    if ((await ask().catch(() => '')) !== '') break;
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    // Fields of `show stat` (HAProxy management guide, 9.1): svname 1, status 17, chkdown 22.
    servers: async () =>
      (await ask())
        .split('\n')
        .map((line) => line.split(','))
        .filter(([, name]) => name?.startsWith('pagemark-'))
        .map((fields) => ({ state: fields[17]!, left: Number(fields[22]) })),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
