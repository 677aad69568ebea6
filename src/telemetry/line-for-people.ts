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
    .map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const told = [msg, method, route, status, took, ...fields].filter((part) => part !== undefined);
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message ?? err.type}`;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const isColoured = process.stdout.hasColors?.() === true;
  return `${clock} ${isColoured ? styleText(colour, name) : name} ${printable(told.join(' ') + stack)}\n`;
}
