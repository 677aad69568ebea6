#!/usr/bin/env node
// The service at ten times its capacity: what it still does, how long that takes, and how it says no.
//   node bench/overload.mjs [--seconds 60] [--page-bytes 80000] [--body url|html] [--json out.json]
// `url`: pages are fetched from a site on loopback. `html`: pages are sent in the request.
// The service has a core of its own in every phase, so that what is lost under load is its own loss.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { processCpuMs, separateCores } from './cores.mjs';
import { option } from './options.mjs';

const SECONDS = Number(option('seconds', '60'));
const PAGE_BYTES = Number(option('page-bytes', '80000'));
const FORM = option('body', 'url');
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const PLAN = { load: { perMinute: 1_000_000, perHour: 1_000_000 } };
const UNLOADED_REQUESTS = 100;
const PEAK_SECONDS = 12;
const FACTOR = 10;
const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9];

const cores = separateCores();
const PAGE = page(PAGE_BYTES);
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
);
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${site.address().port}`;
const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-overload-'));
const env = {
  ...process.env,
  ...cores?.env,
  PORT: '0',
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
  PAGEMARK_FETCH_ALLOW: origin.slice('http://'.length),
  PAGEMARK_PLANS: JSON.stringify(PLAN),
  PAGEMARK_SNAPSHOT_TTL_S: '0',
  PAGEMARK_BROWSER: 'off',
  PAGEMARK_LOG_LEVEL: 'error',
  NODE_ENV: 'production',
};
const { key } = JSON.parse(await run(['keys', 'create', '--plan', 'load', '--json']));
const [command, ...args] = [...(cores?.command ?? []), process.execPath, ...execArgs(), CLI, 'serve'];
const service = spawn(command, args, {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await listening(service);
const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
let sent = 0;
try {
  await closedLoop(2, 3);
  const alone = await inTurn(UNLOADED_REQUESTS);
  const before = await atPeak();
  const flood = await withCpu(() =>
    openLoop((countOf(before.answers, 200) / PEAK_SECONDS) * FACTOR, SECONDS),
  );
  // What the machine itself gives drifts: the peak is that of both sides of the flood.
  const peak = joined(before, await atPeak());
  report({ alone, peak, peakRate: countOf(peak.answers, 200) / (2 * PEAK_SECONDS), flood });
} finally {
  await agent.destroy();
  service.kill('SIGTERM');
  await once(service, 'exit');
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}

function report({ alone, peak, peakRate, flood }) {
  const accepted = flood.answers.filter(({ status }) => status === 200);
  const refused = flood.answers.filter(({ status }) => status !== 200);
  // What answering costs the main thread at the peak, where nothing is refused, is taken off.
  const answerMs = peak.cpu.main / countOf(peak.answers, 200);
  const row = {
    pinned: cores !== null,
    offered: Math.round(flood.answers.length / SECONDS),
    peakRate: round(peakRate),
    acceptedRate: round(accepted.length / SECONDS),
    acceptedShare: round(accepted.length / SECONDS / peakRate),
    unloadedP99Ms: quantile(alone, 0.99),
    acceptedP50Ms: quantile(accepted, 0.5),
    acceptedP99Ms: quantile(accepted, 0.99),
    refusedP50Ms: quantile(refused, 0.5),
    refusedP99Ms: quantile(refused, 0.99),
    refusedWithin50Ms: round(refused.filter(({ ms }) => ms <= 50).length / refused.length),
    refusalCpuMs: round((flood.cpu.main - accepted.length * answerMs) / refused.length),
    serviceCpuMs: {
      perPageAtPeak: round(peak.cpu.all / countOf(peak.answers, 200)),
      answerAtPeak: round(answerMs),
      workerPerPageAtPeak: round((peak.cpu.all - peak.cpu.main) / countOf(peak.answers, 200)),
      workerPerPageInFlood: round((flood.cpu.all - flood.cpu.main) / accepted.length),
      perSecondAtPeak: round(peak.cpu.all / (2 * PEAK_SECONDS)),
      perSecondInFlood: round(flood.cpu.all / SECONDS),
    },
    quantiles: {
      alone: quantiles(alone),
      accepted: quantiles(accepted),
      refused: quantiles(refused),
    },
    statuses: counted(flood.answers.map(({ status }) => status)),
  };
  console.log(JSON.stringify({ ...row, quantiles: undefined }, null, 2));
  const json = option('json', '');
  if (json) writeFileSync(json, JSON.stringify({ form: FORM, pageBytes: PAGE_BYTES, ...row }, null, 2));
  const statuses = Object.keys(row.statuses).every((status) => ['200', '429', '503'].includes(status));
  const held =
    statuses &&
    row.acceptedShare >= 0.9 &&
    row.acceptedP99Ms <= row.unloadedP99Ms + 1500 &&
    refused.length > 0;
  console.log(held ? 'held' : 'NOT held: accepted ≥ 90 % of the peak rate, p99 ≤ unloaded p99 + 1.5 s');
  if (!held) process.exitCode = 1;
}

/** Answers of a phase, and the CPU that the service used in it. */
async function withCpu(phase) {
  const before = processCpuMs(service.pid);
  const answers = await phase();
  const after = processCpuMs(service.pid);
  return { answers, cpu: { main: after.main - before.main, all: after.all - before.all } };
}

function atPeak() {
  return withCpu(() => closedLoop(availableParallelism() * 4, PEAK_SECONDS));
}

function joined(one, other) {
  const cpu = { main: one.cpu.main + other.cpu.main, all: one.cpu.all + other.cpu.all };
  return { answers: [...one.answers, ...other.answers], cpu };
}

function countOf(answers, status) {
  return answers.filter((answer) => answer.status === status).length;
}

/** One request; `ms` from when it was due to the end of its answer. */
async function convert(dueAt = performance.now()) {
  const target = `${origin}/page-${++sent}`;
  const body = FORM === 'html' ? { url: target, html: PAGE } : { url: target };
  try {
    const answer = await request(`${url}/v1/convert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      dispatcher: agent,
    });
    const text = await answer.body.text();
    const isWhole = answer.statusCode !== 200 || text.includes('The last sentence of the page.');
    return { status: isWhole ? answer.statusCode : 'torn', ms: performance.now() - dueAt };
  } catch (error) {
    return { status: error.code ?? error.name, ms: performance.now() - dueAt };
  }
}

