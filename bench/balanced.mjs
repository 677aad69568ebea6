#!/usr/bin/env node
// Two processes behind HAProxy, as deploy/haproxy/haproxy.cfg says, at a multiple of what they can do: whether one leaves the
// balancer, and what is still done. And the first seconds of a process after its /ready, at half of what it can do. Needs haproxy.
//   node bench/balanced.mjs [--factor 3] [--rounds 3] [--seconds 20] [--peak-seconds 12] [--starts 3] [--page-bytes 80000]
//     [--json out.json]
// This script shares the cores with the processes, at the peak as in the flood.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { loadPage, pageBodies } from './article.mjs';
import { closedLoop, counted, median, openLoop, quantile } from './load.mjs';
import { option } from './options.mjs';
import { end, listening } from './servers.mjs';

const FACTOR = Number(option('factor', '3'));
const ROUNDS = Number(option('rounds', '3'));
const SECONDS = Number(option('seconds', '20'));
const PEAK_SECONDS = Number(option('peak-seconds', '12'));
const STARTS = Number(option('starts', '3'));
const bodyOf = pageBodies(loadPage(Number(option('page-bytes', '80000'))));
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('../deploy/haproxy/haproxy.cfg', import.meta.url));
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync);
/** Callers at the peak, for each process: more than its one worker takes. */
const CALLERS = 4;
/** After its /ready a process is called at half its peak for so long. */
const FIRST_SECONDS = 4;
const GOODPUT_LEAST = 0.9;

const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-balanced-'));
const env = {
  ...process.env,
  PAGEMARK_WORKERS: '1',
  PORT: '0',
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
  PAGEMARK_PLANS: '{"load":{"perMinute":1000000,"perHour":1000000}}',
  PAGEMARK_BROWSER: 'off',
  PAGEMARK_LOG_LEVEL: 'error',
  NODE_ENV: 'production',
};
const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
let sent = 0;
try {
  if (HAPROXY === undefined)
    throw new Error('Install haproxy (apt-get install haproxy), which was not found');
  const created = run(['keys', 'create', '--plan', 'load', '--json']);
  const { key } = JSON.parse(await text(created.stdout));
  const balanced = await behindBalancer(key);
  const first = await afterReady(key);
  const row = { factor: FACTOR, seconds: SECONDS, ...balanced, first };
  console.log(JSON.stringify(row, null, 2));
  const json = option('json', '');
  if (json) writeFileSync(json, JSON.stringify(row, null, 2));
  const held =
    row.goodputShare >= GOODPUT_LEAST &&
    row.left.every((times) => times === 0) &&
    row.ofBalancer === 0 &&
    first.statuses.every((statuses) => Object.keys(statuses).join() === '200');
  console.log(
    held ? 'held' : `NOT held: no process leaves, goodput ≥ ${GOODPUT_LEAST} of the peak, 0 refused at first`,
  );
  if (!held) process.exitCode = 1;
} finally {
  await agent.destroy();
  await rm(folder, { recursive: true, force: true });
}

/** What two processes do behind the balancer in each flood, beside their peaks before and after it. */
async function behindBalancer(key) {
  const services = [run(['serve']), run(['serve'])];
  let haproxy = null;
  try {
    const urls = await Promise.all(services.map(listening));
    await Promise.all(urls.map(untilReady));
    haproxy = await startBalancer(urls);
    const convert = caller(haproxy.url, key);
    const atPeak = () => counting(PEAK_SECONDS, closedLoop(convert, services.length * CALLERS, PEAK_SECONDS));
    await closedLoop(convert, services.length, PEAK_SECONDS / 4);
    const peaks = [await atPeak()];
    const floods = [];
    for (let i = 0; i < ROUNDS; i++) {
      floods.push(await counting(SECONDS, openLoop(convert, peaks.at(-1).perSecond * FACTOR, SECONDS)));
      peaks.push(await atPeak());
    }
    // What the machine gives drifts: the peak of a flood is that of both its sides.
    const shares = floods.map(
      ({ perSecond }, i) => perSecond / ((peaks[i].perSecond + peaks[i + 1].perSecond) / 2),
    );
    const answers = floods.flatMap((flood) => flood.answers);
    return {
      peaksPerSecond: peaks.map(({ perSecond }) => round(perSecond)),
      goodputShares: shares.map(round),
      goodputShare: round(median(shares)),
      acceptedP99Ms: quantile(
        answers.filter(({ status }) => status === 200),
        0.99,
      ),
      statuses: counted(answers.map(({ status }) => status)),
      ofBalancer: answers.filter(({ isOfBalancer }) => isOfBalancer).length,
      left: await haproxy.left(),
    };
  } finally {
    await haproxy?.close();
    await Promise.all(services.map(end));
  }
}

