import { writeSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows how far the work is, cut to one line, in place of the last such text, when standard error is a terminal. */
  readonly progress: (line: string) => void;
  readonly interactive: boolean;
  /** Null where standard output is no terminal. */
  readonly screen: {
    /** Shows a text in place of all that is there. */
    readonly show: (text: string) => void;
    readonly rows: () => number;
  } | null;
}

/** ECMA-48: to the first place of the screen; erases to the end of the line; to the end of the screen. */
const [HOME, ERASE_LINE, ERASE_BELOW] = ['\u001b[H', '\u001b[K', '\u001b[J'];

/** The terminal of this process. What is written once its reader has gone is dropped: a service goes on without it. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessGone);
  return {
    out: (text) => void process.stdout.write(printable(text)),
    err: (text) => void process.stderr.write(printable(text)),
    progress: (line) => {
      if (!process.stderr.isTTY) return;
      const shown = printable(line).slice(0, process.stderr.columns - 1);
      process.stderr.write(`\r${shown}${ERASE_LINE}`);
    },
    interactive: process.stderr.isTTY === true,
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

/**
 * Text in which controls but tab and line feed are spelt out, as `\u001b`: names of files, addresses and messages of others
 * carry escape sequences, which would command the terminal. In JSON it is the same string.
 */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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
