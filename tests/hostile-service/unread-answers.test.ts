import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { inParallel } from '../support/http-call.ts';
import { issueKey } from '../support/issue-key.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** In the full form more than all that may wait. */
const CLIENTS = isFull ? 40 : 4;
const MIB = 1024 * 1024;
/** More than the system's buffers of a connection swallow. */
const ANSWER_BYTES = 9.5 * MIB;
/** Clients that ask at a time: a call more, and most would be refused as busy. */
const LANES = 2;
const MOST_UNSENT_MIB = 256;
/** The answers, pages at workers, and what the system's allocator keeps of both. */
const MOST_RESIDENT_MIB = 768;
const WRITE_DEADLINE_S = 30;

let site: Upstream;
let service: ServiceProcess;
let folder: string;
let key: string;
const held: Socket[] = [];
beforeAll(async () => {
  const log = 'The tide turned at the quay, and nobody was there to see it.\n';
  const page = log.repeat(ANSWER_BYTES / log.length);
  site = await startUpstream({
    '/log': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(page),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-unread-'));
  const env = testEnv(folder, {
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"load":{"perMinute":1000000,"perHour":1000000}}',
  });
  key = await issueKey(env, 'load');
  service = await startServiceProcess(env);
});
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await service?.end('SIGKILL');
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for the page again and again until it is not refused; then it reads no more than the first bytes. */
async function stopReading(): Promise<void> {
  for (;;) {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(
      `GET /${site.url}/log HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept: text/plain\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    if (/^HTTP\/1\.1 200 /.test(first.toString('latin1'))) return void held.push(socket);
    socket.destroy();
    await sleep(100);
  }
}

const residentMiB = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** What the service counts: connections that it let go, and bytes of answers that wait. */
async function counts(): Promise<{ letGo: number; unsentMiB: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce(
      (all, [, one]) => all + Number(one),
      0,
    );
  return { letGo: sum('pagemark_readers_let_go_total'), unsentMiB: sum('pagemark_unsent_bytes') / MIB };
}

test.skipIf(process.platform !== 'linux')(
  'clients that never read are let go, and hold no more memory than all of them may',
  async () => {
    const before = residentMiB();
    const most = { resident: before, unsent: 0 };
    let last = await counts();
    const watch = (async () => {
      while (last.letGo < CLIENTS) {
        await sleep(250);
        last = await counts();
        most.resident = Math.max(most.resident, residentMiB());
        most.unsent = Math.max(most.unsent, last.unsentMiB);
      }
    })();
    await inParallel(CLIENTS, LANES, stopReading);
    const startedAt = performance.now();
    await watch;
    const letGoS = (performance.now() - startedAt) / 1000;
    console.info(
      `at most ${most.unsent.toFixed(0)} MiB unsent; resident ${before.toFixed(0)} MiB before, ${most.resident.toFixed(0)} at most; the last one was let go ${letGoS.toFixed(0)} s after it came`,
    );
    expect(most.unsent).toBeGreaterThan(Math.min(MOST_UNSENT_MIB, (CLIENTS * ANSWER_BYTES) / MIB) / 2);
    // An answer is there before room is made for it.
    expect(most.unsent).toBeLessThan(MOST_UNSENT_MIB + LANES * (ANSWER_BYTES / MIB));
    expect(most.resident - before).toBeLessThan(MOST_RESIDENT_MIB);
    expect(letGoS).toBeLessThan(onThisMachine(2 * WRITE_DEADLINE_S));
  },
);
