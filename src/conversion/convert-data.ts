import type { ConvertResponse } from '../contract/convert.ts';
import type { ConvertedPage } from './convert-page.ts';

/** The `data` of the contract's success answer; the same on HTTP and MCP. */
export function convertData(page: ConvertedPage): ConvertResponse['data'] {
  return {
    content: page.content,
    ...(page.metadata === undefined ? {} : { metadata: page.metadata }),
    ...(page.extended === undefined ? {} : { extended: page.extended }),
    ...(page.links === undefined ? {} : { links: [...page.links] }),
    ...(page.images === undefined ? {} : { images: [...page.images] }),
    ...(page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor }),
    ...(page.outcome === undefined ? {} : { outcome: page.outcome as never }),
    ...(page.diagnostics === undefined
      ? {}
      : { usage: { tokens: page.tokens }, diagnostics: { ...page.diagnostics } }),
  };
}
