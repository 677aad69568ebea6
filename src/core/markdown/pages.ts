import { estimateTokens } from '../token-estimate.ts';

/** A written document with the offsets where it may be cut. */
export interface Cuttable {
  readonly text: string;
  /** Offsets at which a top-level block starts, ascending. */
  readonly blockStarts: readonly number[];
  /** Offsets at which an item of a top-level list starts, ascending. */
  readonly itemStarts: readonly number[];
}

/**
 * Cuts a document into pages of at most `maxTokens` (`estimateTokens`) each, at the starts of blocks. A list
 * longer than a page is cut between its items; any other block longer than a page is a page of its own, never
 * torn. The pages joined with nothing between them are the document. No text, no pages.
 */
export function cutPages(document: Cuttable, maxTokens: number): string[] {
  const { text } = document;
  const pages: string[] = [];
  let pageStart = 0;
  let pageTokens = 0;
  const close = (at: number): void => {
    if (at > pageStart) pages.push(text.slice(pageStart, at));
    pageStart = at;
    pageTokens = 0;
  };
  const add = (start: number, end: number): number => {
    const tokens = estimateTokens(text.slice(start, end));
    if (pageTokens > 0 && pageTokens + tokens > maxTokens) close(start);
    pageTokens += tokens;
    return tokens;
  };
  let nextItem = 0;
  forEachPart(document.blockStarts, text.length, (start, end) => {
    const items: number[] = [];
    for (
      ;
      nextItem < document.itemStarts.length && (document.itemStarts[nextItem] as number) < end;
      nextItem++
    ) {
      items.push(document.itemStarts[nextItem] as number);
    }
    const isLong = items.length > 1 && estimateTokens(text.slice(start, end)) > maxTokens;
    if (isLong) forEachPart([start, ...items.slice(1)], end, add);
    else add(start, end);
  });
  close(text.length);
  return pages;
}

function forEachPart(
  starts: readonly number[],
  end: number,
  visit: (start: number, end: number) => void,
): void {
  for (let i = 0; i < starts.length; i++) visit(starts[i] as number, starts[i + 1] ?? end);
}
