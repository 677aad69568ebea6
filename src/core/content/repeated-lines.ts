import { type ContentNode, childFields, walkContent } from '../walk-content.ts';
import { plainText } from './plain-text.ts';
import type { Block, Inline, Root } from './tree.ts';

/** Takes lines out that stand right above a heading and say the same: the name of a product ahead of its title. Returns `root`. */
export function withoutRepeatedLines(root: Root): Root {
  walkContent(root, (node) => {
    const lists = node as unknown as Record<string, ContentNode[]>;
    for (const field of childFields(node)) {
      const blocks = lists[field] as Block[];
      if (blocks.some(({ type }) => type === 'heading'))
        lists[field] = blocks.filter((block, i) => !repeats(block, blocks[i + 1]));
    }
    return false;
  });
  return root;
}

/** Whether a block is a line that says nothing but what the heading below says, and leads nowhere else. */
function repeats(line: Block, heading: Block | undefined): boolean {
  if (line.type !== 'paragraph' || heading?.type !== 'heading') return false;
  if (plainText(line.children).trim() !== plainText(heading.children).trim()) return false;
  const there = addressesIn(heading.children);
  return addressesIn(line.children).every((url) => there.includes(url));
}

/** Addresses of the pictures and links of a run. */
function addressesIn(run: readonly Inline[]): readonly string[] {
  return run.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('children' in node ? addressesIn(node.children) : []),
  ]);
}