async function inTurn(count) {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await convert());
  return answers;
}

async function closedLoop(callers, seconds) {
  const answers = [];
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < endsAt) answers.push(await convert());
    }),
  );
  return answers;
}

/** Requests at a fixed rate, whatever becomes of them. */
async function openLoop(perSecond, seconds) {
  const startedAt = performance.now();
  const answers = [];
  const count = Math.round(perSecond * seconds);
  for (let i = 0; i < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    for (; i < due; i++) answers.push(convert(startedAt + (i / perSecond) * 1000));
    await sleep(2);
  }
  return Promise.all(answers);
}

function counted(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function quantile(answers, q) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN);
}

/** Latencies in milliseconds by percentile. */
function quantiles(answers) {
  return PERCENTILES.map((percent) => ({ percent, ms: quantile(answers, percent / 100) }));
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function page(bytes) {
  const parts = ['<!doctype html><title>Load</title><nav><a href="/">Home</a></nav><article><h1>Load</h1>'];
  for (let length = 0, i = 0; length < bytes - 200; i++) {
    const part = `<p>Paragraph ${i} tells of <a href="/river-${i}">rivers</a>, bridges and the <b>people</b> who cross them every day.</p>`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('\n')}<p>The last sentence of the page.</p></article>`;
}

function execArgs() {
  return process.env.PAGEMARK_BENCH_NODE_ARGS?.split(' ') ?? [];
}

async function run(args) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}

/** The address that the service prints. Its output is read to the end, so that it can go on printing. */
function listening(child) {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/[\w.:[\]]+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${text}`)));
  });
}
