import { loadConfig } from '../config/config.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import { fail, invalid, ServiceError } from '../contract/failure.ts';
import type { ConvertedPage } from '../conversion/converter.ts';
import type { PageWorkers } from '../conversion/ports.ts';
import { type OwnFlags, ownFieldsOf } from './own-fields.ts';
import { toldFailure } from './typed-address.ts';

/**
 * Converts the page of an address as the service would, with what a person sends to a site of their own. Such a page
 * is never rendered: a browser would ask for more than the page. Throws `ServiceError`.
 */
export async function convertAddress(
  request: ConvertRequest,
  flags: OwnFlags,
  env: NodeJS.ProcessEnv,
  workers?: PageWorkers,
): Promise<ConvertedPage> {
  const ownFields = ownFieldsOf(request.url, flags);
  const asked = ownFields === undefined ? request : unrendered(request);
  // Loaded when an address comes: it brings fetcher and renderer.
  const [{ openLocalConverter }, { ONE_PAGE }] = await Promise.all([
    import('./local-converter.ts'),
    import('./one-page.ts'),
  ]);
  const converter = await openLocalConverter(loadConfig(env), { ownFields, workers: workers ?? ONE_PAGE });
  try {
    return await converter.convert(asked, { signal: new AbortController().signal, keyId: null });
  } catch (error) {
    const needsBrowser = error instanceof ServiceError && error.failure.reason === 'js_required';
    if (needsBrowser && ownFields !== undefined) throw fail('js_required', SAVE_IT, { cause: error });
    throw await toldFailure(error, request.url, env);
  } finally {
    await converter.close();
  }
}

const SAVE_IT =
  'Save the page as your browser shows it and convert the file: it needs JavaScript, and no browser gets what --header and --cookie-file say.';

function unrendered(request: ConvertRequest): ConvertRequest {
  if (request.render === 'always' || request.wait_for_selector !== undefined)
    throw invalid(
      'Leave --render and --wait-for-selector out: a page asked for with --header or --cookie-file is never rendered.',
    );
  return { ...request, render: 'never' };
}
