#!/usr/bin/env node
// What answers cost the service beside what they cannot do without, in CPU of its whole process:
//   node bench/answers.mjs [--rounds 7] [--corpus DIR] [--json out.json]
// `repeat`: a page asked again, over `GET /v1/usage` with the same key. `fresh`: pages of 100 KB sent in the body, each seen for
// the first time, over the library's own conversion of the same bytes in a process beside it, with metadata and outcome, which the
// service always needs. The pairs run in turn, in another order each round; the median of the rounds' ratios counts. Without
// `--corpus` the pages are made.
// Correctness first: answers must be what the library makes of the page, and a repeat must not have been converted again.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { convertHtml } from '../dist/index.js';
import { article } from './article.mjs';
import { eachPage } from './corpus.mjs';
import { median } from './load.mjs';
import { option } from './options.mjs';
import { end, listening } from './servers.mjs';

const ROUNDS = Number(option('rounds', '7'));
const WARM_UP_ROUNDS = 5;
const CALLERS = 2;
/** Requests of a round: enough of the short ones for a clock in steps of 10 ms. */
const SHORT = 200;
const FRESH = 24;
const PAGE_BYTES = 100_000;
/** Often enough for it not to count as idle (`collect-garbage.ts`). */
const AWAKE_MS = 1000;
const MOST = { repeat: 2.5, fresh: 1.15 };
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const TELLS_CPU = `data:text/javascript,process.on('message',()=>process.send(process.cpuUsage()))`;
const CONVERTS = `
  import { convertHtml } from '${new URL('../dist/index.js', import.meta.url)}';
  process.on('message', ({ pages, url }) => {
    const from = process.cpuUsage();
    for (const html of pages) {
      const { markdown, metadata, outcome } = convertHtml(Buffer.from(html), { url, contentType: 'text/html; charset=utf-8' });
    }
    process.send(process.cpuUsage(from));
  });`;

const PAGES = pagesOf(option('corpus'));
const REPEATED = PAGES[0];
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(REPEATED),
).listen(0, '127.0.0.1');
await once(site, 'listening');
const origin = `127.0.0.1:${site.address().port}`;
const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-answers-'));
const env = {
  ...process.env,
  PAGEMARK_WORKERS: '2',
  PORT: '0',
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
  PAGEMARK_FETCH_ALLOW: origin,
  PAGEMARK_PLANS: JSON.stringify({ load: { perMinute: 1_000_000, perHour: 1_000_000 } }),
  PAGEMARK_BROWSER: 'off',
  NODE_ENV: 'production',
};
const { key } = JSON.parse(await run(['keys', 'create', '--plan', 'load', '--json']));
const stdio = ['ignore', 'pipe', 'inherit', 'ipc'];
const service = fork(CLI, ['serve'], { env, stdio, execArgv: ['--import', TELLS_CPU] });
const serviceUrl = await listening(service);
const library = spawn(process.execPath, ['--input-type=module', '--eval', CONVERTS], { stdio });
const agent = new Agent({ connections: CALLERS, pipelining: 1 });
const authorization = `Bearer ${key}`;
let sent = 0;
try {
  await check();
  for (let i = 0; i < WARM_UP_ROUNDS; i++) await round(i);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round(i));
  report(rounds);
} finally {
  await agent.destroy();
  await end(service);
  library.kill();
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds of CPU for one request or page of each kind. */
async function round(number) {
  const pages = Array.from({ length: FRESH }, (_, i) => `${PAGES[i % PAGES.length]}<!-- ${sent++} -->`);
  const measures = [
    ['usage', () => inService(SHORT, usage)],
    ['repeat', () => inService(SHORT, repeat)],
    ['fresh', () => inService(FRESH, (i) => convert({ url: 'https://example.com/page', html: pages[i] }))],
    ['library', () => inLibrary(pages)],
  ];
  const found = {};
  for (const [name, measure] of number % 2 === 0 ? measures : measures.toReversed())
    found[name] = await measure();
  return found;
}

async function inService(count, call) {
  const from = await serviceCpuMs();
  let next = 0;
  const lane = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, lane));
  return ((await serviceCpuMs()) - from) / count;
}

/** Meanwhile the service is asked now and then: it gives compiled code up when it is idle. */
async function inLibrary(pages) {
  const timer = setInterval(() => void repeat(), AWAKE_MS);
  library.send({ pages, url: 'https://example.com/page' });
  const [used] = await once(library, 'message');
  clearInterval(timer);
  return msOf(used) / pages.length;
}

async function serviceCpuMs() {
  service.send('cpu');
  const [used] = await once(service, 'message');
  return msOf(used);
}

function msOf({ user, system }) {
  return (user + system) / 1000;
}

async function usage() {
  const answer = await request(`${serviceUrl}/v1/usage`, { headers: { authorization }, dispatcher: agent });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`usage is answered with ${answer.statusCode}`);
}

function repeat() {
  return convert({ url: `http://${origin}/page` });
}

async function convert(body) {
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(`${serviceUrl}/v1/convert`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`a page is answered with ${statusCode}: ${text.slice(0, 300)}`);
  return { content: JSON.parse(text).data.content, cacheStatus: headers['cache-status'] ?? '' };
}

/** Answers are the library's, and the second one for a page was not converted again. */
async function check() {
  const expected = convertHtml(REPEATED, { url: `http://${origin}/page` }).markdown;
  const [first, second] = [await repeat(), await repeat()];
  if (first.content !== expected || second.content !== expected)
    throw new Error('the answer is not the page');
  if (!second.cacheStatus.includes('pagemark-result; hit'))
    console.log(`a repeat is converted again: ${second.cacheStatus}`);
}

function report(rounds) {
  const ratio = (one, other) => median(rounds.map((found) => found[one] / found[other])).toFixed(2);
  const cpuMs = Object.fromEntries(
    Object.keys(rounds[0]).map((name) => [name, median(rounds.map((found) => found[name])).toFixed(3)]),
  );
  const row = { repeat: ratio('repeat', 'usage'), fresh: ratio('fresh', 'library'), cpuMs };
  console.log(JSON.stringify(row, null, 2));
  const json = option('json');
  if (json) writeFileSync(json, JSON.stringify({ rounds, ...row }, null, 2));
  const isHeld = Object.entries(MOST).every(([name, most]) => row[name] <= most);
  console.log(isHeld ? 'held' : `NOT held: repeat ≤ ${MOST.repeat} × usage, fresh ≤ ${MOST.fresh} × library`);
  if (!isHeld) process.exitCode = 1;
}

function pagesOf(corpus) {
  if (corpus === undefined) return [article(PAGE_BYTES).html];
  const pages = [];
  for (const { html } of eachPage({ corpus, datasets: ['wcxb', 'fundus', 'snippets'] })) {
    const source = html.toString('utf8');
    const isLike = html.length > 0.9 * PAGE_BYTES && html.length < 1.1 * PAGE_BYTES;
    if (isLike && convertHtml(source, { url: 'https://example.com/page' }).outcome === 'ok')
      pages.push(source);
    if (pages.length === FRESH) break;
  }
  return pages;
}

async function run(args) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}
