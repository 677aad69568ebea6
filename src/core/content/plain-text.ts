import type { Block, Inline, Text } from './tree.ts';

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

/** Writes a text behind some inline content: into the text at its end, if there is one. */
export function addText(nodes: Inline[], value: string): void {
  const last = nodes.at(-1);
  if (last?.type === 'text') last.value += value;
  else nodes.push({ type: 'text', value });
}

/** The text with which the first of some blocks, a paragraph, begins; null where they begin otherwise. */
export function leadText([first]: readonly Block[]): Text | null {
  const lead = first?.type === 'paragraph' ? first.children[0] : undefined;
  return lead?.type === 'text' ? lead : null;
}
