import type { ConvertRequest } from '../contract/convert.ts';
import { fail, ServiceError } from '../contract/failure.ts';
import { statusFailure } from '../fetching/status-failure.ts';
import type { LoadedPage, PageOutput, PageView } from './ports.ts';

/** A page, the form it was converted in, and what became of it. */
export interface ViewedPage {
  readonly page: LoadedPage;
  readonly output: PageOutput;
  readonly view: PageView;
  /** Why a page that needs JavaScript was not rendered. */
  readonly unrendered?: ServiceError;
}

/** Throws `invalid_request` for options of rendering that contradict each other. */
export function checkRender(request: ConvertRequest): void {
  const { render, wait_for_selector: selector, html } = request;
  if (selector !== undefined && render === 'never')
    throw fail('invalid_request', 'Remove "wait_for_selector", or set "render" to "auto": it is "never".');
  if (html !== undefined && (selector !== undefined || render === 'always'))
    throw fail('invalid_request', 'Remove "html", or what asks for a browser: given HTML is never rendered.');
}

/**
 * The page in the form that the request asks for. With `auto` that is the source; only a page whose content needs
 * JavaScript is loaded again, rendered. Where there is no browser, what the source gave is returned with the reason.
 */
export async function viewPage(
  request: ConvertRequest,
  convert: (view: PageView) => Promise<ViewedPage>,
): Promise<ViewedPage> {
  if (request.render === 'always' || request.wait_for_selector !== undefined) return convert('rendered');
  const source = await convert('source');
  const needsBrowser =
    source.output.outcome === 'js_required' && statusFailure(source.page.status) === undefined;
  if (!needsBrowser || request.html !== undefined) return source;
  if (request.render === 'never') {
    const unrendered = fail(
      'js_required',
      'Set "render" to "auto": it is "never", and the page needs JavaScript.',
    );
    return { ...source, unrendered };
  }
  try {
    return await convert('rendered');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.failure.reason !== 'js_required') throw error;
    return { ...source, unrendered: error };
  }
}
