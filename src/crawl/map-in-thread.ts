import type { MapRequest, SiteMap } from './map-site.ts';
import { openSiteThread } from './open-site-thread.ts';

/** Heap in MiB: some ten times of what addresses and sitemaps take within the bounds of a door. */
const MOST_HEAP_MB = 192;
/** Time at work, waiting left out, in milliseconds; measured: 0.6 s for 30,000 addresses with parameters. */
const MOST_WORK_MS = 4000;

/** What a map needs of the service. */
type MapParts = Omit<Parameters<typeof openSiteThread>[0], 'mostWorkMs' | 'mostHeapMb'>;

/** Maps a site in a thread of its own. Throws what `mapSite` throws, and what the thread throws. */
export async function mapInThread(request: MapRequest, parts: MapParts): Promise<SiteMap> {
  const thread = openSiteThread({ ...parts, mostWorkMs: () => MOST_WORK_MS, mostHeapMb: MOST_HEAP_MB });
  try {
    return await thread.ask({ kind: 'map', request });
  } finally {
    await thread.end();
  }
}
