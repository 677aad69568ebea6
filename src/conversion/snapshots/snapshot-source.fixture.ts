import { openMemorySnapshots } from '../../storage/memory-snapshots.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import { readBytes } from '../page-task.ts';
import type { LoadedPage, PageRequest } from '../ports.ts';
import { type SnapshotResult, snapshotSource } from './snapshot-source.ts';

export const URL_A = 'https://example.com/a?x=1';
export const TTL_MS = 3_600_000;

/** An upstream answers, fails, or keeps one waiting. */
type Answer = (request: PageRequest) => Partial<LoadedPage> | Promise<Partial<LoadedPage>>;

export function setUp(options: { store?: SnapshotStore; allows?: (url: string) => boolean } = {}) {
  const clock = { ms: 1_700_000_000_000 };
  const requests: PageRequest[] = [];
  const results: SnapshotResult[] = [];
  const upstream: { answer: Answer } = { answer: () => ({}) };
  const store = options.store ?? openMemorySnapshots({ maxBytes: 1e6, now: () => clock.ms });
  const policy = { allows: options.allows ?? (() => true) };
  const source = snapshotSource({
    store,
    ttlMs: TTL_MS,
    loadTimeoutMs: 5000,
    scope: 'test',
    allows: (url) => policy.allows(url),
    now: () => clock.ms,
    onResult: (result) => results.push(result),
    inner: {
      async load(request) {
        const number = requests.push(request);
        const page = await upstream.answer(request);
        return {
          bytes: new TextEncoder().encode(`version ${number}`),
          contentType: 'text/html',
          finalUrl: request.url.replace(/#.*/, ''),
          status: 200,
          redirects: [],
          caching: {},
          ...page,
        };
      },
    },
  });
  const load = async (request: Partial<PageRequest> = {}) => {
    const page = await source.load(requestOf(request));
    const cacheStatus = await page.cacheStatus?.(1000);
    return { ...page, cacheStatus, text: new TextDecoder().decode(await readBytes(page)) };
  };
  return { clock, requests, results, upstream, store, policy, source, load };
}

export const requestOf = (request: Partial<PageRequest> = {}): PageRequest => ({
  url: URL_A,
  view: 'source',
  waitForSelector: undefined,
  language: undefined,
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  maxAgeS: undefined,
  keyId: 'key_one',
  ...request,
});

export const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (thrown) => thrown.failure?.reason ?? String(thrown),
  );

export function onAbort(signal: AbortSignal, then: (reason: Error) => void): void {
  signal.addEventListener('abort', () => then(signal.reason), { once: true });
}

/** Lets everything run that needs no time. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function deferred() {
  let resolve!: (value: unknown) => void;
  const promise = new Promise<unknown>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
