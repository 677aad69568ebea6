/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True when standard output is a terminal that shows colours (`NO_COLOR` and pipes turn them off). */
  readonly colour: boolean;
  /** True when standard error is a terminal: only then is progress shown. */
  readonly interactive: boolean;
}

/** The terminal of this process. What is written once its reader has gone is dropped: a service goes on without it. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessGone);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  };
}

/** Throws what is wrong with a stream, except that its reader has gone (EIO: a terminal that was closed). */
function unlessGone(error: Error & { readonly code?: string }): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** Rows as an aligned table with a header line; an empty list is one line that says so. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return `${none}\n`;
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[columns, ...rows].map(line).join('\n')}\n`;
}

/** One JSON document on one line, for programs. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
