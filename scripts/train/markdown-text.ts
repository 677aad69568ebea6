import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

const LINES = new Set(['paragraph', 'heading', 'listItem', 'tableCell', 'code', 'html']);

/** Plain text of Markdown, a line per block, without front matter, images and tags. */
export function markdownText(markdown: string): string {
  const source = markdown
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    .replace(/^```json\r?\n\{[\s\S]*?\r?\n```\r?\n/, '');
  const out: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'html') out.push((node.value ?? '').replace(/<[^>]*>/g, ' '));
    else if (node.value !== undefined && node.type !== 'yaml') out.push(node.value);
    for (const child of node.children ?? []) walk(child);
    if (LINES.has(node.type)) out.push('\n');
  };
  walk(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  return out.join('');
}
