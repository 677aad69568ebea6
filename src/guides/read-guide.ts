import type { Root } from '../core/content/tree.ts';
import { noInvisible } from '../core/invisible-characters.ts';
import { readMarkdown } from '../documents/markdown/read-markdown.ts';

/** Where a guide stands for the reader of Markdown, which makes addresses absolute. No such host exists (RFC 6761, 6.4). */
export const GUIDES_BASE = 'https://guides.invalid/docs/';

/** The content tree of a guide; `name` is that of its file without the ending. Throws when a part of it would be lost. */
export function readGuide(name: string, bytes: Uint8Array): Root {
  const document = { bytes, contentType: 'text/markdown; charset=utf-8', url: `${GUIDES_BASE}${name}.md` };
  const { content, removed = [] } = readMarkdown(document, {}, noInvisible());
  const lost = removed.map(({ element, text }) => `${element} "${text}"`);
  if (lost.length > 0) throw new Error(`Write docs/${name}.md without ${lost.join(', ')}: it is left out`);
  return content;
}
