#!/usr/bin/env node
// The service while src/ is worked on: built and started, and again after every change that compiles. Arguments go to
// `pagemark serve`. What does not compile is told, and the service that runs goes on. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './build.mjs';
import { bundle } from './bundle.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** An editor writes a file in several steps, and several files at a time. */
const QUIET_MS = 100;
const cache = path.join(root, '.cache', 'dev');

let service = null;
let timer = null;
let isStopping = false;
/** Rebuilds, one after the other. */
let work = Promise.resolve();

/** What the compiler knows of the last build is only good for the build/ it made. */
function incremental(project) {
  const info = path.join(cache, `${project.replaceAll('/', '-')}.tsbuildinfo`);
  return ['--noEmitOnError', '--incremental', '--tsBuildInfoFile', info];
}

async function stopService() {
  const ending = service;
  service = null;
  if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
  ending.kill('SIGTERM');
  await once(ending, 'exit');
}

async function rebuild() {
  if (isStopping) return;
  if (compile(incremental) !== 0) {
    console.error(
      `dev: does not compile; ${service === null ? 'nothing runs yet' : 'the last build goes on running'}`,
    );
    return;
  }
  await bundle();
  const isFirst = service === null;
  await stopService();
  if (isStopping) return;
  const main = path.join(root, 'dist', 'cli', 'main.js');
  const child = spawn(process.execPath, [main, 'serve', ...process.argv.slice(2)], { stdio: 'inherit' });
  child.once('exit', (code, signal) => {
    if (service === child && !isStopping)
      console.error(`dev: the service ended (${signal ?? code}); save a file to start it`);
  });
  service = child;
  console.error(`dev: ${isFirst ? 'started' : 'restarted'}`);
}

async function stop() {
  isStopping = true;
  watcher.close();
  clearTimeout(timer);
  await work;
  await stopService();
}

rmSync(path.join(root, 'build'), { recursive: true, force: true });
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const watcher = watch(path.join(root, 'src'), { recursive: true }, (_event, name) => {
  // Phrases are compiled by the build itself.
  if (/\.(test|generated)\.ts$/.test(name ?? '')) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    work = work.then(rebuild);
  }, QUIET_MS);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
work = work.then(rebuild);
