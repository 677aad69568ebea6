import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../support/full-form.ts';
import type { Upstream } from '../support/upstream.ts';
import {
  RELEASES,
  type RealClient,
  type Release,
  type Server,
  TOOL,
  type ToolResult,
} from './support/clients.ts';
import { type Doors, openDoors } from './support/doors.ts';
import { type PageName, startPages } from './support/pages.ts';

/** The text of a part without what it repeats (docs/api.md). */
function ownText({ content, structuredContent }: ToolResult): string {
  const text = content[0]?.text ?? '';
  const { before = '', after = '' } = structuredContent?.part ?? {};
  return text.slice(before.length, text.length - after.length);
}

/** Calls the tool for part after part of a page; gives their own texts joined. Throws on a result that is an error. */
async function walkPage(
  client: RealClient,
  url: string,
): Promise<{ readonly text: string; readonly parts: number }> {
  let text = '';
  let cursor: string | undefined;
  for (let parts = 1; ; parts++) {
    // Parts as large as an answer takes.
    const result = await client.call({
      url,
      ...(cursor === undefined ? { max_tokens: 1_000_000 } : { cursor }),
    });
    if (result.isError) throw new Error(`Part ${parts} of ${url}: ${result.content[0]?.text}`);
    text += ownText(result);
    cursor = result.structuredContent?.next_cursor;
    if (cursor === undefined) return { text, parts };
  }
}

const MOST_MESSAGE_BYTES = 400_000;
const CALLS_AT_ONCE = 40;
const RETRY_MS = 500;
const LONG_TEST_MS = 1_800_000;

let site: Upstream;
let doors: Doors;
const whole = new Map<PageName, string>();

beforeAll(async () => {
  site = await startPages(['small', 'large', ...(isFull ? (['largest'] as const) : [])]);
  doors = await openDoors(site);
});
afterAll(async () => {
  await doors?.close();
  await site?.close();
});

/** The whole content of a page, by `POST /v1/convert`. */
async function wholeOf(page: PageName): Promise<string> {
  const known = whole.get(page);
  if (known !== undefined) return known;
  const answer = await doors.service.convert({ url: `${site.url}/${page}` }, await doors.service.newKey());
  const { data } = (await answer.json()) as { data: { content: string } };
  whole.set(page, data.content);
  return data.content;
}

/** Reads a page part by part, to its end, and compares it with its whole content. */
async function readPage(client: RealClient, page: PageName): Promise<void> {
  const { text, parts } = await walkPage(client, `${site.url}/${page}`);
  expect(text === (await wholeOf(page)), `${page}, ${parts} parts`).toBe(true);
}

const OLDEST = 'SDK 1.10';
const USUAL = 'SDK 1.32';
const NEWEST = 'client 2.x, auto';
const onlyOf = (...names: readonly string[]) => {
  return ({ name }: Release) => isFull || names.includes(name);
};

/** A way to the tool: who takes it, and who reads and asks for more than the small page. */
interface Way {
  readonly server: () => Server | Promise<Server>;
  readonly isTaken: (release: Release) => boolean;
  readonly callsAtOnce: (release: Release) => boolean;
  readonly readsLarge: (release: Release) => boolean;
  readonly readsLargest: (release: Release) => boolean;
}
const WAYS: Readonly<Record<string, Way>> = {
  HTTP: {
    server: () => doors.http(),
    isTaken: () => true,
    callsAtOnce: onlyOf(OLDEST),
    readsLarge: onlyOf(NEWEST),
    readsLargest: onlyOf(),
  },
  stdio: {
    server: () => doors.stdio(),
    isTaken: onlyOf(NEWEST),
    callsAtOnce: onlyOf(NEWEST),
    readsLarge: onlyOf(),
    readsLargest: onlyOf(),
  },
  'mcp-remote': {
    server: () => doors.remote('legacy'),
    isTaken: onlyOf(USUAL),
    callsAtOnce: onlyOf(),
    readsLarge: onlyOf(),
    readsLargest: onlyOf(),
  },
  'mcp-remote --protocol auto': {
    server: () => doors.remote('auto'),
    isTaken: ({ name }) => isFull && name === USUAL,
    callsAtOnce: onlyOf(),
    readsLarge: onlyOf(),
    readsLargest: onlyOf(),
  },
};
const TAKEN = Object.entries(WAYS).flatMap(([way, { isTaken }]) =>
  RELEASES.filter(isTaken).map((release) => ({ way, release })),
);

