import { writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { printable } from '../telemetry/printable.ts';
import { EXIT } from './exit-codes.ts';
import { columnsOf, cutTo, padTo } from './text-width.ts';

/** How a text is shown where colours are: not with `NO_COLOR`, nor where nobody looks. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  readonly out: (text: string, style?: Style) => void;
  readonly err: (text: string, style?: Style) => void;
  /** Shows how far the work is, cut to one line, in place of the last such text, when standard error is a terminal. */
  readonly progress: (line: string) => void;
  readonly interactive: boolean;
  /** Columns that progress has; those of a usual terminal where there is none. */
  readonly columns: () => number;
  /** Null where standard output is no terminal. */
  readonly screen: {
    /** Shows a text in place of all that is there. */
    readonly show: (text: string) => void;
    readonly rows: () => number;
  } | null;
}

/** ECMA-48: to the first place of the screen; erases to the end of the line; to the end of the screen. */
const [HOME, ERASE_LINE, ERASE_BELOW] = ['\u001b[H', '\u001b[K', '\u001b[J'];

/** Columns of a terminal that does not tell them. */
const USUAL_COLUMNS = 80;

/** Told that the stream was looked at: from Node 22 on it looks at standard output by itself, whatever is written to. */
const paint = styleText as (
  style: Style,
  text: string,
  options: { readonly validateStream: false },
) => string;

/** `hasColors` of a terminal knows `NO_COLOR`, `FORCE_COLOR` and `TERM`; other streams have none. */
function styled(stream: Partial<WriteStream>, text: string, style?: Style): string {
  return style !== undefined && stream.isTTY && stream.hasColors?.()
    ? paint(style, text, { validateStream: false })
    : text;
}

/** The terminal of this process. What is written once its reader has gone is dropped: a service goes on without it. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessGone);
  const columns = () => (process.stderr.columns || USUAL_COLUMNS) - 1;
  return {
    out: (text, style) => void process.stdout.write(styled(process.stdout, printable(text), style)),
    err: (text, style) => void process.stderr.write(styled(process.stderr, printable(text), style)),
    progress: (line) => {
      if (!process.stderr.isTTY) return;
      process.stderr.write(`\r${cutTo(columns(), printable(line))}${ERASE_LINE}`);
    },
    interactive: process.stderr.isTTY === true,
    columns,
    screen: process.stdout.isTTY
      ? {
          show: (text) =>
            void process.stdout.write(
              `${HOME}${printable(text).replaceAll('\n', `${ERASE_LINE}\n`)}${ERASE_BELOW}`,
            ),
          rows: () => process.stdout.rows,
        }
      : null,
  };
}

/** Ends the process where a stream cannot be written, unless its reader has gone (EIO: a terminal that was closed). */
function unlessGone(error: Error & { readonly code?: string }): void {
  if (error.code === 'EPIPE' || error.code === 'EIO') return;
  try {
    writeSync(
      process.stderr.fd,
      `pagemark: Make room for the output, or send it elsewhere: ${error.message}\n`,
    );
  } finally {
    process.exit(EXIT.internal);
  }
}

/**
 * Rows as an aligned table with a header line, tabs and line feeds spelt out, without the columns that no row fills; an empty list is
 * one line that says so.
 */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return `${none}\n`;
  const spelt = rows.map((row) =>
    row.map((cell) => cell.replace(/[\t\n]/g, (control) => JSON.stringify(control).slice(1, -1))),
  );
  const widths = columns.map((name, i) =>
    Math.max(columnsOf(name), ...spelt.map((row) => columnsOf(row[i] ?? ''))),
  );
  const filled = columns.flatMap((_, i) => (rows.some((row) => row[i]) ? [i] : []));
  const line = (cells: readonly string[]) =>
    filled
      .map((i) => padTo(widths[i]!, cells[i] ?? ''))
      .join('  ')
      .trimEnd();
  return `${[columns, ...spelt].map(line).join('\n')}\n`;
}

/** One JSON document on one line, for programs. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
