import type { Block, Inline } from '../content/tree.ts';

const FLAGS: Readonly<Record<string, string>> = { emphasis: 'e', strong: 's', delete: 'd' };

/** Each letter and digit of the paragraphs, headings and tables among `blocks`, with the emphasis on it. */
export function weights(
  blocks: readonly Block[],
): { readonly letter: string; readonly marks: Set<string> }[] {
  const out: { letter: string; marks: Set<string> }[] = [];
  const visit = (run: readonly Inline[], marks: Set<string>): void => {
    for (const node of run) {
      if (node.type === 'text')
        for (const letter of node.value.match(/[\p{L}\p{N}]/gu) ?? []) out.push({ letter, marks });
      else if ('children' in node) {
        const flag = FLAGS[node.type];
        visit(node.children, flag === undefined ? marks : new Set([...marks, flag]));
      }
    }
  };
  for (const block of blocks) {
    if (block.type === 'paragraph' || block.type === 'heading') visit(block.children, new Set());
    else if (block.type === 'table')
      for (const row of block.children) for (const cell of row.children) visit(cell.children, new Set());
  }
  return out;
}
