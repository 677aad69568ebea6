import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Ai, createAi } from './ai/create-ai.ts';
import type { Config } from './config/config.ts';
import { SPARE_TURNS } from './conversion/fair-turns.ts';
import { type KeptResults, type KeptResultsParts, keepResults } from './conversion/kept-results.ts';
import type { PageSource } from './conversion/ports.ts';
import { createSiteMemory, type SiteMemory } from './conversion/site-memory.ts';
import {
  type SnapshotParts,
  STALE_IF_ERROR_MS,
  snapshotSource,
} from './conversion/snapshots/snapshot-source.ts';
import { createFetcher, type FetcherSettings, type PageFetcher } from './fetching/fetch-page.ts';
import { createRenderer, type Renderer } from './rendering/renderer.ts';
import { diskRoom } from './storage/disk-room.ts';
import { openStores as openStoresOf, type StoreSettings } from './storage/open-stores.ts';
import type { Stores } from './storage/ports.ts';
import type { SnapshotStore } from './storage/snapshot-store.ts';
import type { Backup } from './storage/sqlite/back-up.ts';

/** Room for the pages of one user in the memory of a process that is not the service. */
const OWN_SNAPSHOTS_BYTES = 64 * 1024 * 1024;

/** The stores that a config names; only their adapters are loaded. */
export function openStores(
  { storage, stores, secrets }: Config,
  onChange?: StoreSettings['onChange'],
  machineClock?: StoreSettings['machineClock'],
): Promise<Stores> {
  return openStoresOf({
    ...stores,
    machineClock,
    ...(onChange === undefined ? {} : { onChange }),
    storage,
    postgresUrl: secrets.postgresUrl?.reveal() ?? null,
    redisUrl: secrets.redisUrl?.reveal() ?? null,
  });
}

