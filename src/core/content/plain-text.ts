import type { Inline } from './tree.ts';

/** Text of inline content, without images and note references. */
export function plainText(nodes: readonly Inline[]): string {
  let out = '';
  for (const node of nodes) {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
      case 'inlineMath':
        out += node.value;
        break;
      case 'break':
        out += '\n';
        break;
      case 'image':
      case 'footnoteReference':
        break;
      default:
        out += plainText(node.children);
    }
  }
  return out;
}
