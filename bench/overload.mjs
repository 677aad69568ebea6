#!/usr/bin/env node
// The service at a multiple of its capacity: what it still does, how long that takes, how it says no, and how its probes
// answer meanwhile. A bare server that only refuses takes the same load after it, on the same core.
//   node bench/overload.mjs [--factor 10] [--seconds 60] [--page-bytes 80000] [--body url|html] [--workers 1] [--json out.json]
// `url`: pages are fetched from a site on loopback. `html`: pages are sent in the request.
// Where there are enough, the service has a core for each worker to itself in every phase, so that what is lost under load is
// its own loss.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { loadPage, pageBodies } from './article.mjs';
import { processCpuMs, separateCores } from './cores.mjs';
import { closedLoop, counted, inTurn, openLoop, quantile, quantiles } from './load.mjs';
import { option } from './options.mjs';
import { provenance } from './provenance.mjs';
import { end, listening } from './servers.mjs';

const SECONDS = Number(option('seconds', '60'));
const PAGE_BYTES = Number(option('page-bytes', '80000'));
const FORM = option('body', 'url');
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const PLAN = { load: { perMinute: 1_000_000, perHour: 1_000_000 } };
const UNLOADED_REQUESTS = 100;
const PEAK_SECONDS = 12;
const FACTOR = Number(option('factor', '10'));
const PROBED = ['/health', '/ready'];
const PROBES_PER_SECOND = 20;
/** Times what a bare server takes, for a refusal and for a probe. */
const MOST_TIMES_BARE = 3;

const WORKERS = option('workers', '1');
const cores = separateCores(Number(WORKERS));
const PAGE = loadPage(PAGE_BYTES);
const bodyOf = pageBodies(PAGE);
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
);
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${site.address().port}`;
const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-overload-'));
const env = {
  ...process.env,
  PAGEMARK_WORKERS: WORKERS,
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
const service = start([...execArgs(), CLI, 'serve']);
const serviceUrl = await listening(service);
const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
let sent = 0;
const convert = caller(serviceUrl);
try {
  await closedLoop(convert, 2, 3);
  const alone = await inTurn(convert, UNLOADED_REQUESTS);
  const before = await atPeak();
  const perSecond = (countOf(before.answers, 200) / PEAK_SECONDS) * FACTOR;
  const flood = await withCpu(() => flooded(serviceUrl, perSecond));
  // What the machine itself gives drifts: the peak is that of both sides of the flood.
  const peak = joined(before, await atPeak());
  const bare = await ofBareServer(perSecond);
  report({ alone, peak, peakRate: countOf(peak.answers, 200) / (2 * PEAK_SECONDS), flood, bare });
} finally {
  await agent.destroy();
  await end(service);
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}

function report({ alone, peak, peakRate, flood, bare }) {
  const accepted = flood.answers.filter(({ status }) => status === 200);
  const refused = flood.answers.filter(({ status }) => status !== 200);
  // What answering costs the main thread at the peak, where nothing is refused, is taken off.
  const answerMs = peak.cpu.main / countOf(peak.answers, 200);
  const row = {
    pinned: cores !== null,
    workers: Number(WORKERS),
    offered: Math.round(flood.answers.length / SECONDS),
    peakRate: round(peakRate),
    acceptedRate: round(accepted.length / SECONDS),
    acceptedShare: round(accepted.length / SECONDS / peakRate),
    unloadedP99Ms: quantile(alone, 0.99),
    acceptedP50Ms: quantile(accepted, 0.5),
    acceptedP99Ms: quantile(accepted, 0.99),
    refusedP50Ms: quantile(refused, 0.5),
    refusedP99Ms: quantile(refused, 0.99),
    bareRefusedP99Ms: quantile(bare.answers, 0.99),
    probesP99Ms: p99ByPath(flood.probes),
    bareProbesP99Ms: p99ByPath(bare.probes),
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
  const { date, commit } = provenance([]);
  if (json)
    writeFileSync(json, JSON.stringify({ date, commit, form: FORM, pageBytes: PAGE_BYTES, ...row }, null, 2));
  const statuses = Object.keys(row.statuses).every((status) => ['200', '429', '503'].includes(status));
  const probed = Object.entries(row.bareProbesP99Ms).every(
    ([path, ms]) => row.probesP99Ms[path] <= MOST_TIMES_BARE * ms,
  );
  const held =
    statuses &&
    row.acceptedShare >= 0.9 &&
    row.acceptedP99Ms <= row.unloadedP99Ms + 1500 &&
    refused.length > 0 &&
    row.refusedP99Ms <= MOST_TIMES_BARE * row.bareRefusedP99Ms &&
    probed &&
    flood.probes.every(({ status }) => status === 200);
  console.log(
    held
      ? 'held'
      : `NOT held: accepted ≥ 90 % of the peak rate, p99 ≤ unloaded p99 + 1.5 s; p99 of refusals and probes ≤ ${MOST_TIMES_BARE} × a bare server's`,
  );
  if (!held) process.exitCode = 1;
}

