import type { Root } from '../content/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { WrittenDocument } from '../writing/written-document.ts';
import { BlockWriter } from './block-writer.ts';
import { footnoteLabel } from './inline.ts';
import { LinkDefinitions } from './link.ts';

/**
 * Markdown (CommonMark 0.31.2 with GFM, `[^n]` footnotes, `$` math and `> [!NOTE]` alerts) of a normalised
 * content tree, without a final line break. Of the options it reads how `links` are written and whether
 * with their titles; what they leave out of the tree is `withMedia`'s. Past `maxLength` characters it throws `TooLong`.
 */
export function writeMarkdown(
  root: Root,
  options: ConvertOptions = {},
  maxLength = Number.POSITIVE_INFINITY,
): WrittenDocument {
  const labels = new Set<string>();
  for (const block of root.children) {
    if (block.type === 'footnoteDefinition') labels.add(`^${footnoteLabel(block.identifier).toLowerCase()}`);
  }
  const definitions = new LinkDefinitions(labels);
  const { links = 'inline', linkTitles = false } = options;
  return new BlockWriter({ links, linkTitles, definitions, labels }, maxLength).write(root);
}
