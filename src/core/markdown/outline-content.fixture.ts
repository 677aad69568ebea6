import type { Block, Inline, Root } from '../content/tree.ts';

/** A tree as lines to compare: emphasis opened up, addresses as written, tight and loose alike. */
export function outline(root: Root): string {
  return JSON.stringify(root.children.map(plainBlock));
}

/** As `outline`, with emphasis: what a tree that was parsed must keep. */
export function exactOutline(root: Root): string {
  return JSON.stringify(root.children, (key, value: unknown) =>
    key === 'spread' ? null : key === 'url' ? decode(value as string) : value,
  );
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
    case 'footnoteDefinition':
      return { ...block, children: block.children.map(plainBlock) };
    case 'callout':
      return {
        ...block,
        name: '',
        title: [],
        children: [...titleBlocks(block.title), ...block.children].map(plainBlock),
      };
    case 'details':
      return { ...block, summary: plainHtml(block.summary), children: block.children.map(plainBlock) };
    case 'htmlTable':
      return {
        ...block,
        caption: plainHtml(block.caption),
        rows: block.rows.map((row) =>
          row.cells.map((cell) => ({ ...cell, children: cell.children.map(plainBlock) })),
        ),
      };
    case 'math':
      return { ...block, value: block.value.split('\n').filter((line) => line.trim() !== '') };
    default:
      return block;
  }
}

/** A callout's title is a paragraph of its own in Markdown. */
function titleBlocks(title: Inline[]): Block[] {
  return title.length === 0 ? [] : [{ type: 'paragraph', children: title }];
}

/** Inline content where only HTML is read: words, line breaks and the allowed marks. */
function plainHtml(run: readonly Inline[]): string {
  const text = (node: Inline): string => {
    if (node.type === 'break') return '<br>';
    if (node.type === 'mark') return `<${node.tag}>${node.children.map(text).join('')}</${node.tag}>`;
    if ('children' in node) return node.children.map(text).join('');
    if (node.type === 'image') return node.alt;
    if (node.type === 'footnoteReference') return `[${node.identifier}]`;
    if (node.type === 'inlineMath') return `$${node.value}$`;
    return 'value' in node ? node.value : '';
  };
  return run
    .map(text)
    .join('')
    .replace(/[ \t\n]+/g, ' ')
    .trim();
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
    else if (node.type === 'link') out.push([decode(node.url), oneLine(node.title), plainRun(node.children)]);
    else if (node.type === 'image')
      out.push([decode(node.url), oneLine(node.title), node.alt || (node.name ?? '')]);
    else if (node.type === 'mark') out.push([node.tag, plainRun(node.children)]);
    else if (node.type === 'break') out.push('\n' as never, 0);
    else if (node.type === 'inlineMath') out.push({ ...node, value: node.value.replace(/\\vert ?/g, '|') });
    else out.push(node);
  };
  run.forEach(visit);
  // Two formulas or code spans that a dropped span kept apart are written with a blank between.
  return out.filter((part, i) => !(part === ' ' && isFenced(out[i - 1]) && isFenced(out[i + 1])));
}

function oneLine(title: string | null): string | null {
  return title === null ? null : title.replace(/[ \t\n]+/g, ' ').trim();
}

function decode(url: string): string {
  return decodeURI(url.trim());
}

function isFenced(part: unknown): boolean {
  return (
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    (part.type === 'inlineMath' || part.type === 'inlineCode')
  );
}
