#!/usr/bin/env node
// A service under steady load: memory, descriptors, CPU per conversion over time, two processes beside one, and the
// share of the stores in the time of a request. Needs a built package.
//   node bench/soak.mjs [--conversions 50000] [--compare 2000] [--json out.json]
// Exits 1 when a promise is not held (docs/scaling.md); the slope of memory is judged from 20,000 conversions up.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { option } from './options.mjs';

const conversions = Number(option('conversions', '50000'));
const compare = Number(option('compare', '2000'));
const LANES = 8;
const JUDGED_FROM = 20_000;
const MIB = 1024 * 1024;
const bin = new URL('../dist/cli/main.js', import.meta.url).pathname;

/** Pages of different sizes and shapes, so that no cache of a branch predictor or of ours sees one page only. */
const bodies = Array.from({ length: 40 }, (_, i) => {
  const paragraphs = Array.from(
    { length: 10 + i * 4 },
    (_, n) =>
      `<p>Paragraph ${n} of page ${i} tells of <a href="/r/${n}">rivers</a>, <b>bridges</b> and people.</p>`,
  );
  const rows = Array.from({ length: i }, (_, n) => `<tr><td>${n}</td><td>river ${n}</td></tr>`).join('');
  const html = `<!doctype html><title>Page ${i}</title><nav><a href="/">Home</a></nav><main><h1>Page ${i}</h1>${paragraphs.join('')}<table><tr><th>a</th><th>b</th></tr>${rows}</table></main>`;
  return JSON.stringify({ url: `https://example.com/${i}`, html, include_metadata: true });
});

/** Starts a process on a database file; the key is of a plan without an end. */
async function startService(folder, name) {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, `${name}.db`)}`,
    PAGEMARK_WORKERS: '1',
    PAGEMARK_BROWSER: 'off',
    PAGEMARK_LOG_LEVEL: 'silent',
    PAGEMARK_PLANS: JSON.stringify({ soak: { perMinute: 1_000_000, perHour: 1_000_000 } }),
  };
  const made = execFileSync(process.execPath, [bin, 'keys', 'create', '--plan', 'soak', '--json'], { env });
  const { key } = JSON.parse(made);
  const child = spawn(process.execPath, [bin, 'serve', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => {
    child.stdout.once('data', (line) => resolve(JSON.parse(String(line)).url));
  });
  return { child, key, url, agent: new Agent({ keepAlive: true, maxSockets: LANES }) };
}

function convert({ url, key, agent }, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const call = request(`${url}/v1/convert`, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** Runs `count` conversions; one refused as busy is repeated, any other failure ends the run. */
async function load(service, count) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const body = bodies[next++ % bodies.length];
      for (let status = 0; status !== 200; ) {
        status = await convert(service, body);
        if (status !== 200 && status !== 429) throw new Error(`conversion answered ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function figures({ child, url }) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return {
    cpuS: sum('process_cpu_seconds_total'),
    rssMib: sum('process_resident_memory_bytes') / MIB,
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    storeS: sum('pagemark_store_seconds_sum'),
    requestS: sum('pagemark_request_seconds_sum'),
  };
}

/** Slope of a line through points, by least squares. */
function slope(points) {
  const mean = (pick) => points.reduce((all, point) => all + pick(point), 0) / points.length;
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
  const over = points.reduce((all, [x, y]) => all + (x - mx) * (y - my), 0);
  return over / points.reduce((all, [x]) => all + (x - mx) ** 2, 0);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'pagemark-soak-'));
const running = [];
const begin = async (name) => {
  const service = await startService(folder, name);
  running.push(service.child);
  return service;
};
const end = async ({ child, agent }) => {
  agent.destroy();
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
};
/** CPU milliseconds per conversion of services at the same load, after a warm-up of each. */
async function cpuPerConversion(services) {
  await Promise.all(services.map((service) => load(service, compare / 4)));
  const before = await Promise.all(services.map(figures));
  await Promise.all(services.map((service) => load(service, compare)));
  const after = await Promise.all(services.map(figures));
  return (
    (after.reduce((all, { cpuS }, i) => all + cpuS - before[i].cpuS, 0) / (compare * services.length)) * 1000
  );
}

try {
  const one = await begin('one');
  const alone = await cpuPerConversion([one]);
  const two = await begin('two');
  const together = await cpuPerConversion([one, two]);
  await end(two);
  const samples = [await figures(one)];
  for (let tenth = 0; tenth < 10; tenth++) {
    await load(one, conversions / 10);
    samples.push(await figures(one));
  }
  const cpuOf = (tenth) => ((samples[tenth].cpuS - samples[tenth - 1].cpuS) / (conversions / 10)) * 1000;
  const settled = samples.slice(3);
  const row = {
    conversions,
    rssMibPer10k: slope(settled.map(({ rssMib }, i) => [(i * conversions) / 10 / 10_000, rssMib])),
    rssMib: samples.map(({ rssMib }) => Math.round(rssMib)),
    descriptors: samples.map(({ descriptors }) => descriptors),
    cpuMsSecondTenth: cpuOf(2),
    cpuMsLastTenth: cpuOf(10),
    lastOverSecond: cpuOf(10) / cpuOf(2),
    cpuMsOneProcess: alone,
    cpuMsTwoProcesses: together,
    twoOverOne: together / alone,
    storeShare: (samples[10].storeS - samples[0].storeS) / (samples[10].requestS - samples[0].requestS),
  };
  const held = {
    'RSS slope after warm-up < 1 MiB per 10,000': conversions < JUDGED_FROM ? null : row.rssMibPer10k < 1,
    'descriptors flat': Math.max(...row.descriptors.slice(1)) - Math.min(...row.descriptors.slice(1)) <= 2,
    'CPU per conversion, last tenth ≤ 1.05 × second tenth': row.lastOverSecond <= 1.05,
    'CPU per conversion, two processes ≤ 1.15 × one': row.twoOverOne <= 1.15,
    'stores ≤ 10 % of the time of a request': row.storeShare <= 0.1,
  };
  console.log(JSON.stringify(row, null, 1));
  for (const [promise, isHeld] of Object.entries(held)) {
    console.log(`${isHeld === null ? 'not judged' : isHeld ? 'held' : 'NOT HELD'}  ${promise}`);
    if (isHeld === false) process.exitCode = 1;
  }
  const out = option('json');
  if (out) {
    const commit = execFileSync('git', ['rev-parse', 'HEAD']).toString().trim();
    const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
    writeFileSync(out, JSON.stringify({ commit, machine, row, held }, null, 1));
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
