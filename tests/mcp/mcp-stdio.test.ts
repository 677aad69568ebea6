import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { inForm } from '../support/full-form.ts';
import { BIN, cleanEnv, temporaryFolder } from '../support/run-pagemark.ts';

const dist = (file: string) => JSON.stringify(fileURLToPath(new URL(`../../build/${file}`, import.meta.url)));
const SCRIPT = `
const { serveMcpStdio } = await import(${dist('mcp/serve-mcp-stdio.js')});
const { openLocalConverter } = await import(${dist('cli/local-converter.js')});
const { loadConfig } = await import(${dist('config/config.js')});
const converter = await openLocalConverter(loadConfig(process.env));
await serveMcpStdio(converter, { signal: new AbortController().signal, onDefect: (e) => console.error(e) });
process.exit(0);`;

for (const mode of inForm(['auto', 'legacy'] as const, 2)) {
  it(`serveMcpStdio: lists and calls the tool without key or server (${mode} negotiation)`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const env = { PATH: process.env.PATH ?? '', PAGEMARK_LOG_LEVEL: 'silent' };
    const args = ['--input-type=module', '-e', SCRIPT];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['webpage_to_markdown']);
      const sentence = 'A bridge carries people over a river, and it must be strong enough for the flood. ';
      const html = `<title>T</title><article><h1>Bridges</h1><p>${sentence.repeat(8)}</p></article>`;
      const result = await client.callTool({
        name: 'webpage_to_markdown',
        arguments: { url: 'https://example.com/', html, response_format: 'text' },
      });
      expect(result.isError ?? false).toBe(false);
      expect(JSON.stringify(result.content)).toContain('A bridge carries people');
      const wrong = await client.callTool({ name: 'webpage_to_markdown', arguments: { url: 'ftp://x' } });
      expect(wrong.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
}

const hello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const message = (method: string, id?: unknown, params = {}) => ({ jsonrpc: '2.0', id, method, params });

it('pagemark mcp: what is no message is an error of JSON-RPC, and the next message is answered', async () => {
  const { dir, remove } = temporaryFolder();
  const child = spawn(process.execPath, [BIN, 'mcp'], { env: cleanEnv(dir) });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: unknown) => {
    child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    return JSON.parse((await answers.next()).value);
  };
  try {
    expect(await ask('garbage')).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await ask(message('initialize', 1, hello))).toMatchObject({ id: 1, result: {} });
    child.stdin.write(`\n${JSON.stringify(message('notifications/initialized'))}\r\n`);
    expect(await ask({ jsonrpc: '2.0', id: 5 })).toMatchObject({ id: 5, error: { code: -32600 } });
    expect(await ask('7')).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await ask('[]')).toMatchObject({ id: null, error: { code: -32600 } });
    const batch = await ask([message('ping', 'a'), message('ping', 'b')]);
    expect(batch).toMatchObject({ id: 'a', error: { code: -32600 } });
    expect(JSON.parse((await answers.next()).value)).toMatchObject({ id: 'b', error: { code: -32600 } });
    // A line that comes in pieces, two in one, and letters that a piece cuts.
    const [first, last] = [message('ping', 'ü'), message('ping', 9)].map((one) => JSON.stringify(one));
    const bytes = Buffer.from(`${first}\n${last}`);
    const cut = bytes.indexOf('ü') + 1;
    child.stdin.write(bytes.subarray(0, cut));
    setImmediate(() => child.stdin.write(bytes.subarray(cut)));
    expect(JSON.parse((await answers.next()).value)).toMatchObject({ id: 'ü', result: {} });
    expect(await ask('')).toMatchObject({ id: 9, result: {} });
    expect(told).not.toContain('X-Request-Id');
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.end();
    await ended;
    remove();
  }
});

it('pagemark mcp: answers all that it has read when its input ends', async () => {
  const { dir, remove } = temporaryFolder();
  const html = `<article><h1>Bridges</h1><p>${'A bridge carries people over a river. '.repeat(20)}</p></article>`;
  const asked = { name: 'webpage_to_markdown', arguments: { url: 'https://example.com/', html } };
  const list = message('tools/list', 'list');
  const start = [message('initialize', 1, hello), message('notifications/initialized')];
  const lines = (messages: readonly object[]) => messages.map((one) => JSON.stringify(one)).join('\n');
  const cancelled = message('notifications/cancelled', undefined, { requestId: 2 });
  const inputs: readonly (readonly [input: string, ids: readonly unknown[]])[] = [
    [`${lines([...start, message('tools/call', 2, asked)])}\n`, [1, 2]],
    [lines([...start, message('tools/call', 2, asked)]), [1, 2]],
    [
      `${lines([...start, message('tools/call', 2, asked), message('tools/call', 3, asked), list])}\n`,
      [1, 2, 3, 'list'],
    ],
    [`${lines([...start, list])}\n`, [1, 'list']],
    [`${lines([...start, message('tools/call', 2, asked), cancelled, list])}\n`, [1, 'list']],
    ['garbage', [null]],
    ['', []],
  ];
  try {
    for (const [input, ids] of inputs) {
      const child = spawn(process.execPath, [BIN, 'mcp'], { env: cleanEnv(dir) });
      const ended = once(child, 'exit');
      child.stdin.end(input);
      let text = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
      const answers = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
      expect(await ended).toEqual([0, null]);
    }
  } finally {
    remove();
  }
});

it.each(['SIGTERM', 'SIGINT'] as const)('pagemark mcp: %s ends it while its client stays', async (signal) => {
  const { dir, remove } = temporaryFolder();
  const child = spawn(process.execPath, [BIN, 'mcp'], { env: cleanEnv(dir) });
  const ended = once(child, 'exit');
  try {
    child.stdin.write(`${JSON.stringify(message('initialize', 1, hello))}\n`);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await ended;
    remove();
  }
});
