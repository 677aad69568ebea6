import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { onThisMachine } from '../../tests/support/machine-speed.ts';
import { ServiceError } from '../contract/failure.ts';
import type { AllowEntry } from './address-policy/allow-rules.ts';
import { type Dialler, dialAddress, dialInTurn, MAX_DIALLED_ADDRESSES } from './dial-address.ts';
import { createGuardedConnect, type GuardedConnectSettings } from './guarded-connect.ts';
import { parseTargetUrl } from './target-url.ts';

const SIGNAL = new AbortController().signal;

/** Dials nothing: records what would be dialled and refuses all but `reachable`. */
function recorder(reachable: readonly string[] = []) {
  const dialled: string[] = [];
  const dial: Dialler = async (address, port) => {
    dialled.push(`${address} ${port}`);
    if (reachable.includes(address)) return { remoteAddress: address } as Socket;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  return { dialled, dial };
}

/** What a connection to `url` comes to, with `answers` as what the name resolves to. */
async function attempt(
  url: string,
  answers: readonly string[],
  settings: Partial<GuardedConnectSettings> = {},
  reachable = answers,
) {
  const { dialled, dial } = recorder(reachable);
  let questions = 0;
  const resolve = async () => {
    questions += 1;
    return answers;
  };
  const connect = createGuardedConnect(
    { ports: [80, 443], allow: [], ownPorts: () => [], dnsServers: [], ...settings },
    { dial, resolver: { resolve } },
  );
  const { host, port } = parseTargetUrl(url);
  const outcome = await connect(host, port, SIGNAL).then(
    (socket) => socket.remoteAddress,
    (error) => (error instanceof ServiceError ? error.failure.reason : `threw ${error}`),
  );
  return { outcome, dialled, questions };
}

describe('createGuardedConnect', () => {
  test.each([
    [['8.8.8.8'], '8.8.8.8'],
    [['2606:4700::1111'], '2606:4700::1111'],
    [['64:ff9b::808:808'], '64:ff9b::808:808'],
    [['8.8.8.8', '1.1.1.1'], '8.8.8.8'],
    [['8.8.8.8', '10.0.0.1'], 'blocked_target'],
    [['10.0.0.1', '8.8.8.8'], 'blocked_target'],
    [['8.8.8.8', '::1'], 'blocked_target'],
    [['8.8.8.8', '64:ff9b::a00:1'], 'blocked_target'],
    [['8.8.8.8', 'not an address'], 'blocked_target'],
    [[...Array(40).fill('8.8.8.8'), '127.0.0.1'], 'blocked_target'],
  ])('a name with the answers %j comes to %s', async (answers, expected) => {
    const { outcome, dialled } = await attempt('http://site.example/', answers);
    expect(outcome).toBe(expected);
    expect(dialled).toHaveLength(expected === 'blocked_target' ? 0 : 1);
  });

  test('dials an address of the URL without a question', async () => {
    expect(await attempt('https://8.8.8.8/', [], {}, ['8.8.8.8'])).toEqual({
      outcome: '8.8.8.8',
      dialled: ['8.8.8.8 443'],
      questions: 0,
    });
  });

  test('falls back to the next address, and to no more than the first sixteen', async () => {
    const answers = Array.from({ length: 40 }, (_, at) => `8.8.8.${at}`);
    expect((await attempt('http://site.example/', answers, {}, ['8.8.8.15'])).outcome).toBe('8.8.8.15');
    const { outcome, dialled } = await attempt('http://site.example/', answers, {}, ['8.8.8.16']);
    expect(outcome).toBe('upstream_unreachable');
    expect(dialled).toHaveLength(MAX_DIALLED_ADDRESSES);
  });

  test.each([
    ['opens an allowed address under any public name', 'http://site.example:9000/', ['10.1.2.3'], '10.1.2.3'],
    [
      'keeps the other answers closed',
      'http://site.example:9000/',
      ['10.1.2.3', '10.1.2.4'],
      'blocked_target',
    ],
    [
      'keeps public answers closed on that port',
      'http://site.example:9000/',
      ['10.1.2.3', '8.8.8.8'],
      'blocked_target',
    ],
    ['keeps other ports closed', 'http://site.example/', ['10.1.2.3'], 'blocked_target'],
    ['keeps private names closed', 'http://localhost:9000/', ['10.1.2.3'], 'blocked_target'],
    ['opens an allowed name', 'http://wiki.corp/', ['10.9.9.9'], '10.9.9.9'],
    ['opens an allowed block', 'http://site.example/', ['10.77.0.1'], '10.77.0.1'],
    [
      'opens an allowed block beside public addresses',
      'http://site.example/',
      ['10.77.0.1', '8.8.8.8'],
      '10.77.0.1',
    ],
    [
      'opens the NAT64 form of an allowed address',
      'http://site.example:9000/',
      ['64:ff9b::a01:203'],
      '64:ff9b::a01:203',
    ],
  ])('%s', async (_what, url, answers, expected) => {
    const allow: AllowEntry[] = [
      { kind: 'address', address: '10.1.2.3', port: 9000 },
      { kind: 'name', name: 'wiki.corp', port: 80 },
      { kind: 'cidr', address: '10.77.0.0', prefix: 16 },
    ];
    expect((await attempt(url, answers, { allow })).outcome).toBe(expected);
  });

  test('asks no name server for a name or port that is refused', async () => {
    for (const url of [
      'http://localhost/',
      'http://a.internal/',
      'http://printer/',
      'http://site.example:22/',
      'http://site.example:9000/',
    ]) {
      expect(await attempt(url, ['8.8.8.8'])).toEqual({
        outcome: 'blocked_target',
        dialled: [],
        questions: 0,
      });
    }
  });

  test('names nothing in the message of a refusal', async () => {
    const connect = createGuardedConnect(
      { ports: [80], allow: [], ownPorts: () => [], dnsServers: [] },
      { resolver: { resolve: async () => ['10.20.30.40'] } },
    );
    const messages = new Set<string>();
    for (const url of [
      'http://secret.example/',
      'http://10.20.30.40/',
      'http://localhost/',
      'http://secret.example:22/',
    ]) {
      const { host, port } = parseTargetUrl(url);
      await connect(host, port, SIGNAL).catch((error: ServiceError) =>
        messages.add(JSON.stringify(error.failure)),
      );
    }
    expect([...messages]).toHaveLength(1);
    expect([...messages][0]).not.toMatch(/secret|10\.20|localhost|E[A-Z]{4,}/);
  });

  test('reports wrong settings at the start', () => {
    const build = (settings: Partial<GuardedConnectSettings>) => () =>
      createGuardedConnect({ ports: [80], allow: [], ownPorts: () => [], dnsServers: [], ...settings });
    expect(build({ dnsServers: ['nonsense'] })).toThrow('Invalid IP address');
    expect(build({ allow: [{ kind: 'name', name: 'not a name', port: 80 }] })).toThrow(
      /Correct the allowed targets/,
    );
    expect(build({ egressProxy: 'nonsense' })).toThrow(/PAGEMARK_EGRESS_PROXY/);
  });
});

describe('dialInTurn', () => {
  test('leaves a silent address for the next one', async () => {
    const dial: Dialler = (address, _port, signal) =>
      address === '8.8.8.1'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve({ remoteAddress: address } as Socket);
    const startedAt = performance.now();
    expect((await dialInTurn(['8.8.8.1', '8.8.8.2'], 80, SIGNAL, dial)).remoteAddress).toBe('8.8.8.2');
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(4_000));
  });

  test('gives up at once with the reason of its signal', async () => {
    const caller = new AbortController();
    const dial: Dialler = (_address, _port, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    setTimeout(() => caller.abort(new Error('enough')), 20);
    await expect(dialInTurn(['8.8.8.1', '8.8.8.2'], 80, caller.signal, dial)).rejects.toThrow('enough');
  });
});

describe('dialAddress', () => {
  test('connects to the address itself and hands over the socket', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const socket = await dialAddress('127.0.0.1', port, SIGNAL);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await expect(dialAddress('127.0.0.1', port, SIGNAL)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(dialAddress('127.0.0.1', port, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
  });
});
