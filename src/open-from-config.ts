import type { Config } from './config/config.ts';
import { createFetcher, type FetcherSettings, type PageFetcher } from './fetching/fetch-page.ts';
import { openStores as openStoresOf } from './storage/open-stores.ts';
import type { Stores } from './storage/ports.ts';

/** The stores that a config names; only their adapters are loaded. */
export function openStores({ storage, secrets }: Config): Promise<Stores> {
  return openStoresOf({
    storage,
    postgresUrl: secrets.postgresUrl?.reveal() ?? null,
    redisUrl: secrets.redisUrl?.reveal() ?? null,
  });
}

/** What a config says to the fetcher. `ownPorts`: ports that this process listens on. */
export function fetcherSettings(
  config: Config,
  ownPorts: () => readonly number[] = () => [],
): FetcherSettings {
  return { ...config.fetching, ownPorts, egressProxy: config.secrets.egressProxyUrl?.reveal() };
}

/** The fetcher that a config describes. */
export function openFetcher(config: Config, ownPorts?: () => readonly number[]): PageFetcher {
  return createFetcher(fetcherSettings(config, ownPorts));
}
