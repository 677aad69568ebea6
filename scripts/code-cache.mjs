#!/usr/bin/env node
// Keeps in dist/ what V8 makes of the product's code once it has run: a command that has converted a page, a thread that has
// warmed up, a service that has answered (decisions/101-the-product-is-bundled.md). The build runs it in a process of its own.
// usage: node scripts/code-cache.mjs
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCachedFiles } from '../dist/code-cache.js';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-code-cache-'));
const env = {
  PORT: '0',
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
  PAGEMARK_LOG_LEVEL: 'silent',
  PAGEMARK_WORKERS: '1',
  PAGEMARK_BROWSER: 'off',
};
const files = openCachedFiles();
const { convertTask, warmTasks, warmUp } = files.load('worker-tasks.cjs');
const { runPageCommand } = files.load('page-commands.cjs');
const { runCommand } = files.load('all-commands.cjs');
const { loadConfig, serve } = files.load('main.cjs');

await warmUp();
for (const task of warmTasks()) await convertTask(task);

const markdown =
  '# Tides\n\n- The *sea* rises [twice](/a) a day.\n\n```sh\nls\n```\n\n| Day | Tide |\n|---|---|\n| 1 | **high** |\n';
for (const [name, bytes] of [
  ['page.html', warmTasks()[0].bytes],
  ['page.md', markdown],
  ['page.csv', 'day,tide\n1,high\n'],
]) {
  const page = path.join(folder, name);
  writeFileSync(page, bytes);
  await runPageCommand(['convert', page], env);
}
for (const args of [['migrate'], ['keys', 'list']]) await runCommand([...args, '--json'], env);

const service = await serve(loadConfig(env));
const { key } = await service.access.keys.issue({ plan: 'growth', expiresAtMs: null });
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const body = JSON.stringify({
  url: 'https://example.com/',
  html: '<h1>Tides</h1><p>The sea rises twice a day.</p>',
});
await fetch(`${service.url}/v1/convert`, { method: 'POST', headers, body });
for (const asked of ['health', 'ready', 'metrics']) await fetch(`${service.url}/${asked}`);
await service.close();

files.keep('built');
rmSync(folder, { recursive: true });
process.exit();
