import type { ConvertRequest } from '../contract/convert.ts';
import { invalid } from '../contract/failure.ts';
import type { ConvertOptions } from '../core/options.ts';
import { readSelectors, tooManySelectors } from '../core/select/selectors/apply-selectors.ts';
import { defined } from './defined.ts';
import { readCursor } from './page-cursor.ts';
import type { LoadedPage, PageBytes, PageTask, PageView } from './ports.ts';

/** Throws `invalid_request` for options of rendering that contradict each other, or a file that was sent. */
export function checkRender(request: ConvertRequest, isFile = false): void {
  const { render, wait_for_selector: selector, html } = request;
  if (selector !== undefined && render === 'never')
    throw invalid('Remove "wait_for_selector", or set "render" to "auto": it is "never".');
  if (html !== undefined && (selector !== undefined || render === 'always'))
    throw invalid('Remove "html", or what asks for a browser: given HTML is never rendered.');
  const asking = [selector !== undefined && '"wait_for_selector"', render === 'always' && '"render"'];
  if (isFile && asking.some(Boolean))
    throw invalid(`Remove ${asking.filter(Boolean).join(' and ')}: a file is never rendered.`);
}

/** Throws `invalid_request` for a selector that cannot be read, and for too many over both fields. */
export function checkSelectors(request: ConvertRequest): void {
  const read = (['include_selectors', 'exclude_selectors'] as const).map((field) => {
    const selectors = readSelectors(request[field]);
    const [problem] = selectors.problems;
    if (problem !== undefined) throw invalid(`${problem} It is in "${field}".`);
    return selectors;
  });
  const tooMany = tooManySelectors(read);
  if (tooMany !== null) throw invalid(tooMany);
}

/**
 * Which part of the content is asked for, the first one of at most `maxBytes`; a cursor keeps the bounds of the first.
 * Throws `invalid_request` for a cursor that is none or of another `max_tokens`.
 */
export function askedPart(
  { cursor, max_tokens: maxTokens }: ConvertRequest,
  maxBytes?: number,
): PageTask['part'] {
  if (cursor === undefined) {
    if (maxTokens === undefined && maxBytes === undefined) return undefined;
    return { index: 0, ...defined({ maxTokens, maxBytes }) };
  }
  const place = readCursor(cursor);
  if (maxTokens !== undefined && maxTokens !== place.maxTokens) {
    throw invalid(
      place.maxTokens === undefined
        ? `Leave "max_tokens" out, as for the first part; it is ${maxTokens}.`
        : `Set "max_tokens" to ${place.maxTokens} as for the first part, or leave it out; it is ${maxTokens}.`,
    );
  }
  return place;
}

/** What a worker is told of a page of a request beside its bytes; `url` of the task is the final one. */
export function pageTask(
  request: ConvertRequest,
  page: LoadedPage,
  view: PageView,
  part: PageTask['part'],
): Omit<PageTask, 'bytes'> {
  return {
    ...defined({ sha256: page.sha256 }),
    contentType: page.contentType,
    url: page.finalUrl,
    ...defined({ name: page.name, part }),
    status: page.status,
    ...(view === 'rendered' ? { rendered: true } : {}),
    ...(page.isLoading ? { isLoading: true } : {}),
    ...(request.render === 'auto' && request.html === undefined ? { wantWords: true } : {}),
    format: request.response_format,
    options: convertOptions(request),
    wantMetadata: request.include_metadata,
    wantDiagnostics: request.include_diagnostics,
    wantExtended: request.include_extended,
    wantLinks: request.include_links,
    wantImages: request.include_images,
  };
}

/** The bytes of a page; undefined when they have gone from their store. */
export const readBytes = async ({
  bytes,
  read,
}: Pick<LoadedPage, 'bytes' | 'read'>): Promise<PageBytes | undefined> =>
  read === undefined ? bytes : read();

/** Those bytes for a worker, to which they are moved: a copy where others wait with them, for which there must be room. */
export const takeBytes = (found: PageBytes, { isShared }: Pick<LoadedPage, 'isShared'>): PageBytes =>
  isShared ? new Uint8Array(found) : found;

/** The options that shape the content; what equals its default is left out, so that equal requests have equal tags. */
function convertOptions(request: ConvertRequest): ConvertOptions {
  return {
    ...(request.scope === 'main' ? {} : { scope: request.scope }),
    ...(request.links === 'inline' ? {} : { links: request.links }),
    ...(request.link_titles ? { linkTitles: true } : {}),
    ...(request.same_page_links === 'absolute' ? {} : { samePageLinks: request.same_page_links }),
    ...(request.images === 'keep' ? {} : { images: request.images }),
    ...(request.frontmatter ? { frontmatter: true } : {}),
    ...(request.include_selectors?.length ? { includeSelectors: request.include_selectors } : {}),
    ...(request.exclude_selectors?.length ? { excludeSelectors: request.exclude_selectors } : {}),
  };
}
