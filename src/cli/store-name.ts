import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { invalid } from '../contract/failure.ts';
import { ownCommand } from './own-command.ts';

type Storage = Config['storage'];

/** The store of the settings, as a person is told of it: the file, which follows the folder unless the settings name one. */
export function storeName(storage: Storage): string {
  return storage.kind === 'sqlite' ? storage.file : storage.kind;
}

/** Throws `invalid_request` where this user sees no file that the settings name. */
export function requireStore(storage: Storage): void {
  if (storage.kind !== 'sqlite' || existsSync(storage.file)) return;
  throw invalid(
    `Run this in the folder where the service was started, or set PAGEMARK_DATABASE_URL as it is set there: this user sees no ${JSON.stringify(storage.file)}. "serve", "keys create" and "licenses create" make one.`,
  );
}

/**
 * How to make a key in the store of the settings: for a file, a line to paste into a shell, also one with other settings; '' for
 * the memory of a process, which no command reaches.
 */
export function toMakeKey(storage: Storage): string {
  const command = `${ownCommand()} keys create --plan free\n`;
  if (storage.kind === 'memory') return '';
  if (storage.kind === 'postgres') return `To make one, with the settings of the service: ${command}`;
  const isUsual = storage.file === path.resolve('data/pagemark.db');
  return `To make one: ${isUsual ? '' : `PAGEMARK_DATABASE_URL=${quoted(`file:${storage.file}`)} `}${command}`;
}

/** A word of a shell that means itself (POSIX.1-2024, 2.2.2 of Shell Command Language). */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
