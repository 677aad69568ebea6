import { type Command, InvalidArgumentError } from 'commander';
import type { Access } from '../../access/access.ts';
import { rfc3339 } from '../../access/ai-quota.ts';
import type { Config } from '../../config/config.ts';
import type { Stores } from '../../storage/ports.ts';
import type { Terminal } from '../terminal.ts';

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** For a command that did its work and still has to tell of failures. */
  readonly setExitCode: (code: number) => void;
  /**
   * Names the store of the settings on standard error, opens it, runs one action on it, and closes it again. Throws
   * `invalid_request` where there is no such file, unless the action is one that may make it.
   */
  readonly withAccess: <T>(action: (access: Access) => Promise<T>, mayMake?: 'may make') => Promise<T>;
  /** The same for an action on the store as a whole. */
  readonly withStores: <T>(
    action: (stores: Stores, config: Config) => Promise<T>,
    mayMake?: 'may make',
  ) => Promise<T>;
}

/** Adds one command, or a command with its own, to a program. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** Adds `--json`, which every command takes but `completion`, whose script is its result. */
export function jsonFlag(command: Command, about = 'print one JSON document'): Command {
  return command.option('--json', about);
}

/** RFC 3339 date-time with a zone, section 5.6. */
const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch of an RFC 3339 time; a past one is accepted. */
export function parseTime(text: string): number {
  const day = RFC_3339.exec(text)?.[1];
  const ms = day === undefined || !isDay(day) ? Number.NaN : Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give an RFC 3339 time such as 2027-01-31T00:00:00Z.');
  return ms;
}

/** Whether a date is in the calendar: `Date` takes 30 February for a day in March. */
function isDay(date: string): boolean {
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** Where the settings say that a process listens. */
export function listensAt({ host, port }: Pick<Config['server'], 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A whole number from 0 up. */
export function parseCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number such as 100.');
  return Number(text);
}

/** The values of an option that may be repeated. */
export const collect = (value: string, all: unknown) => [...((all as string[] | undefined) ?? []), value];

/** Reads a whole number from 1 up. */
export const parseMost =
  (most: number) =>
  (text: string): number => {
    const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > most) throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
    return value;
  };

/** RFC 3339 UTC of a time in milliseconds; null stays null. */
export function timeText(atMs: number | null): string | null {
  return atMs === null ? null : rfc3339(atMs);
}
