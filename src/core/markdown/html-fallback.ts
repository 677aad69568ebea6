import type { Block, Details, HtmlTable, HtmlTableCell, Inline } from '../content/tree.ts';
import { walkInline } from '../walk-content.ts';

/** A piece of finished HTML among blocks; blank lines around it let Markdown resume. */
export interface RawBlock {
  readonly type: 'raw';
  readonly value: string;
}

/** A disclosure: its first lines and its last one as HTML, its blocks between them. */
export function detailsBlocks(node: Details): (Block | RawBlock)[] {
  const summary = htmlInline(node.summary);
  const open = summary === '' ? '<details>' : `<details>\n<summary>${summary}</summary>`;
  return [{ type: 'raw', value: open }, ...node.children, { type: 'raw', value: '</details>' }];
}

/** A table that no grid holds, as HTML; blank lines, which end such a block (CommonMark 4.6), only around cells of Markdown. */
export function htmlTableBlocks(table: HtmlTable): (Block | RawBlock)[] {
  const blocks: (Block | RawBlock)[] = [];
  let html = '<table>';
  const caption = htmlInline(table.caption);
  if (caption !== '') html += `\n<caption>${caption}</caption>`;
  for (const row of table.rows) {
    html += '\n<tr>';
    for (const cell of row.cells) {
      const tag = cell.header ? 'th' : 'td';
      const plain = plainCell(cell.children);
      html += `\n<${tag}${cellAttributes(cell)}>`;
      if (plain !== null) html += `${plain}</${tag}>`;
      else {
        blocks.push({ type: 'raw', value: html }, ...cell.children);
        html = `</${tag}>`;
      }
    }
    html += '\n</tr>';
  }
  blocks.push({ type: 'raw', value: `${html}\n</table>` });
  return blocks;
}

function cellAttributes(cell: HtmlTableCell): string {
  let out = '';
  if (cell.colspan > 1) out += ` colspan="${Math.trunc(cell.colspan)}"`;
  if (cell.rowspan > 1) out += ` rowspan="${Math.trunc(cell.rowspan)}"`;
  if (cell.align !== null) out += ` align="${cell.align}"`;
  return out;
}

/** HTML of a cell that needs no Markdown: at most one paragraph of text, breaks and allowed marks. */
function plainCell(blocks: readonly Block[]): string | null {
  const only = blocks[0];
  if (only === undefined) return '';
  if (blocks.length > 1 || only.type !== 'paragraph') return null;
  return only.children.every(isPlain) ? htmlInline(only.children) : null;
}

function isPlain(node: Inline): boolean {
  if (node.type === 'mark') return node.children.every((child) => child.type === 'text');
  return node.type === 'text' || node.type === 'break';
}

/** Inline content inside an HTML block, where Markdown is not read: text, `<br>` and the allowed marks. */
function htmlInline(nodes: readonly Inline[]): string {
  const out: string[] = [];
  walkInline(nodes, (node) => {
    if (node.type !== 'mark') {
      out.push(leaf(node));
      return true;
    }
    out.push(`<${node.tag}>`);
    return () => out.push(`</${node.tag}>`);
  });
  return out.join('').replace(/ {2,}/g, ' ').trim();
}

function leaf(node: Inline): string {
  if (node.type === 'break') return '<br>';
  if (node.type === 'image') return escapeHtml(node.alt);
  if (node.type === 'inlineMath') return escapeHtml(`$${node.value}$`);
  if (node.type === 'footnoteReference') return escapeHtml(`[${node.identifier}]`);
  return 'value' in node ? escapeHtml(node.value) : '';
}

function escapeHtml(text: string): string {
  return text
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
