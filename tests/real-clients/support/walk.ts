import type { RealClient, ToolResult } from './clients.ts';

/** The text of a part without what it repeats (docs/api.md). */
function ownText({ content, structuredContent }: ToolResult): string {
  const text = content[0]?.text ?? '';
  const { before = '', after = '' } = structuredContent?.part ?? {};
  return text.slice(before.length, text.length - after.length);
}

/** Calls the tool for part after part of a page; gives their own texts joined. Throws on a result that is an error. */
export async function walkPage(
  client: RealClient,
  url: string,
): Promise<{ readonly text: string; readonly parts: number }> {
  let text = '';
  let cursor: string | undefined;
  for (let parts = 1; ; parts++) {
    const result = await client.call({ url, ...(cursor === undefined ? {} : { cursor }) });
    if (result.isError) throw new Error(`Part ${parts} of ${url}: ${result.content[0]?.text}`);
    text += ownText(result);
    cursor = result.structuredContent?.next_cursor;
    if (cursor === undefined) return { text, parts };
  }
}
