const isFigure = (cell) => /^(?:\*\*)?[-+]?[\d–]/.test(cell);

/** Rows of cells, the first row the head, as a Markdown table with aligned columns; figures stand at the right. */
export function table(rows) {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '–')));
  const widths = cells[0].map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const atRight = widths.map((_, column) => cells.slice(1).every((row) => isFigure(row[column])));
  const line = (row) =>
    `| ${row.map((cell, i) => (atRight[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => `${'-'.repeat(width + 1)}${atRight[i] ? ':' : '-'}`).join('|')}|`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}
