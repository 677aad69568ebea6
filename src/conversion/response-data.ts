import { toUri } from '../contract/address.ts';
import type { ConvertResponse } from '../contract/convert.ts';
import type { ConvertedPage } from './converter.ts';
import { defined } from './defined.ts';

/** What of a converted page can be shown. */
export type ShownPage = Omit<ConvertedPage, 'etag' | 'format' | 'finalUrl' | 'upstream'>;

/** The `data` of the contract's success answer, `content` first; the same on HTTP, MCP and the command line. */
export function convertData(page: ShownPage): ConvertResponse['data'] {
  const { content, extended, links, images, part, nextCursor, outcome, diagnostics, tokens } = page;
  return {
    content,
    ...defined({
      metadata: withAddress(page),
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

/**
 * The metadata with the fragment of this caller, which no result that others share has. Of a file without an address they say
 * the one that URLs have for that: the contract wants a URI.
 */
function withAddress({ metadata, fragment }: ShownPage): ShownPage['metadata'] {
  if (metadata === undefined) return undefined;
  const { url } = metadata;
  const full = fragment === undefined ? url : toUri(`${url}#${fragment}`);
  return { ...metadata, url: url === '' ? 'about:blank' : full };
}

/** The page with what its request's unknown fields may have meant among its diagnostics, where it has these. */
export function warned(page: ConvertedPage, warnings: readonly string[]): ConvertedPage {
  return page.diagnostics === undefined || warnings.length === 0
    ? page
    : { ...page, diagnostics: { ...page.diagnostics, warnings } };
}
