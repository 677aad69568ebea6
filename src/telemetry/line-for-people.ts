import { styleText } from 'node:util';
import { printable } from './printable.ts';

/** Levels of pino, by the least number of each, with their colours. */
const LEVELS = [
  [50, 'error', 'red'],
  [40, 'warn', 'yellow'],
  [30, 'info', 'green'],
  [0, 'debug', 'gray'],
] as const;
/** Fields of an answer that programs count, and people do not read. */
const FOR_PROGRAMS = new Set(['writeMs', 'bytesOut', 'traceId', 'tier']);

/** A JSON line of the log as a line for people: `10:57:24 info answered POST /v1/convert 200 132 ms keyId=key_…`. */
export function lineForPeople(json: string): string {
  const { time, level, msg = '', method, route, status, durationMs, err, ...more } = JSON.parse(json);
  const [, name, colour] = LEVELS.find(([least]) => level >= least)!;
  const took = durationMs === undefined ? undefined : `${Math.round(durationMs)} ms`;
  const fields = Object.entries(more)
    .filter(([field]) => !FOR_PROGRAMS.has(field))
    .map(([field, value]) => `${field}=${shown(value)}`);
  const told = [msg, method, route, status, took, ...fields].filter((part) => part !== undefined);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const isColoured = process.stdout.hasColors?.() === true;
  return `${clock} ${isColoured ? styleText(colour, name) : name} ${printable(told.join(' ') + stackOf(err))}\n`;
}

/** A value on its line: one with blanks or quotation marks is written as JSON, so that it begins no line or field of its own. */
const shown = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);

/** An error of the log as `errorFields` writes it. */
interface LoggedError {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error and its causes, each with its code and stack, indented below the line that they belong to. */
function stackOf(error: LoggedError | undefined): string {
  const lines: string[] = [];
  for (let at = error; at !== undefined; at = at.cause) {
    const { code, stack = at.message ?? at.type } = at;
    const told = [at === error ? undefined : '(caused by)', code, stack];
    lines.push(
      ...told
        .filter((part) => part !== undefined)
        .join(' ')
        .split('\n'),
    );
  }
  return lines.map((line) => `\n  ${line}`).join('');
}
