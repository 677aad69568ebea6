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

/** This command line for hints that can be pasted, on the store of the settings also where another shell has others. */
export function ownCommandOn(storage: Storage): string {
  const isUsual = storage.kind !== 'sqlite' || storage.file === path.resolve('data/pagemark.db');
  return isUsual
    ? ownCommand()
    : `PAGEMARK_DATABASE_URL=${JSON.stringify(`file:${storage.file}`)} ${ownCommand()}`;
}