/** What a process answers in its first seconds after /ready, at half the peak of one that has run for a while. */
async function afterReady(key) {
  const seen = [];
  let peakRate = 0;
  for (let i = 0; i <= STARTS; i++) {
    const service = run(['serve']);
    try {
      const url = await listening(service);
      const convert = caller(url, key);
      await untilReady(url);
      if (i > 0)
        seen.push(
          counted((await openLoop(convert, peakRate / 2, FIRST_SECONDS)).map(({ status }) => status)),
        );
      else {
        await closedLoop(convert, 1, PEAK_SECONDS / 4);
        peakRate = (await counting(PEAK_SECONDS, closedLoop(convert, CALLERS, PEAK_SECONDS))).perSecond;
      }
    } finally {
      await end(service);
    }
  }
  return { peakRate: round(peakRate), offeredRate: round(peakRate / 2), statuses: seen };
}

/** HAProxy before two processes; `left`: how often each has left it (`show stat`, management guide 9.1, field 22). */
async function startBalancer(urls) {
  const [socket, own, port] = [
    path.join(folder, 'haproxy.sock'),
    path.join(folder, 'own.cfg'),
    20_000 + (process.pid % 20_000),
  ];
  writeFileSync(own, `global\n  stats socket ${socket} mode 600\n`);
  const [PAGEMARK_1, PAGEMARK_2] = urls.map((url) => new URL(url).host);
  const child = spawn(HAPROXY, ['-db', '-f', CONFIG, '-f', own], {
    env: { BIND: `127.0.0.1:${port}`, PAGEMARK_1, PAGEMARK_2 },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const servers = async () => {
    const asked = connect(socket);
    asked.write('show stat\n');
    const lines = (await text(asked)).split('\n').map((line) => line.split(','));
    return lines.filter(([, name]) => name?.startsWith('pagemark-'));
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    const found = await servers().catch(() => []);
    if (found.length === urls.length && found.every((fields) => fields[17] === 'UP')) break;
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    left: async () => (await servers()).map((fields) => Number(fields[22])),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function untilReady(url) {
  while (!(await fetch(`${url}/ready`)).ok) await sleep(20);
}

/** Converts a page that no call has sent before; `ms` from when it was due to the end of its answer. */
function caller(url, key) {
  return async (dueAt = performance.now()) => {
    try {
      const answer = await request(`${url}/v1/convert`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: bodyOf(++sent),
        dispatcher: agent,
      });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      // Every answer of ours names its engine; the balancer's own do not.
      const isOfBalancer = answer.headers['x-pagemark-engine'] === undefined;
      return { status: answer.statusCode, isOfBalancer, ...endOf(dueAt) };
    } catch (error) {
      return { status: error.code ?? error.name, isOfBalancer: true, ...endOf(dueAt) };
    }
  };
}

function endOf(dueAt) {
  const endedAt = performance.now();
  return { endedAt, ms: endedAt - dueAt };
}

/** The answers of a phase, and how many conversions a second were done before its end. */
async function counting(seconds, phase) {
  const endsAt = performance.now() + seconds * 1000;
  const answers = await phase;
  const done = answers.filter(({ status, endedAt }) => status === 200 && endedAt <= endsAt).length;
  return { answers, perSecond: done / seconds };
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function run(args) {
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}
