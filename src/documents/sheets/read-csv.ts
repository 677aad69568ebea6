import { NODE_BUDGET } from '../../core/budget.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import { type DocumentBytes, type ReadDocument, readingOf } from '../document.ts';
import { readCode } from '../read-text.ts';
import { type Cell, gridBlocks, type SheetRow } from './sheet-content.ts';

/** Signs between cells (RFC 4180, and what programs of other countries write). */
const SEPARATORS = [',', ';', '\t', '|'];
/** Lines by which the sign is told. */
const TOLD_BY = 20;

/**
 * Reads lines of separated values as a table. What has more cells than a tree may have nodes, or gets far longer as a table, is
 * program text: verbatim in a fence.
 */
export function readCsv(document: DocumentBytes): ReadDocument {
  const decoded = decodeHtml(document.bytes, document.contentType);
  const text = decoded.text.replace(/^\ufeff/, '');
  const said = /^sep=(.)\r?\n/i.exec(text);
  const separator = said?.[1] ?? separatorOf(text);
  const rows = rowsOf(said === null ? text : text.slice(said[0].length), separator);
  const widest = rows?.reduce((most, row) => Math.max(most, row.length), 0) ?? 0;
  // A table has three characters for each cell, written or not.
  const cells = (rows?.length ?? 0) * widest;
  if (rows === null || 2 * cells > NODE_BUDGET || 3 * cells > text.length + 500_000)
    return readCode(document);
  return { content: { type: 'root', children: gridBlocks(rows) }, ...readingOf(decoded) };
}

/** The sign that parts most of the first lines into the same number of cells, more than one. */
function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/, TOLD_BY).filter((line) => line.trim() !== '');
  const scoreOf = (separator: string) => {
    const lengths = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return lengths.reduce((best, length) => {
      const same = lengths.filter((other) => other === length).length;
      return length === 1 ? best : Math.max(best, same * 100 + Math.min(99, length - 1));
    }, 0);
  };
  return SEPARATORS.reduce((best, separator) => (scoreOf(separator) > scoreOf(best) ? separator : best), ',');
}

/** Rows of cells; null where a quote does not end. */
function rowsOf(text: string, separator: string): SheetRow[] | null {
  const rows: SheetRow[] = [];
  let row: Cell[] = [];
  let column = 0;
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = endOfQuote(text, at + 1);
      if (end < 0) return null;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    cell += text.slice(from, at);
    if (cell.trim() !== '') row[column] = { text: cell.trim() };
    column++;
    if (text[at] === separator) {
      at++;
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    rows.push(row);
    [row, column] = [[], 0];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function endOfQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}
