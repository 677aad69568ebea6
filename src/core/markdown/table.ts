import type { Alignment, Table } from '../content/tree.ts';
import { type InlineOptions, writeInline } from './inline.ts';

/** A GFM table, one space around each cell and no padding: columns are not drawn, tokens are not wasted. */
export function writeTable(table: Table, options: InlineOptions): string {
  const columns = Math.max(
    table.align.length,
    ...table.children.slice(0, 1).map((row) => row.children.length),
  );
  const lines: string[] = [];
  for (const row of table.children) {
    let line = '|';
    for (let column = 0; column < columns; column++) {
      const cell = row.children[column];
      const value = cell === undefined ? '' : writeInline(cell.children, 'cell', options).trim();
      line += value === '' ? '  |' : ` ${value} |`;
    }
    lines.push(line);
    if (lines.length === 1) lines.push(delimiterRow(table.align, columns));
  }
  return lines.join('\n');
}

function delimiterRow(align: readonly Alignment[], columns: number): string {
  let line = '|';
  for (let column = 0; column < columns; column++) line += ` ${DELIMITERS[align[column] ?? 'none']} |`;
  return line;
}

const DELIMITERS = { left: ':---', center: ':---:', right: '---:', none: '---' } as const;
