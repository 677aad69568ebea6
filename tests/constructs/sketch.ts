import type { Nodes, Parent, RootContent } from 'mdast';

/**
 * A Markdown tree as one line per block: what a reader sees of it, without positions and without what a parser
 * cannot tell apart (tight and loose lists, which kind of fence). GitHub's alerts and `<details>` are named as
 * such, because mdast has neither.
 */
export function sketch(tree: Nodes): string {
  return blocks((tree as Parent).children as RootContent[], '').join('\n');
}

function blocks(nodes: readonly RootContent[], indent: string): string[] {
  return nodes.flatMap((node) => block(node, indent));
}

function block(node: RootContent, indent: string): string[] {
  switch (node.type) {
    case 'paragraph':
      return [`${indent}p ${inline(node.children)}`];
    case 'heading':
      return [`${indent}h${node.depth} ${inline(node.children)}`];
    case 'thematicBreak':
      return [`${indent}rule`];
    case 'code':
      return [`${indent}code ${node.lang ?? '-'} ${node.meta ?? '-'} ${JSON.stringify(node.value)}`];
    case 'math':
      return [`${indent}math ${JSON.stringify(node.value)}`];
    case 'html':
      return html(node.value).map((tag) => `${indent}html ${tag}`);
    case 'blockquote':
      return [`${indent}quote`, ...quoted(node.children as RootContent[], `${indent}  `)];
    case 'list':
      return [
        `${indent}${node.ordered ? `numbered ${node.start ?? 1}` : 'bulleted'}`,
        ...node.children.flatMap((item) => {
          const box = item.checked === true ? ' [x]' : item.checked === false ? ' [ ]' : '';
          return [`${indent}- item${box}`, ...blocks(item.children as RootContent[], `${indent}    `)];
        }),
      ];
    case 'table':
      return [
        `${indent}table ${(node.align ?? []).map((side) => side ?? '-').join(' ')}`,
        ...node.children.map(
          (row) => `${indent}  | ${row.children.map((cell) => inline(cell.children)).join(' | ')}`,
        ),
      ];
    case 'footnoteDefinition':
      return [`${indent}note ${node.identifier}`, ...blocks(node.children as RootContent[], `${indent}  `)];
    default:
      return [`${indent}${node.type}`];
  }
}

/** A quotation's blocks, with the marker of an alert on a line of its own. */
function quoted(children: readonly RootContent[], indent: string): string[] {
  const lines = blocks(children, indent);
  const alert = /^\s*p (\[!\w+\])(?:\n|\s)*/.exec(lines[0] ?? '');
  if (alert === null) return lines;
  const rest = lines[0]!.slice(alert[0].length);
  return [`${indent}alert ${alert[1]}`, ...(rest === '' ? [] : [`${indent}p ${rest}`]), ...lines.slice(1)];
}

function html(value: string): string[] {
  return value
    .split(/(?<=>)\s*(?=<(?:summary|\/?details|\/?table|\/?tr))|(?<=<\/summary>)\s*/)
    .map((tag) => tag.replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '');
}

function inline(nodes: readonly Nodes[]): string {
  return nodes
    .map(piece)
    .join('')
    .replace(/[ \t\n]+/g, ' ')
    .trim();
}

function piece(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'emphasis':
      return `em(${inner(node)})`;
    case 'strong':
      return `strong(${inner(node)})`;
    case 'delete':
      return `del(${inner(node)})`;
    case 'inlineCode':
      return `code(${JSON.stringify(node.value)})`;
    case 'inlineMath':
      return `math(${JSON.stringify(node.value)})`;
    case 'break':
      return '⏎';
    case 'link':
      return `link(${node.url}${node.title ? ` "${node.title}"` : ''}: ${inner(node)})`;
    case 'image':
      return `image(${node.url}${node.title ? ` "${node.title}"` : ''}: ${node.alt ?? ''})`;
    case 'footnoteReference':
      return `note(${node.identifier})`;
    case 'html':
      return /^<br\s*\/?>$/.test(node.value) ? '⏎' : node.value;
    default:
      return `${node.type}(${'children' in node ? inner(node as Parent) : ''})`;
  }
}

function inner(node: Parent): string {
  return node.children.map(piece).join('');
}
