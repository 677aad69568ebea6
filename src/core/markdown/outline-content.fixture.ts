import type { Block, Inline, Root } from '../content/tree.ts';

/** A tree as lines to compare: emphasis opened up, addresses as written, tight and loose alike. */
export function outline(root: Root): string {
  return JSON.stringify(root.children.map(plainBlock));
}

function plainBlock(block: Block): unknown {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: plainRun(block.children) };
    case 'table':
      return {
        ...block,
        children: block.children.map((row) => row.children.map((cell) => plainRun(cell.children))),
      };
    case 'list':
      return {
        ...block,
        spread: null,
        children: block.children.map((item) => [
          item.children[0]?.type === 'paragraph' ? item.checked : null,
          item.children.map(plainBlock),
        ]),
      };
    case 'blockquote':
    case 'callout':
    case 'footnoteDefinition':
      return { ...block, children: block.children.map(plainBlock) };
    case 'math':
    case 'code':
      return block;
    default:
      return block;
  }
}

function plainRun(run: readonly Inline[]): unknown[] {
  const out: unknown[] = [];
  const text = (value: string): void => {
    if (typeof out.at(-1) === 'string') out[out.length - 1] = `${out.at(-1)}${value}`;
    else out.push(value);
  };
  const visit = (node: Inline): void => {
    if (node.type === 'text') text(node.value);
    else if (node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete')
      node.children.forEach(visit);
    else if (node.type === 'link') out.push([decodeURI(node.url), node.title, plainRun(node.children)]);
    else if (node.type === 'image') out.push([decodeURI(node.url), node.title, node.alt]);
    else if (node.type === 'mark') out.push([node.tag, plainRun(node.children)]);
    else if (node.type === 'break') out.push('\n' as never, 0);
    else out.push(node);
  };
  run.forEach(visit);
  // Two formulas or code spans that a dropped span kept apart are written with a blank between.
  return out.filter((part, i) => !(part === ' ' && isFenced(out[i - 1]) && isFenced(out[i + 1])));
}

function isFenced(part: unknown): boolean {
  return (
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    (part.type === 'inlineMath' || part.type === 'inlineCode')
  );
}
