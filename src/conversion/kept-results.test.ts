import { expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import { openMemoryResults } from '../storage/memory-results.ts';
import { type AskedPage, type KeptResultsParts, keepResults, type ResultLook } from './kept-results.ts';
import type { PageOutput, PageTask } from './ports.ts';

const MINUTE_MS = 60_000;

function setUp(more: Partial<KeptResultsParts> = {}) {
  const clock = { ms: 1_700_000_000_000 };
  const looks: ResultLook[] = [];
  const store = more.store ?? openMemoryResults({ maxBytes: 100_000 });
  const parts = {
    store,
    keepMs: MINUTE_MS,
    now: () => clock.ms,
    onLook: (look: ResultLook) => looks.push(look),
  };
  return { clock, looks, store, results: keepResults({ ...parts, ...more }) };
}

const UNTIL_MS = 1_700_000_000_000 + MINUTE_MS;

const asked = (task: Partial<PageTask> = {}, keyId: string | null = null, untilMs = UNTIL_MS): AskedPage => ({
  page: { keeping: { untilMs, keyId } },
  task: {
    sha256: 'ab'.repeat(32),
    contentType: 'text/html',
    url: 'https://example.com/',
    status: 200,
    format: 'markdown',
    options: {},
    wantMetadata: false,
    wantDiagnostics: false,
    encoding: 'json',
    ...task,
  },
});

const CONTENT = 'Line "one"\nLine two: ä 😀\n';
const output = (more: Partial<PageOutput> = {}): PageOutput => ({
  content: '',
  encoded: new TextEncoder().encode(JSON.stringify(CONTENT)),
  outcome: 'ok',
  tokens: 8,
  etag: '"tag"',
  ...more,
});

test('find gives what was kept, and for everything that it depends on something else', async () => {
  const { results, looks } = setUp();
  expect(await results.find(asked())).toBeUndefined();
  results.keep(asked(), output());
  expect(await results.find(asked())).toEqual(output());
  const others: Partial<PageTask>[] = [
    { sha256: 'cd'.repeat(32) },
    { contentType: 'text/plain' },
    { url: 'https://example.com/other' },
    { status: 203 },
    { rendered: true },
    { format: 'text' },
    { options: { scope: 'full' } },
    { wantMetadata: true },
    { part: { index: 0, maxTokens: 100 } },
  ];
  for (const other of others) expect(await results.find(asked(other))).toBeUndefined();
  expect(await results.find(asked({}, 'key_one'))).toBeUndefined();
  expect(looks).toEqual(['miss', 'hit', ...others.map(() => 'miss'), 'miss']);
});

test('find gives nothing of another engine', async () => {
  const { results, store } = setUp({ engine: '1.0.0' });
  results.keep(asked(), output());
  expect(await setUp({ store, engine: '1.0.1' }).results.find(asked())).toBeUndefined();
  expect(await setUp({ store, engine: '1.0.0' }).results.find(asked())).toEqual(output());
});

test('find gives what is private to the key that it was kept for, and to no other one', async () => {
  const { results } = setUp();
  results.keep(asked({}, 'key_one'), output());
  expect(await results.find(asked({}, 'key_one'))).toEqual(output());
  expect(await results.find(asked({}, 'key_two'))).toBeUndefined();
  expect(await results.find(asked())).toBeUndefined();
});

test('nothing is kept of a page that may be kept nowhere, of no content, nor of an expired cursor', async () => {
  const { results } = setUp();
  const nowhere = { ...asked(), page: {} };
  results.keep(nowhere, output());
  expect(await results.find(nowhere)).toBeUndefined();
  results.keep(asked(), output({ outcome: 'login_wall' }));
  results.keep(asked(), output({ cursorExpired: true }));
  expect(await results.find(asked())).toBeUndefined();
  expect(results.keepingFor({ keyId: 'key_one', noStore: true })).toBeUndefined();
});

test('a result ends with its page, and with the page that it is found for', async () => {
  const { results, clock } = setUp();
  results.keep(asked(), output());
  expect(await results.find(asked({}, null, clock.ms))).toBeUndefined();
  clock.ms = UNTIL_MS - 1;
  expect(await results.find(asked())).toEqual(output());
  clock.ms = UNTIL_MS;
  expect(await results.find(asked({}, null, UNTIL_MS + MINUTE_MS))).toBeUndefined();
  results.keep(asked({ url: 'https://example.com/late' }), output());
  clock.ms -= 1;
  expect(await results.find(asked({ url: 'https://example.com/late' }))).toBeUndefined();
});

test('what came with an answer is found by what asks for it, whatever the order of its fields', async () => {
  const { results } = setUp();
  const second = output({ etag: '"second"' });
  const part = { index: 1, maxTokens: 100, digest: 'd' };
  const first = { index: 0, maxTokens: 100 };
  results.keep(
    asked({ part: first }),
    output({ further: [{ asked: { format: 'markdown', part }, output: second }] }),
  );
  const cursor = { digest: 'd', version: 'v', index: 1, maxTokens: 100 };
  expect(await results.find(asked({ part: cursor }))).toEqual(second);
  expect(await results.find(asked({ part: { ...cursor, digest: 'other' } }))).toBeUndefined();
  expect(await results.find(asked({ part: first }))).toEqual(output());
});

test('a content is given in the encoding that is asked for, unless it is large and kept in another one', async () => {
  const { results } = setUp({ store: openMemoryResults({ maxBytes: 1e7 }) });
  results.keep(asked(), output());
  const plain = await results.find(asked({ encoding: 'plain' }));
  expect(Buffer.from(plain!.encoded!).toString()).toBe(CONTENT);
  const { encoding: _, ...asText } = asked().task;
  expect(await results.find({ ...asked(), task: asText })).toEqual({
    ...output(),
    content: CONTENT,
    encoded: undefined,
  });
  const { encoded: __, ...written } = output({ content: CONTENT });
  const other = { url: 'https://example.com/other' };
  results.keep({ ...asked(), task: { ...asText, ...other } }, written);
  expect(await results.find(asked(other))).toEqual(output());
  const large = { url: 'https://example.com/large' };
  results.keep(asked(large), output({ encoded: new TextEncoder().encode(`"${'a'.repeat(2e6)}"`) }));
  expect(await results.find(asked({ ...large, encoding: 'plain' }))).toBeUndefined();
  expect(await results.find(asked(large))).toBeDefined();
});

test('a store that fails is a miss, and told', async () => {
  const away = async () => {
    throw fail('store_unavailable', 'away');
  };
  const faults: unknown[] = [];
  const store = { get: away, put: away, close: async () => undefined };
  const { results, looks } = setUp({ store, onFault: (error) => faults.push(error) });
  results.keep(asked(), output());
  expect(await results.find(asked())).toBeUndefined();
  expect(looks).toEqual(['store_fault', 'store_fault', 'miss']);
  expect(faults).toHaveLength(2);
});
