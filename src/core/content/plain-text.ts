import type { Inline } from './tree.ts';

/** Text of inline content, without images and note references. */
export function plainText(nodes: readonly Inline[]): string {
  let out = '';
  for (const node of nodes) {
    if ('children' in node) out += plainText(node.children);
    else if ('value' in node) out += node.value;
    else if (node.type === 'break') out += '\n';
  }
  return out;
}
