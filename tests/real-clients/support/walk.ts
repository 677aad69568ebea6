import type { RealClient, ToolResult } from './clients.ts';

/** The text of a part without what it repeats (docs/api.md). */
function ownText({ content, structuredContent }: ToolResult): string {
  const text = content[0]?.text ?? '';
  const { before = '', after = '' } = structuredContent?.part ?? {};
  return text.slice(before.length, text.length - after.length);
}

/**
 * Calls the tool for part after part of a page, at most `maxParts`; gives their own texts joined. Throws on a result that is an
 * error.
 */
export async function walkPage(
  client: RealClient,
  url: string,
  maxParts = Number.POSITIVE_INFINITY,
): Promise<{ readonly text: string; readonly parts: number; readonly isWhole: boolean }> {
  let text = '';
  let cursor: string | undefined;
  for (let parts = 1; ; parts++) {
    const result = await client.call({ url, ...(cursor === undefined ? {} : { cursor }) });
    if (result.isError) throw new Error(`Part ${parts} of ${url}: ${result.content[0]?.text}`);
    text += ownText(result);
    cursor = result.structuredContent?.next_cursor;
    if (cursor === undefined || parts === maxParts) return { text, parts, isWhole: cursor === undefined };
  }
}
