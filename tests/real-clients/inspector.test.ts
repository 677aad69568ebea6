import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../support/full-form.ts';
import type { Upstream } from '../support/upstream.ts';
import { programOf, TOOL, type ToolResult } from './support/clients.ts';
import { type Doors, openDoors } from './support/doors.ts';
import { startPages } from './support/pages.ts';

let site: Upstream;
let doors: Doors;
beforeAll(async () => {
  site = await startPages(['small']);
  doors = await openDoors(site);
});
afterAll(async () => {
  await doors?.close();
  await site?.close();
});

async function wholePage(): Promise<string> {
  const answer = await doors.service.convert({ url: `${site.url}/small` }, await doors.service.newKey());
  return ((await answer.json()) as { data: { content: string } }).data.content;
}

/** Runs the command line of the Inspector; gives what it prints, as JSON. Throws when it fails. */
async function inspect(server: readonly string[], method: readonly string[]): Promise<unknown> {
  const bin = programOf('@modelcontextprotocol/inspector-cli', 'mcp-inspector-cli');
  const child = spawn(process.execPath, [bin, '--cli', ...server, ...method], {
    // It looks for its own package.json from the folder that it is started in.
    cwd: path.dirname(bin),
    env: doors.stdio().env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

const INSPECTED: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  async http() {
    const { url, headers } = await doors.http();
    return [url.href, '--transport', 'http', '--header', `Authorization: ${headers.authorization}`];
  },
  async stdio() {
    const { command, args } = doors.stdio();
    return [command, ...args];
  },
};

describe.each(Object.entries(INSPECTED))('the Inspector over %s', (way, server) => {
  // In the short form one way lists and the other calls: each run starts two programs.
  it.runIf(isFull || way === 'stdio')('lists the tool', async () => {
    const listed = await inspect(await server(), ['--method', 'tools/list']);
    expect(listed).toMatchObject({ tools: [{ name: TOOL, inputSchema: { type: 'object' } }] });
  });

  it.runIf(isFull || way === 'http')('calls the tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', TOOL, '--tool-arg', `url=${site.url}/small`];
    const { content, isError } = (await inspect(await server(), call)) as ToolResult;
    expect(isError ?? false).toBe(false);
    expect(content).toEqual([{ type: 'text', text: await wholePage() }]);
  });
});
