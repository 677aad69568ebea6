import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { changeOf, writeChange } from '../../src/cli/mcp-install/install.ts';
import { MCP_CLIENTS, mcpServer } from '../../src/contract/mcp-clients.ts';
import { cleanEnv, PROJECT, runHere, temporaryFolder } from '../support/run-pagemark.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const install = (...args: string[]) => runHere(['mcp', 'install', ...args], cleanEnv(folder.dir));
const SERVICE = 'http://127.0.0.1:8787';

test('writes a new file for a client, in the folder of its user', async () => {
  const file = path.join(folder.dir, '.cursor/mcp.json');
  const run = await install('cursor', '--yes');
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toMatch(/^\S+mcp\.json \(new\)\n\+ \{\n[\s\S]*Written\.\n$/);
  const pagemark = {
    url: `${SERVICE}/mcp`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what Cursor puts the key in place of
    headers: { Authorization: 'Bearer ${env:PAGEMARK_KEY}' },
  };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { pagemark } });
  expect((await install('cursor', '--yes')).out).toContain('says so already');
  expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
});

test.each([
  [{ PORT: '9000' }, 'http://127.0.0.1:9000/mcp'],
  [{ HOST: '::1', PORT: '9000' }, 'http://[::1]:9000/mcp'],
  [{ PORT: '9000', PAGEMARK_BASE_URL: 'https://a.example/under/' }, 'https://a.example/under/mcp'],
])('names the service that the settings %j are of', async (settings, url) => {
  const run = await runHere(
    ['mcp', 'install', 'cursor', '--print', '--json'],
    cleanEnv(folder.dir, settings),
  );
  expect(JSON.parse(run.out).server.url).toBe(url);
});

test('keeps comments, other servers, mode and a copy of the old file; --print and no terminal write nothing', async () => {
  const file = path.join(folder.dir, 'mcp.json');
  const old = '{\n  // of the team\n  "servers": {\n    "other": { "command": "x" }, // stays\n  },\n}\n';
  writeFileSync(file, old);
  chmodSync(file, 0o600);
  const shown = await install('vscode', '--file', file, '--print');
  expect(shown.out).toContain('+     "pagemark": {\n');
  const unasked = await install('vscode', '--file', file);
  expect(unasked).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('Add --yes') });
  expect(readFileSync(file, 'utf8')).toBe(old);
  const run = await install('vscode', '--file', file, '--yes', '--json', '--url', 'https://a.example/');
  expect(JSON.parse(run.out)).toMatchObject({ client: 'vscode', file, written: true, copy: `${file}.1.bak` });
  const now = readFileSync(file, 'utf8');
  for (const kept of ['// of the team', '"other": { "command": "x" }', '// stays', 'https://a.example/mcp'])
    expect(now).toContain(kept);
  expect(readFileSync(`${file}.1.bak`, 'utf8')).toBe(old);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await install('vscode', '--file', file, '--yes', '--stdio');
  expect(readFileSync(`${file}.2.bak`, 'utf8')).toBe(now);
  expect(readFileSync(file, 'utf8')).toMatch(/"command": ".*node",\s+"args": \[/);
});

test.each([
  ['changed', '{}'],
  ['made', null],
])('leaves a file that was %s while it asked', async (_, before) => {
  const file = path.join(folder.dir, 'mcp.json');
  if (before !== null) writeFileSync(file, before);
  const change = await changeOf(file, MCP_CLIENTS.generic, { url: SERVICE });
  writeFileSync(file, '{ "own": 1 }');
  await expect(writeChange(change)).rejects.toThrow(/^Run it again: /);
  expect(readFileSync(file, 'utf8')).toBe('{ "own": 1 }');
  expect(readdirSync(folder.dir)).toEqual(['mcp.json']);
});

test('leaves a file that it cannot read as it is, and says what to do', async () => {
  const file = path.join(folder.dir, 'mcp.json');
  for (const broken of ['{ "mcpServers": {', '{ "mcpServers": [] }']) {
    writeFileSync(file, broken);
    const run = await install('generic', '--file', file, '--yes');
    expect(run).toMatchObject({
      code: EXIT.usage,
      err: expect.stringMatching(/Repair .*"mcpServers".*--print/),
    });
    expect(readFileSync(file, 'utf8')).toBe(broken);
    expect(existsSync(`${file}.1.bak`)).toBe(false);
  }
  const dir = path.join(folder.dir, 'dir');
  mkdirSync(dir);
  expect((await install('generic', '--file', dir, '--yes')).code).toBe(EXIT.usage);
  expect((await install('emacs', '--print')).err).toContain('claude-code, cursor, vscode, generic');
});

test('the guide shows for a client what is written for it', () => {
  const guide = readFileSync(path.join(PROJECT, 'docs/mcp.md'), 'utf8');
  for (const client of [MCP_CLIENTS.cursor, MCP_CLIENTS.vscode]) {
    const [, section = ''] = guide.split(`## ${client.title}\n`);
    const [, file, json = ''] = /`([^`]+)`:\s+```json\n([\s\S]*?)```/.exec(section) ?? [];
    expect(file).toBe(client.file);
    expect(JSON.parse(json)).toEqual({ [client.under]: { pagemark: mcpServer(client, SERVICE) } });
  }
});
