#!/usr/bin/env node
// What a number of calls per second needs: processes, Redis, connections. docs/scaling.md tells where each default was measured.
//   node bench/scaling-model.mjs --calls 10000 [--kept 0.5] [--cpu-ms 8.2] [--kept-cpu-ms 2.7] [--cores 2] [--scripts 12]
//     [--kept-scripts 3] [--script-us 120] [--admission-bytes 130] [--aof-bytes 740] [--pool 10] [--keys 1000]
import { option } from './options.mjs';

/** Share of a core, of a machine or of Redis, that is used before more is added: what the autoscaler of deploy/ goes by. */
const USED = 0.7;
const HOUR_S = 3600;
const GB = 1e9;

function figure(name, fallback, most = Infinity) {
  const value = Number(option(name, fallback));
  if (!(value >= 0 && value <= most)) {
    console.error(`Give --${name} a number from 0 to ${most}.`);
    process.exit(2);
  }
  return value;
}

const calls = figure('calls', '10000');
/** Share of the calls that a kept result answers. */
const kept = figure('kept', '0', 1);
const mean = (first, again) => first * (1 - kept) + again * kept;
const cpuMs = mean(figure('cpu-ms', '8.2'), figure('kept-cpu-ms', '2.7'));
const scripts = mean(figure('scripts', '12'), figure('kept-scripts', '3'));
const keys = figure('keys', '1000');

const cores = (calls * cpuMs) / 1000;
const processes = Math.ceil(cores / USED / figure('cores', '2'));
const redisCores = (calls * scripts * figure('script-us', '120')) / 1e6;
const connections = processes * figure('pool', '10');
const rows = [
  ['CPU of a call', `${cpuMs.toFixed(1)} ms`],
  ['cores at full use', Math.ceil(cores)],
  [`cores at ${USED * 100} %`, Math.ceil(cores / USED)],
  ['processes', processes],
  ['scripts of a call in Redis', scripts.toFixed(1)],
  ['scripts per second', Math.round(calls * scripts)],
  [`Redis servers at ${USED * 100} % of a core`, Math.ceil(redisCores / USED)],
  [
    'Redis: memory of the windows',
    `${((calls * HOUR_S * figure('admission-bytes', '130')) / GB).toFixed(1)} GB`,
  ],
  [
    'Redis: append-only file of an hour',
    `${((calls * HOUR_S * figure('aof-bytes', '740')) / GB).toFixed(1)} GB`,
  ],
  ['PostgreSQL: connections', connections],
  ['PostgreSQL: connections in a rollout', connections * 2],
  ['PostgreSQL: lookups per second, at most', Math.round(Math.min(calls, 2 * keys * processes))],
];
for (const [name, value] of rows) console.log(`${name.padEnd(40)} ${String(value).padStart(9)}`);
