import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import type { Upstream } from '../support/upstream.ts';
import { RELEASES, TOOL } from './support/clients.ts';
import { type Doors, openDoors } from './support/doors.ts';
import { startPages } from './support/pages.ts';

/** Until the page's connection is closed after its call was cancelled, on a quiet machine. */
const CLOSES_WITHIN_MS = 2000;
const FREE_CALLS_PER_MINUTE = 10;

let site: Upstream;
let doors: Doors;
beforeAll(async () => {
  site = await startPages(['small']);
  doors = await openDoors(site);
});
afterAll(async () => {
  // First, so that the service waits for no page of a test that failed.
  await site?.close();
  await doors?.close();
});

/** In the short form the oldest release and the newest revision. */
const PLAYED = RELEASES.filter(({ name }) => isFull || name === 'SDK 1.10' || name.includes('pinned'));
/** Over HTTP revisions of 2025 cancel by a message of its own, later ones by closing the connection. */
const CANCELLING = {
  http: PLAYED,
  stdio: PLAYED.filter(({ name }) => isFull || name.includes('pinned')),
};

for (const door of ['http', 'stdio'] as const) {
  describe.each(CANCELLING[door])(`$name over ${door}`, ({ connect }) => {
    it('ends the fetch of a call that it cancels, and goes on', async () => {
      const client = await connect(await doors[door]());
      try {
        const before = site.open();
        const cancelling = new AbortController();
        const call = client.call({ url: `${site.url}/never` }, { signal: cancelling.signal });
        const ended = expect(call).rejects.toThrow();
        await expect.poll(() => site.open()).toBe(before + 1);
        const timeout = onThisMachine(CLOSES_WITHIN_MS);
        cancelling.abort();
        await ended;
        await expect.poll(() => site.open(), { timeout, interval: 10 }).toBe(before);
        const next = await client.call({ url: `${site.url}/small` });
        expect(next.content[0]?.text).toContain('# Ferries');
      } finally {
        await client.close();
      }
    });
  });
}

describe.each(RELEASES.filter(({ name }) => name === 'SDK 1.32'))('$name in two sessions', ({ connect }) => {
  it.each(['answered in JSON', 'with notices of progress'])(
    'cancels the fetch of a call %s, and no call of another session',
    async (how) => {
      const before = site.open();
      const server = await doors.http();
      const [client, other] = [await connect(server), await connect(server)];
      const controller = new AbortController();
      const args = (of: string) => ({ url: `${site.url}/never?${of}` });
      const told = how === 'answered in JSON' ? {} : { onprogress: () => undefined };
      const call = client.call(args('own'), { signal: controller.signal, ...told });
      const otherCall = other.call(args('other'), told).catch(() => undefined);
      await expect.poll(() => site.open()).toBe(before + 2);
      controller.abort();
      await expect(call).rejects.toThrow();
      await expect.poll(() => site.open()).toBe(before + 1);
      await expect(client.listTools()).resolves.toMatchObject({ tools: [{ name: TOOL }] });
      expect(site.open()).toBe(before + 1);
      await other.close();
      await otherCall;
      await expect.poll(() => site.open()).toBe(before);
      await client.close();
    },
  );
});

describe.each(PLAYED)('$name at the limits of a key', ({ connect }) => {
  it(`is told rate_limited after ${FREE_CALLS_PER_MINUTE} calls, and can still list`, async () => {
    const client = await connect(await doors.http('free'));
    for (let calls = 0; calls < FREE_CALLS_PER_MINUTE; calls++)
      expect((await client.call({ url: `${site.url}/small` })).isError ?? false).toBe(false);
    await expect(client.call({ url: `${site.url}/small` })).rejects.toThrow(/"reason":"rate_limited"/);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([TOOL]);
    await client.close();
  });

  it('is told unauthorized with a wrong key', async () => {
    const { url } = await doors.http();
    const connecting = connect({ url, headers: { authorization: 'Bearer pmk_wrong' } });
    await expect(connecting).rejects.toThrow(/unauthorized|requires authorization/i);
  });
});
