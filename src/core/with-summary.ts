import type { Block, Root } from './content/tree.ts';
import type { PageSummary } from './metadata/metadata.ts';
import { isBlankContent } from './outcome/blank-content.ts';

/**
 * What a page of which nothing was found says of itself to those who link to it: its title and its description, which on the
 * shell of a thread or an article is its beginning. Content with any text or picture is returned as it is, and so is that
 * of a page without a description.
 */
export function withSummary(content: Root, page: () => PageSummary): Root {
  if (!isBlankContent(content)) return content;
  const { title, description } = page();
  if (description === null) return content;
  const heading: Block = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] };
  const paragraph: Block = { type: 'paragraph', children: [{ type: 'text', value: description }] };
  return { type: 'root', children: title === '' ? [paragraph] : [heading, paragraph] };
}
