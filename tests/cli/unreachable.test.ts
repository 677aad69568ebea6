import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { startDnsServer, type TestDnsServer } from '../support/dns-server.ts';
import { BIN, cleanEnv, runHere, startPagemark, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
let dns: TestDnsServer;
/** Closes every connection at once. */
let closing: Server;
/** A port that nobody listens on. */
let freePort: number;
let closingPort: number;

const listening = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

beforeAll(async () => {
  dns = await startDnsServer();
  closing = createServer((socket) => socket.end());
  closingPort = await listening(closing);
  const gone = createServer();
  freePort = await listening(gone);
  await new Promise((closed) => gone.close(closed));
});
afterAll(async () => {
  await dns.close();
  closing.close();
  remove();
});

const envOf = (more: Record<string, string> = {}) =>
  cleanEnv(dir, {
    PAGEMARK_DNS_SERVERS: dns.server,
    PAGEMARK_FETCH_ALLOW: `127.0.0.1:${freePort},127.0.0.1:${closingPort}`,
    ...more,
  });
const nobody = () => `127.0.0.1:${freePort}`;

test.each([
  ['an unknown name', () => 'http://nosuch.example/', {}, /no name server knows "nosuch\.example"/],
  [
    'no name server',
    () => 'http://a.example/',
    () => ({ PAGEMARK_DNS_SERVERS: nobody() }),
    /PAGEMARK_DNS_SERVERS.*ECONNREFUSED/,
  ],
  ['nobody listens', () => `http://${nobody()}/`, {}, /that the server runs.*ECONNREFUSED/],
  ['a connection that is closed', () => `http://127.0.0.1:${closingPort}/`, {}, /closed without an answer/],
  ['no TLS', () => `https://127.0.0.1:${closingPort}/`, {}, /Check the certificate.*TLS failed/],
  [
    'no proxy',
    () => 'http://a.example/',
    () => ({ PAGEMARK_EGRESS_PROXY: `http://${nobody()}` }),
    /^pagemark: Check PAGEMARK_EGRESS_PROXY.*ECONNREFUSED/,
  ],
])('convert says why a page was not reached, and what to do: %s', async (_name, url, more, said) => {
  const { code, err } = await runHere(['convert', url()], envOf(typeof more === 'function' ? more() : more));
  expect(err).toMatch(said);
  expect(code).toBe(EXIT.upstream);
});

test('batch keeps the cause in the record of the page', async () => {
  const list = path.join(dir, 'urls.txt');
  writeFileSync(list, 'http://nosuch.example/\n');
  await runHere(['batch', list, '--out', path.join(dir, 'out')], envOf());
  expect(readFileSync(path.join(dir, 'out', 'results.jsonl'), 'utf8')).toContain('no name server knows');
});

test('an answer of the service says nothing of it, its line in the log does', async () => {
  const service = await startPagemark(envOf());
  const key = /pmk_\w+/.exec(service.printed)![0];
  const bodyOf = async (url: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/v1/convert`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url }),
    });
    return answer.text();
  };
  const bodies = [await bodyOf('http://nosuch.example/'), await bodyOf(`http://${nobody()}/`)];
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[0]).toContain('"reason":"upstream_unreachable"');
  expect(await service.stop()).toBe(0);
  expect(service.printed).toMatch(/info ended\n$/);
  expect(service.printed).toMatch(/upstream_unreachable.*unknown_name/);
  expect(service.printed).toMatch(/upstream_unreachable.*refused/);
});

/** Takes standard error for a terminal, as a person has it. */
const ERRORS_TO_TERMINAL = `data:text/javascript,import{WriteStream as W}from"node:tty";Object.assign(process.stderr,{isTTY:true,columns:80,hasColors:W.prototype.hasColors,getColorDepth:W.prototype.getColorDepth})`;

test('colours are for terminals, without NO_COLOR', () => {
  const said = (more: Record<string, string>) => {
    const env = envOf({ TERM: 'xterm-256color', ...more });
    const args = ['--import', ERRORS_TO_TERMINAL, BIN, 'convert', 'http://nosuch.example/'];
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stderr;
  };
  expect(said({})).toMatch(/^\u001b\[31mpagemark:\u001b\[39m Check/);
  expect(said({ NO_COLOR: '1' })).toMatch(/^pagemark: Check/);
  expect(said({ TERM: 'dumb' })).toMatch(/^pagemark: Check/);
});
