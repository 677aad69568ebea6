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

/** The final address with the fragment of this caller, which no result that others share has; '' of a file without one. */
export function addressOf({
  finalUrl,
  fragment,
}: {
  readonly finalUrl: string;
  readonly fragment?: string | undefined;
}): string {
  return fragment === undefined ? finalUrl : toUri(`${finalUrl}#${fragment}`);
}

/** The metadata with that address, or with the one that URLs have where there is none: the contract wants a URI. */
function withAddress({ metadata, fragment }: ShownPage): ShownPage['metadata'] {
  if (metadata === undefined) return undefined;
  return { ...metadata, url: addressOf({ finalUrl: metadata.url, fragment }) || 'about:blank' };
}

/** The page with what its request's unknown fields may have meant among its diagnostics, where it has these. */
export function warned(page: ConvertedPage, warnings: readonly string[]): ConvertedPage {
  return page.diagnostics === undefined || warnings.length === 0
    ? page
    : { ...page, diagnostics: { ...page.diagnostics, warnings } };
}
