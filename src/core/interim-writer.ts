import type { Block, Inline, Root } from './content/tree.ts';
import type { ConvertOptions } from './options.ts';

/** Plain text of a content tree; stands in until `text/` is there. */
export function writeText(root: Root): string {
  return `${root.children.map(blockText).filter(Boolean).join('\n\n')}\n`;
}

/** Markdown of a content tree without escapes; stands in until `markdown/` is there. */
export function writeMarkdown(root: Root, _options: ConvertOptions): string {
  return `${root.children
    .map((b) => {
      const text = blockText(b);
      if (b.type === 'heading') return `${'#'.repeat(b.depth)} ${text}`;
      return b.type === 'code' ? `\`\`\`${b.lang ?? ''}\n${text}\n\`\`\`` : text;
    })
    .filter(Boolean)
    .join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'code':
    case 'math':
      return block.value;
    case 'paragraph':
    case 'heading':
      return inlineText(block.children);
    case 'list':
      return block.children.map((item) => item.children.map(blockText).join('\n')).join('\n');
    case 'table':
      return block.children.map((r) => r.children.map((c) => inlineText(c.children)).join('\t')).join('\n');
    case 'htmlTable':
      return block.rows
        .map((r) => r.cells.map((c) => c.children.map(blockText).join(' ')).join('\t'))
        .join('\n');
    case 'thematicBreak':
      return '';
    case 'details':
      return [inlineText(block.summary), ...block.children.map(blockText)].join('\n\n');
    default:
      return block.children.map(blockText).join('\n\n');
  }
}

function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((node) => {
      if ('value' in node) return node.value;
      if (node.type === 'image') return node.alt;
      if (node.type === 'break') return '\n';
      return 'children' in node ? inlineText(node.children) : '';
    })
    .join('');
}
