#!/usr/bin/env node
// Official MCP tools against the built service: the Inspector's command line lists and calls the tool, and the
// scenarios of the conformance suite that apply to a server with one tool of its own pass.
// usage: npm run build, then node bench/mcp.mjs      (both tools are run with npx; the suite needs a newer Node)
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../build/app.js';
import { loadConfig } from '../build/config/config.js';

const execute = promisify(execFile);
const INSPECTOR = ['-p', '@modelcontextprotocol/inspector@2.12.0', 'mcp-inspector', '--cli'];
const CONFORMANCE = ['-p', 'node@24', '-p', '@modelcontextprotocol/conformance@0.1.16', 'conformance'];
const npx = (args) => execute('npx', ['-y', ...args], { timeout: 300_000, maxBuffer: 16 * 1024 * 1024 });

/** The other scenarios ask for tools, prompts and resources with names of the suite's own. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const TOOL = 'webpage_to_markdown';
const PAGE = `<!doctype html><title>Bridges</title><article><h1>Bridges</h1>${'<p>A bridge carries people over a river, and they cross it every single day of the year.</p>'.repeat(8)}</article>`;

const site = await listen(
  createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)),
);
const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-mcp-'));
const service = await startService(
  loadConfig({
    PORT: '0',
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_WORKERS: '1',
    PAGEMARK_BROWSER: 'off',
    PAGEMARK_LOG_LEVEL: 'silent',
  }),
);
const { key } = await service.access.keys.issue({ plan: 'growth', expiresAtMs: null });
const door = await listen(withKey(service.url, key));
const results = [];
try {
  await inspect();
  for (const scenario of SCENARIOS) await conform(scenario);
} finally {
  door.close();
  site.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
console.table(results);
if (results.some(({ passed }) => !passed)) process.exitCode = 1;

/** `tools/list` and `tools/call` with the Inspector's command line. */
async function inspect() {
  const target = [`${service.url}/mcp`, '--transport', 'http'];
  const header = ['--header', `Authorization: Bearer ${key}`];
  const call = async (args) => JSON.parse((await npx([...INSPECTOR, ...target, ...args, ...header])).stdout);
  const { tools } = await call(['--method', 'tools/list']);
  note('inspector tools/list', tools.length === 1 && tools[0].name === TOOL);
  const url = `url=${site.url}/page`;
  const { content, isError } = await call(['--method', 'tools/call', '--tool-name', TOOL, '--tool-arg', url]);
  note('inspector tools/call', isError !== true && content[0].text.startsWith('# Bridges\n'));
}

async function conform(scenario) {
  const args = ['server', '--url', `${door.url}/mcp`, '--scenario', scenario, '-o', path.join(folder, 'out')];
  const outcome = await npx([...CONFORMANCE, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error) => ({ code: error.code, stdout: `${error.stdout}${error.stderr}` }),
  );
  if (outcome.code !== 0) console.error(outcome.stdout);
  note(`conformance ${scenario}`, outcome.code === 0);
}

function note(check, passed) {
  results.push({ check, passed });
}

/** The suite sends no credential: this door adds the key and passes everything else on as it is. */
function withKey(target, bearer) {
  const { hostname, port } = new URL(target);
  return createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${bearer}` };
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
}

async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${server.address().port}`;
  return {
    address,
    url: `http://${address}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