for (const { way, release } of TAKEN) {
  describe(`${release.name} over ${way}`, () => {
    const { server, callsAtOnce, readsLarge, readsLargest } = WAYS[way]!;
    let client: RealClient;
    beforeAll(async () => {
      client = await release.connect(await server());
    });
    afterAll(() => client?.close());

    it('lists the tool and reads a page of 10 KB', async () => {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual([TOOL]);
      await readPage(client, 'small');
    });

    if (callsAtOnce(release))
      it(`answers ${CALLS_AT_ONCE} calls at once`, async () => {
        const expected = await wholeOf('small');
        const call = () => client.call({ url: `${site.url}/small` });
        const results = await Promise.all(
          Array.from({ length: CALLS_AT_ONCE }, () => (way === 'stdio' ? call() : untilNotBusy(call))),
        );
        const others = results.map(({ content }) => content[0]?.text).filter((text) => text !== expected);
        expect(others).toEqual([]);
      });

    if (readsLarge(release))
      it('reads a page of several parts to its end', async () => {
        await readPage(client, 'large');
      });

    if (readsLargest(release))
      it('reads a page of 10 MB to its end', { timeout: LONG_TEST_MS }, async () => {
        await readPage(client, 'largest');
      });
  });
}

describe.each(RELEASES.filter(onlyOf(USUAL)))('$name is told what HTTP tells', ({ connect }) => {
  let client: RealClient;
  let key: string;
  beforeAll(async () => {
    client = await connect(await doors.http());
    key = await doors.service.newKey();
  });
  afterAll(() => client?.close());

  it('of a page', async () => {
    const args = { url: `${site.url}/small`, include_metadata: true };
    const result = await client.call(args);
    const { data } = (await (await doors.service.convert(args, key)).json()) as { data: { content: string } };
    expect(result.isError ?? false).toBe(false);
    expect(result.content).toEqual([{ type: 'text', text: data.content }]);
    expect(result.structuredContent).toEqual({ ...data, usage: { tokens: expect.any(Number) } });
  });

  it.each(['missing', 'ftp://example.com/', '', 'http://10.0.0.1/'])(
    'of a failed conversion or a wrong argument: %s',
    async (url) => {
      const args = url === '' ? {} : { url: url === 'missing' ? `${site.url}/missing` : url };
      const result = await client.call(args);
      const { error } = (await (await doors.service.convert(args, key)).json()) as {
        error: { reason: string; message: string };
      };
      const { reason, message } = error;
      expect(result.isError).toBe(true);
      expect(result.content[0]?.text).toBe(`${reason}: ${message}`);
      expect(result._meta?.['pagemark/error']).toMatchObject({ reason, message });
    },
  );
});

/** What a service that is busy asks of its clients: to call again. */
async function untilNotBusy(call: () => Promise<ToolResult>): Promise<ToolResult> {
  for (;;) {
    const result = await call().catch((error: Error) => {
      if (error.message.includes('"reason":"busy"')) return null;
      throw error;
    });
    if (result !== null && !result.content[0]?.text.startsWith('busy: ')) return result;
    await sleep(RETRY_MS);
  }
}

// Last: what all tests above have sent and received.
it(`sends no JSON-RPC message over ${MOST_MESSAGE_BYTES} bytes`, () => {
  const { bytes, messages } = doors.longestMessage();
  expect(messages).toBeGreaterThan((isFull ? RELEASES.length : 2) * CALLS_AT_ONCE);
  expect(bytes).toBeGreaterThan(MOST_MESSAGE_BYTES / 4);
  expect(bytes).toBeLessThanOrEqual(MOST_MESSAGE_BYTES);
});
