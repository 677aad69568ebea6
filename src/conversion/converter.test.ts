import { expect, test } from 'vitest';
import { convertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import { openMemorySnapshots } from '../storage/memory-snapshots.ts';
import { createAdmission } from './admission.ts';
import { createConverter } from './converter.ts';
import { fetchedSource } from './fetched-source.ts';
import type { PageOutput, PageSource, PageWorkers } from './ports.ts';
import { snapshotSource } from './snapshots/snapshot-source.ts';

const URL_A = 'https://example.com/a';
const OUTPUT: PageOutput = { content: 'x', outcome: 'ok', tokens: 1, etag: '"x"' };
const pageOf = (bytes: number) => ({
  notModified: false,
  bytes: new Uint8Array(bytes),
  contentType: 'text/html',
  finalUrl: URL_A,
  status: 200,
  redirects: [],
  caching: {},
});

/** A converter behind snapshots, its worker played by `convert`, and what calls of one key come to. */
function setUp(
  innerOf: (admission: ReturnType<typeof createAdmission>) => PageSource,
  onWork: () => Promise<void> = async () => undefined,
) {
  const admission = createAdmission({ workers: 2, browsers: 2, queueMax: 256, concurrencyMax: 128 });
  const source = snapshotSource({
    inner: innerOf(admission),
    store: openMemorySnapshots({ maxBytes: 1e8 }),
    ttlMs: 3_600_000,
    loadTimeoutMs: 60_000,
    scope: 'test',
    allows: () => true,
  });
  const workers: PageWorkers = {
    async convert(_task, _signal, onEnd) {
      await onWork();
      onEnd(1, 1);
      return OUTPUT;
    },
  };
  const converter = createConverter({ source, workers, admission, timeoutMs: 60_000 });
  const ask = (fields: object): Promise<string> =>
    converter
      .convert(convertRequest.parse({ url: URL_A, ...fields }), {
        signal: new AbortController().signal,
        keyId: 'key_one',
      })
      .then(
        () => 'ok',
        (error) => error.failure?.reason ?? String(error),
      );
  return { ask };
}

test('of a page that many calls wait for there are as many copies as workers', async () => {
  const pageBytes = 2 ** 22;
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const { ask } = setUp(
    () => ({ load: async () => pageOf(pageBytes) }),
    async () => {
      most ||= process.memoryUsage().arrayBuffers - before;
    },
  );
  const ends = await Promise.all(Array.from({ length: 40 }, () => ask({ render: 'never' })));
  expect(ends).toContain('ok');
  expect(most / pageBytes).toBeGreaterThan(1);
  // The page itself, two that are converted and one more for a caller that has none.
  expect(most / pageBytes).toBeLessThan(5);
});

test('what the fetcher refuses takes no browser', async () => {
  const { ask } = setUp((admission) =>
    fetchedSource(
      {
        fetch: async () => {
          throw fail('blocked_target', 'no');
        },
        ...{ allows: () => false, judgesRobots: false, connect: undefined as never },
      },
      {} as unknown as Parameters<typeof fetchedSource>[1],
      admission,
    ),
  );
  expect(await ask({ render: 'always' })).toBe('blocked_target');
});

test('a rendered page that is kept takes no place in browsers, whatever its key has there', async () => {
  let renders = 0;
  const { ask } = setUp((admission) =>
    fetchedSource(
      { fetch: async () => pageOf(9), allows: () => true, judgesRobots: false, connect: undefined as never },
      {
        async render() {
          renders++;
          return pageOf(9);
        },
      } as unknown as Parameters<typeof fetchedSource>[1],
      admission,
    ),
  );
  expect(await ask({ render: 'always' })).toBe('ok');
  const ends = await Promise.all(Array.from({ length: 12 }, () => ask({ render: 'always' })));
  expect([new Set(ends), renders]).toEqual([new Set(['ok']), 1]);
});
