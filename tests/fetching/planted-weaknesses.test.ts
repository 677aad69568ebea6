import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/contract/failure.ts';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import {
  HOSTILE_CASES,
  type HostileUpstream,
  startHostileUpstream,
} from '../hostile-upstream/hostile-upstream.ts';
import { type Canary, startCanary } from '../support/canary.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { testFetcher } from './fetching-harness.ts';

const MAX_BYTES = 256 * 1024;

let upstream: HostileUpstream;
let canary: Canary;
beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: MAX_BYTES });
  canary = (await startCanary('127.0.0.1'))!;
});
afterAll(() => Promise.all([upstream.close(), canary.close()]));

/** A client that a weakness makes: its outcome is `page` with its status and text, or a reason. */
type Client = (url: string) => Promise<{ readonly status: number; readonly text: string }>;

const clientOf =
  (fetcher: PageFetcher): Client =>
  async (url) => {
    const { status, bytes } = await fetcher.fetch({ url });
    return { status, text: Buffer.from(bytes).toString() };
  };

/** What is to be had for little: follows everything, decodes everything, keeps its sockets. */
const naive: Client = async (url) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

/** A client that merely throws has shown no weakness. */
const NO_VERDICT = 'threw';

/** The cases that `client` does not end as they should. */
async function caught(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  const results = await Promise.all(
    ids.map(async (id) => {
      const { expected, status = 200, body } = HOSTILE_CASES.find((each) => each.id === id)!;
      const outcome = await client(`${upstream.plain.origin}/${id}`).catch((error) =>
        error instanceof ServiceError ? error.failure.reason : NO_VERDICT,
      );
      if (typeof outcome === 'string') return outcome === expected || outcome === NO_VERDICT ? [] : [id];
      return expected === 'page' && outcome.status === status && (body ?? outcome.text) === outcome.text
        ? []
        : [id];
    }),
  );
  return results.flat();
}

const allow = (): string[] => [`127.0.0.1:${upstream.plain.port}`];

describe('the hostile cases catch', () => {
  const NAIVE_MISTAKES = [
    'body-over-cap',
    'gzip-decoded-over-cap',
    'nested-gzip-bomb',
    'status-204',
    'status-205',
    'status-304',
    'hops-11',
  ];

  test('none of them in the fetcher', async () => {
    const sound = clientOf(testFetcher({ allow: allow(), maxResponseBytes: MAX_BYTES }));
    expect(await caught(sound, NAIVE_MISTAKES)).toEqual([]);
  });

  test('a client that fetches as it comes', async () => {
    expect(await caught(naive, NAIVE_MISTAKES)).toEqual(NAIVE_MISTAKES);
  });

  test('a cap that is off', async () => {
    const ids = [
      'body-over-cap',
      'gzip-decoded-over-cap',
      'br-decoded-over-cap',
      'deflate-bomb',
      'length-over-cap',
    ];
    const uncapped = testFetcher({
      allow: allow(),
      timeoutMs: onThisMachine(1_500),
      maxResponseBytes: 64 * 1024 * 1024,
    });
    expect(await caught(clientOf(uncapped), ids)).toEqual(ids);
  });

  test('an address rule that is off', async () => {
    const ids = [
      'redirect-to-loopback',
      'redirect-to-loopback-hex',
      'redirect-to-loopback-octal',
      'redirect-to-loopback-dword',
    ];
    const open = testFetcher({ allow: [...allow(), '127.0.0.0/8'], timeoutMs: onThisMachine(1_500) });
    expect(await caught(clientOf(open), ids)).toEqual(ids);
  });

  test('a redirect that is followed unjudged, at the canary', async () => {
    // The case asks for a fixed port: a redirect of our own leads to the canary.
    const { createServer } = await import('node:http');
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/`;
    const sound = testFetcher({ allow: [`127.0.0.1:${port}`] });
    await expect(sound.fetch({ url })).rejects.toMatchObject({ failure: { reason: 'blocked_target' } });
    expect(canary.hits()).toBe(0);
    expect((await naive(url)).text).toBe('secret');
    expect(canary.hits()).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });

  test('a socket that is kept', async () => {
    await expect.poll(() => upstream.openSockets()).toBe(0);
    await clientOf(testFetcher({ allow: allow() }))(`${upstream.plain.origin}/length-two`);
    await expect.poll(() => upstream.openSockets()).toBe(0);
    await naive(`${upstream.plain.origin}/length-two`);
    expect(upstream.openSockets()).toBe(1);
  });
});
