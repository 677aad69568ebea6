import type { ConvertResponse } from '../contract/convert.ts';
import type { ConvertedPage } from './converter.ts';
import { defined } from './defined.ts';

/** What of a converted page can be shown. */
export type ShownPage = Omit<ConvertedPage, 'etag' | 'format' | 'finalUrl'>;

/** The `data` of the contract's success answer, `content` first; the same on HTTP, MCP and the command line. */
export function convertData(page: ShownPage): ConvertResponse['data'] {
  const { content, metadata, extended, links, images, part, nextCursor, outcome, diagnostics, tokens } = page;
  return {
    content,
    ...defined({
      metadata: metadata && withAddress(metadata),
      extended,
      links: links && [...links],
      images: images && [...images],
      part: part && { before: part.before, after: part.after, over_max_tokens: part.isOver },
      next_cursor: nextCursor,
      outcome: outcome as never,
      usage: diagnostics && { tokens },
      diagnostics,
    }),
  };
}

/** The metadata of a file without an address say the one that URLs have for that: the contract wants a URI. */
function withAddress<T extends { readonly url: string }>(metadata: T): T {
  return metadata.url === '' ? { ...metadata, url: 'about:blank' } : metadata;
}

/** The page with what its request's unknown fields may have meant among its diagnostics, where it has these. */
export function warned(page: ConvertedPage, warnings: readonly string[]): ConvertedPage {
  return page.diagnostics === undefined || warnings.length === 0
    ? page
    : { ...page, diagnostics: { ...page.diagnostics, warnings } };
}