/** The load on a server, and probes of its health beside it. */
async function flooded(url, perSecond) {
  let probe = 0;
  const probes = openLoop(
    async (dueAt) => {
      const path = PROBED[probe++ % PROBED.length];
      const answer = await request(`${url}${path}`, { dispatcher: agent });
      await answer.body.dump();
      return { path, status: answer.statusCode, ms: performance.now() - dueAt };
    },
    PROBES_PER_SECOND,
    SECONDS,
  );
  const answers = await openLoop(caller(url), perSecond, SECONDS);
  return { answers, probes: await probes };
}

/** The same load on a server that only refuses, beside as many busy threads as the service has workers. */
async function ofBareServer(perSecond) {
  const bare = start([fileURLToPath(new URL('bare-server.mjs', import.meta.url)), WORKERS]);
  try {
    return await flooded(await listening(bare), perSecond);
  } finally {
    await end(bare);
  }
}

function p99ByPath(probes) {
  return Object.fromEntries(
    PROBED.map((path) => [
      path,
      quantile(
        probes.filter((probe) => probe.path === path),
        0.99,
      ),
    ]),
  );
}

/** Answers of a phase, and the CPU that the service used in it. */
async function withCpu(phase) {
  const before = processCpuMs(service.pid);
  const found = await phase();
  const after = processCpuMs(service.pid);
  return { ...found, cpu: { main: after.main - before.main, all: after.all - before.all } };
}

function atPeak() {
  return withCpu(async () => ({
    answers: await closedLoop(convert, Number(WORKERS) * 4, PEAK_SECONDS),
  }));
}

function joined(one, other) {
  const cpu = { main: one.cpu.main + other.cpu.main, all: one.cpu.all + other.cpu.all };
  return { answers: [...one.answers, ...other.answers], cpu };
}

function countOf(answers, status) {
  return answers.filter((answer) => answer.status === status).length;
}

/** Converts one page at a server; `ms` from when it was due to the end of its answer. */
function caller(url) {
  return async (dueAt = performance.now()) => {
    sent++;
    const body = FORM === 'html' ? bodyOf(sent) : JSON.stringify({ url: `${origin}/page-${sent}` });
    try {
      const answer = await request(`${url}/v1/convert`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
        dispatcher: agent,
      });
      const text = await answer.body.text();
      const isWhole = answer.statusCode !== 200 || text.includes('The last sentence of the page.');
      return { status: isWhole ? answer.statusCode : 'torn', ms: performance.now() - dueAt };
    } catch (error) {
      return { status: error.code ?? error.name, ms: performance.now() - dueAt };
    }
  };
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function execArgs() {
  return process.env.PAGEMARK_BENCH_NODE_ARGS?.split(' ') ?? [];
}

/** A Node process on the core of the service. */
function start(nodeArgs) {
  const [command, ...args] = [...(cores?.command ?? []), process.execPath, ...nodeArgs];
  return spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function run(args) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}
