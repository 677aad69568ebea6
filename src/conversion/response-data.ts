import type { ConvertResponse } from '../contract/convert.ts';
import type { ConvertedPage } from './converter.ts';

/** What of a converted page can be shown. */
export type ShownPage = Pick<
  ConvertedPage,
  | 'content'
  | 'metadata'
  | 'extended'
  | 'links'
  | 'images'
  | 'part'
  | 'nextCursor'
  | 'outcome'
  | 'diagnostics'
  | 'tokens'
>;

/** The `data` of the contract's success answer; the same on HTTP, MCP and the command line. */
export function convertData(page: ShownPage): ConvertResponse['data'] {
  return {
    content: page.content,
    ...(page.metadata === undefined ? {} : { metadata: page.metadata }),
    ...(page.extended === undefined ? {} : { extended: page.extended }),
    ...(page.links === undefined ? {} : { links: [...page.links] }),
    ...(page.images === undefined ? {} : { images: [...page.images] }),
    ...(page.part === undefined ? {} : { part: partData(page.part) }),
    ...(page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor }),
    ...(page.outcome === undefined ? {} : { outcome: page.outcome as never }),
    ...(page.diagnostics === undefined
      ? {}
      : { usage: { tokens: page.tokens }, diagnostics: { ...page.diagnostics } }),
  };
}

function partData({
  before,
  after,
  isOver,
}: NonNullable<ConvertedPage['part']>): ConvertResponse['data']['part'] {
  return { before, after, over_max_tokens: isOver };
}
