import { statSync } from 'node:fs';
import path from 'node:path';
import { fail, ServiceError } from '../../contract/failure.ts';

const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/;
/** Codes of Node's file calls and of SQLite for a file or a folder that this process may not write. */
const NOT_ALLOWED = /^(EACCES|EPERM|SQLITE_(READONLY|CANTOPEN|PERM|AUTH))/;
/** And for one that cannot be made or written at all. */
const NOT_WRITABLE = /^(EROFS|EISDIR|ENOTDIR|ENOENT|ENOSPC|EDQUOT|ELOOP|ENAMETOOLONG|SQLITE_(FULL|IOERR))/;

/**
 * What is told of a database that does not open, in place of "retry": whoever starts a process can mend the file.
 * `setting` is the one that names it. Anything else than a damaged or closed file is returned as it is.
 */
export function openingFailure(thrown: unknown, file: string, setting: string): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const cause = saidOf(thrown);
  const { code = '', message: told } = cause;
  const elsewhere = `or set ${setting} to another place`;
  const message = DAMAGED.test(code)
    ? `Restore ${JSON.stringify(file)} from a backup, ${elsewhere}: it is damaged, or no database.`
    : NOT_ALLOWED.test(code) || NOT_WRITABLE.test(code)
      ? `${remedy(file, NOT_ALLOWED.test(code))}, ${elsewhere}: ${JSON.stringify(file)} cannot be opened (${told}).`
      : undefined;
  return message === undefined ? thrown : fail('store_unavailable', message, { cause });
}

/** Whether a database does not open because its file is damaged, or none. */
export function isDamaged(thrown: unknown): boolean {
  return thrown instanceof ServiceError && DAMAGED.test(saidOf(thrown).code ?? '');
}

/** What SQLite or the system said, below what the operator is told. */
function saidOf({ cause }: ServiceError): { readonly code?: string; readonly message?: string } {
  return cause instanceof Error ? (cause.cause ?? cause) : {};
}

/** What to do for a file that cannot be written; a folder of another user's, as a container mounts one, is handed over. */
function remedy(file: string, isForbidden: boolean): string {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const folder = path.dirname(file);
  const owner = ownerOf(file) ?? ownerOf(folder);
  if (!isForbidden || uid === 0 || owner === undefined || owner === uid)
    return 'Let this user write the file and its folder';
  const files = ownerOf(file) === undefined ? '' : ` ${JSON.stringify(file)}*`;
  return `Run \`chown ${uid}:${gid} ${JSON.stringify(folder)}${files}\` as root (this process is user ${uid}, the owner is user ${owner})`;
}

function ownerOf(at: string): number | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false })?.uid;
  } catch {
    return undefined;
  }
}
