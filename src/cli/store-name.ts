import { statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { invalid } from '../contract/failure.ts';
import { ownCommand } from './own-command.ts';

type Storage = Config['storage'];

/** The store of the settings, as a person is told of it: the file, which follows the folder unless the settings name one. */
export function storeName(storage: Storage): string {
  return storage.kind === 'sqlite' ? storage.file : storage.kind;
}

/** Throws `invalid_request` where the settings name a file that is not there. */
export function requireStore(storage: Storage): void {
  if (storage.kind !== 'sqlite' || !isMissing(storage.file)) return;
  throw invalid(
    `Run this in the folder where the service was started, or set PAGEMARK_DATABASE_URL as it is set there: there is no ${JSON.stringify(storage.file)}. "serve", "keys create" and "licenses create" make one.`,
  );
}

/** False also for a file in a folder that this user may not read: opening it tells that. */
function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** This command line for hints that can be pasted, on the store of the settings also where another shell has others. */
export function ownCommandOn(storage: Storage): string {
  const isUsual = storage.kind !== 'sqlite' || storage.file === path.resolve('data/pagemark.db');
  return isUsual
    ? ownCommand()
    : `PAGEMARK_DATABASE_URL=${shellWord(`file:${storage.file}`)} ${ownCommand()}`;
}

/** A word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
