import { Worker } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import { decodeBody } from '../../src/fetching/decode-body.ts';
import { type HostileUpstream, startHostileUpstream } from '../hostile-upstream/hostile-upstream.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { outcomeOf, testFetcher } from './fetching-harness.ts';

let upstream: HostileUpstream;
beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: 256 * 1024 });
});
afterAll(() => upstream.close());

const allow = (): string[] => [`127.0.0.1:${upstream.plain.port}`, `127.0.0.1:${upstream.tls.port}`];

/** Counts the turns of the event loop: what does its work in few of them blocks it, however fast the machine. */
function countTurns(): { stop(): number } {
  let turns = 0;
  let running = true;
  const turn = (): void => {
    turns += 1;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop() {
      running = false;
      return turns;
    },
  };
}

/** Serves 2 MiB in chunks of one byte from a thread of its own, so that the writing costs this loop nothing. */
const ONE_BYTE_SERVER = `
  const { parentPort } = require('node:worker_threads');
  const body = Buffer.from('1\\r\\na\\r\\n'.repeat(2 * 1024 * 1024) + '0\\r\\n\\r\\n');
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => { socket.write('HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n'); socket.write(body); });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

describe('the event loop', () => {
  test('does not stall on 2 MiB in chunks of one byte', async () => {
    const worker = new Worker(ONE_BYTE_SERVER, { eval: true });
    const port = await new Promise<number>((resolve) => worker.once('message', resolve));
    const fetcher = testFetcher({
      allow: [`127.0.0.1:${port}`],
      maxResponseBytes: 10 * 1024 * 1024,
    });
    const turns = countTurns();
    const { outcome, page } = await outcomeOf(fetcher.fetch({ url: `http://127.0.0.1:${port}/` }));
    const counted = turns.stop();
    await worker.terminate();
    expect(outcome).toBe('page');
    expect(page?.bytes.byteLength).toBe(2 * 1024 * 1024);
    // 12 MiB on the wire: no turn takes more than a quarter of a MiB.
    expect(counted).toBeGreaterThan(48);
  });

  test('does not stall while 10 MiB are decoded through two codings', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'a page of ten mebibytes, ');
    const body = brotliCompressSync(gzipSync(bytes), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const turns = countTurns();
    const decoded = await decodeBody(new Uint8Array(body), ['gzip', 'br'], { maxBytes: bytes.length });
    const counted = turns.stop();
    expect(decoded.byteLength).toBe(bytes.length);
    expect(counted).toBeGreaterThan(20);
  });
});

describe('bytes in memory', () => {
  test.each([
    ['length-two', 2],
    ['gzip-two-members', 2],
    ['body-endless', 256 * 1024],
  ])('are told of %s before they are held, %i at least', async (id, bytes) => {
    let told = 0;
    const onBytes = (more: number): void => {
      told += more;
    };
    await outcomeOf(
      testFetcher({ allow: allow() }).fetch({ url: `${upstream.plain.origin}/${id}`, onBytes }),
    );
    expect(told).toBeGreaterThanOrEqual(bytes);
  });

  test('end the fetch where there is no room, of an error page too', async () => {
    const onBytes = (): never => {
      throw fail('busy', 'no room');
    };
    for (const id of ['length-two', 'error-page-corrupt-gzip']) {
      const url = `${upstream.plain.origin}/${id}`;
      expect((await outcomeOf(testFetcher({ allow: allow() }).fetch({ url, onBytes }))).outcome).toBe('busy');
    }
    await expect.poll(() => upstream.openSockets()).toBe(0);
  });
});

describe('a caller who leaves', () => {
  test('takes his connections along: 300 aborts at any moment leave no socket', async () => {
    const fetcher = testFetcher({ allow: allow() });
    const paths = [
      'slow-head',
      'slow-body',
      'silence',
      'body-endless',
      'hops-10',
      'length-two',
      'chunk-extension-endless',
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const caller = new AbortController();
        setTimeout(() => caller.abort(), (at * 7) % 120);
        const { origin } = at % 2 === 0 ? upstream.plain : upstream.tls;
        const { outcome } = await outcomeOf(
          fetcher.fetch({ url: `${origin}/${paths[at % paths.length]}`, signal: caller.signal }),
        );
        return outcome;
      }),
    );
    const known = new Set(['page', 'fetch_timeout', 'response_too_large']);
    expect(outcomes.filter((outcome) => !known.has(outcome))).toEqual([]);
    await expect.poll(() => upstream.openSockets()).toBe(0);
  });

  test('is answered within 250 ms', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 50);
    const fetcher = testFetcher({ allow: allow() });
    const { ms } = await outcomeOf(
      fetcher.fetch({ url: `${upstream.plain.origin}/silence`, signal: caller.signal }),
    );
    expect(ms).toBeLessThan(onThisMachine(300));
  });

  test('before the start opens nothing', async () => {
    const before = upstream.requests.length;
    const fetcher = testFetcher({ allow: allow() });
    await outcomeOf(
      fetcher.fetch({ url: `${upstream.plain.origin}/length-two`, signal: AbortSignal.abort() }),
    );
    expect(upstream.requests.length).toBe(before);
  });
});

describe('the deadline', () => {
  test('runs over all hops', async () => {
    const fetcher = testFetcher({ allow: allow(), timeoutMs: 400 });
    for (const path of ['silence', 'slow-body', 'slow-close-delimited-body', 'stalled-body']) {
      const startedAt = performance.now();
      const { outcome } = await outcomeOf(fetcher.fetch({ url: `${upstream.plain.origin}/${path}` }));
      const ms = performance.now() - startedAt;
      expect([path, outcome]).toEqual([path, 'fetch_timeout']);
      expect(ms).toBeGreaterThan(380);
      expect(ms).toBeLessThan(onThisMachine(800));
    }
  });

  test('can be shortened by the request, not lengthened', async () => {
    const fetcher = testFetcher({ allow: allow(), timeoutMs: 300 });
    const url = `${upstream.plain.origin}/silence`;
    expect((await outcomeOf(fetcher.fetch({ url, timeoutMs: 100 }))).ms).toBeLessThan(onThisMachine(250));
    expect((await outcomeOf(fetcher.fetch({ url, timeoutMs: 60_000 }))).ms).toBeLessThan(onThisMachine(700));
  });
});

describe('refusals', () => {
  test('take the same time and say the same, whatever refused', async () => {
    const fetcher = testFetcher({ allow: allow() });
    const urls = [
      'http://10.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://site.example:22/',
      'http://user@site.example/',
      `${upstream.plain.origin}/redirect-to-private`,
    ];
    const results = await Promise.all(urls.map((url) => outcomeOf(fetcher.fetch({ url }))));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['blocked_target']));
    expect(new Set(results.map(({ error }) => (error as Error).message)).size).toBe(1);
    const times = results.map(({ ms }) => ms);
    expect(Math.min(...times)).toBeGreaterThan(50);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(onThisMachine(60));
  });
});
