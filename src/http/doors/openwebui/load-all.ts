import { fail } from '../../../contract/failure.ts';
import { runLanes } from '../../../crawl/run-lanes.ts';

/** Pages of one call that are on their way at a time. */
const AT_A_TIME = 4;
/** Bytes of content after which no further page of a call is begun: all stay in memory until the last one came. */
const ENOUGH_BYTES = 33_554_432;

type Loaded<Page> = { readonly url: string } & ({ readonly page: Page } | { readonly error: unknown });

/** Every page or why there is none, in the order of the addresses. None is begun for a caller who has gone. */
export async function loadAll<Page extends { readonly content: string }>(
  urls: readonly string[],
  signal: AbortSignal,
  load: (url: string) => Promise<Page>,
): Promise<readonly Loaded<Page>[]> {
  const loaded: Loaded<Page>[] = [];
  const left = urls.entries();
  let bytesLeft = ENOUGH_BYTES;
  const visit = async ([at, url]: readonly [number, string]) => {
    try {
      if (bytesLeft <= 0) throw fail('response_too_large', 'Ask for this page in another call.');
      const page = await load(url);
      bytesLeft -= Buffer.byteLength(page.content);
      loaded[at] = { url, page };
    } catch (error) {
      loaded[at] = { url, error };
    }
  };
  await runLanes({ take: () => left.next().value, visit, stop: signal, lanes: () => AT_A_TIME });
  return loaded;
}