/** A client of Redis that waits for it without end, for what lasts longer than a request. */
export async function openRedis(url: string) {
  const { openClient } = await import('./storage/redis/open-client.ts');
  const client = openClient(url, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  return client;
}

/** Copies the embedded database in `file` to `target`, and checks the copy. */
export async function backUp(file: string, target: string): Promise<Backup> {
  const { backUpSqlite } = await import('./storage/sqlite/back-up.ts');
  return backUpSqlite(file, target);
}

/** What a config says to the fetcher. `ownPorts`: ports that this process listens on. */
export function fetcherSettings(
  config: Config,
  ownPorts: () => readonly number[] = () => [],
): FetcherSettings {
  return { ...config.fetching, ownPorts, egressProxy: config.secrets.egressProxyUrl?.reveal() };
}

/** The source of AI answers that a config describes. */
export function openAi(config: Config): Ai {
  return createAi({ ...config.ai, apiKey: config.secrets.aiApiKey?.reveal() ?? null });
}

/** The fetcher that a config describes. */
export function openFetcher(config: Config, ownPorts?: () => readonly number[]): PageFetcher {
  return createFetcher(fetcherSettings(config, ownPorts));
}

/** Where pages and results are kept: in what a config names, or in the memory of this process, whatever it names. */
type Where = 'named' | 'own';

/**
 * The store of fetched pages: in Redis when there is one, shared by all replicas; else `snapshots.db` in the data folder, shared by
 * the processes of this machine; or this process's memory with a `memory` database.
 */
export async function openSnapshots(config: Config, where: Where = 'named'): Promise<SnapshotStore> {
  const { ttlMs, maxBytes } = config.snapshots;
  if (where === 'own') return openOwnSnapshots(Math.min(maxBytes, OWN_SNAPSHOTS_BYTES));
  const kept = { maxBytes, keepMs: ttlMs + STALE_IF_ERROR_MS };
  const url = config.secrets.redisUrl?.reveal();
  if (url !== undefined) {
    const { openRedisSnapshots } = await import('./storage/redis/snapshots.ts');
    return openRedisSnapshots({ url, ...kept });
  }
  if (config.storage.kind === 'memory') return openOwnSnapshots(maxBytes);
  const { openThreadedSnapshots } = await import('./storage/sqlite/threaded-snapshots.ts');
  return openThreadedSnapshots({ file: path.join(config.dataDir, 'snapshots.db'), ...kept });
}

async function openOwnSnapshots(maxBytes: number): Promise<SnapshotStore> {
  const { openMemorySnapshots } = await import('./storage/memory-snapshots.ts');
  return openMemorySnapshots({ maxBytes });
}

/** Results of conversions, in Redis or this process's memory, as long as pages; undefined: nowhere, as where no page is kept. */
export async function openResults(
  { snapshots, results, secrets }: Config,
  parts: Pick<KeptResultsParts, 'onLook' | 'onFault'>,
  where: Where = 'named',
): Promise<KeptResults | undefined> {
  const keepMs = snapshots.ttlMs;
  const { maxBytes } = results;
  if (keepMs === 0 || maxBytes === 0) return undefined;
  const url = where === 'own' ? undefined : secrets.redisUrl?.reveal();
  const store =
    url === undefined
      ? (await import('./storage/memory-results.ts')).openMemoryResults({ maxBytes })
      : await (await import('./storage/redis/results.ts')).openRedisResults({ url, maxBytes, keepMs });
  return keepResults({ ...parts, store, keepMs });
}

/** Where pages come from, and what is remembered of their sites where a store does. */
interface KeptSource {
  readonly source: PageSource;
  readonly memory?: SiteMemory;
}

/** Pages of `inner` out of the snapshots in `store`, under the settings of a config. */
export function keepSnapshots(
  config: Config,
  inner: PageSource,
  parts: Pick<SnapshotParts, 'store' | 'allows' | 'onResult' | 'onFault'>,
): KeptSource {
  const { allow, ports, robots } = config.fetching;
  const egress = [allow, ports, robots, config.secrets.egressProxyUrl !== null];
  const source = snapshotSource({
    ...parts,
    inner,
    ttlMs: config.snapshots.ttlMs,
    loadTimeoutMs: config.conversion.timeoutMs,
    scope: createHash('sha256').update(JSON.stringify(egress)).digest('base64url'),
  });
  return { source, memory: createSiteMemory({ store: parts.store, ttlMs: config.snapshots.ttlMs }) };
}

/** Most browsers that one caller can make run: each has a few hundred MiB. */
const MAX_BROWSERS = 4;

/** Pages that are in browsers at a time, but for that of a caller with none there. */
export function browsersOf({ conversion }: Config): number {
  return Math.min(MAX_BROWSERS, Math.max(2, conversion.workers));
}

/** The browser that a config describes; it is neither looked for nor started before a page needs it. */
export function openRenderer(config: Config, fetcher: PageFetcher): Renderer {
  const { userAgent, maxResponseBytes } = config.fetching;
  return createRenderer({
    browser: config.browser,
    connect: fetcher.connect,
    slots: browsersOf(config) + SPARE_TURNS,
    userAgent,
    maxResponseBytes,
  });
}

/** What the operator should know of the settings, of the disk before it is full, and of the browser before it is used. */
export async function warningsOf(config: Config, renderer: Renderer): Promise<readonly string[]> {
  return [...config.warnings, ...diskWarnings(config), ...(await browserWarnings(renderer))];
}

function diskWarnings({ snapshots, secrets, storage, dataDir }: Config): readonly string[] {
  const { ttlMs, maxBytes } = snapshots;
  const isOnDisk = ttlMs > 0 && secrets.redisUrl === null && storage.kind !== 'memory' && existsSync(dataDir);
  const { totalBytes } = isOnDisk ? diskRoom(dataDir) : { totalBytes: maxBytes };
  if (totalBytes >= maxBytes) return [];
  return [
    `Set PAGEMARK_SNAPSHOT_MAX_BYTES to less than ${totalBytes}, or PAGEMARK_DATA_DIR to a larger disk: it is ${maxBytes}, and the disk of ${JSON.stringify(dataDir)} has ${totalBytes} bytes`,
  ];
}

async function browserWarnings(renderer: Renderer): Promise<readonly string[]> {
  const state = await renderer.state();
  if (!state.found || state.sandbox) return [];
  return [
    'Run as another user than root: Chromium has no sandbox under root, so pages that it renders are less confined',
  ];
}
