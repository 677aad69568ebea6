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
  const there = targetsIn(heading.children);
  return targetsIn(line.children).every((target) => there.includes(target));
}

function targetsIn(run: readonly Inline[]): readonly string[] {
  return run.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('identifier' in node ? [node.identifier] : []),
    ...('children' in node ? targetsIn(node.children) : []),
  ]);
}
