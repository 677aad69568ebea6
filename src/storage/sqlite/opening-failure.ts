import { fail, ServiceError } from '../../contract/failure.ts';

const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/;
/** Codes of Node's file calls and of SQLite for a file or a folder that this process may not write. */
const NOT_WRITABLE = /^(EACCES|EPERM|EROFS|EISDIR|ENOTDIR|SQLITE_(READONLY|CANTOPEN|PERM|AUTH))/;

/**
 * What is told of a database that does not open, in place of "retry": whoever starts a process can mend the file.
 * `setting` is the one that names it. Anything else than a damaged or closed file is returned as it is.
 */
export function openingFailure(thrown: unknown, file: string, setting: string): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const code = String((thrown.cause as { code?: unknown } | undefined)?.code);
  const elsewhere = `or set ${setting} to another place`;
  const message = DAMAGED.test(code)
    ? `Restore ${JSON.stringify(file)} from a backup, ${elsewhere}: it is damaged, or no database.`
    : NOT_WRITABLE.test(code)
      ? `Let this user write ${JSON.stringify(file)} and its folder, ${elsewhere}: it cannot be opened (${code}).`
      : undefined;
  return message === undefined ? thrown : fail('store_unavailable', message, { cause: thrown.cause });
}
