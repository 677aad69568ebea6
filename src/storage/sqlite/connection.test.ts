import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../contract/failure.ts';
import { makeFolder, openingFailure } from './connection.ts';

test('makeFolder makes every missing level for the owner only', () => {
  const base = mkdtempSync(path.join(tmpdir(), 'pagemark-folder-'));
  const folder = path.join(base, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(path.join(base, 'file'), '');
  expect(() => makeFolder(path.join(base, 'file', 'below'))).toThrow(/ENOTDIR|EEXIST/);
  rmSync(base, { recursive: true });
});

test.runIf(process.platform === 'linux')('makeFolder fails below /proc instead of hanging', () => {
  expect(() => makeFolder('/proc/pagemark/data')).toThrow(/ENOENT/);
});

const told = (code: string, file: string) => {
  const cause = Object.assign(new Error(`${code}: permission denied`), { code });
  return (openingFailure(fail('store_unavailable', '', { cause }), file, 'PAGEMARK_DATA_DIR') as Error)
    .message;
};

test('openingFailure: a folder of another user names both users and the command', () => {
  const own = process.geteuid!();
  // Root owns what others cannot write, and can give away a folder; another user can do neither.
  const folder = own === 0 ? mkdtempSync(path.join(tmpdir(), 'pagemark-')) : '/';
  if (own === 0) chownSync(folder, 1000, 1000);
  const quoted = JSON.stringify(folder);
  try {
    expect(told('EACCES', path.join(folder, 'pagemark.db'))).toBe(
      `Give ${quoted}, which user ${own === 0 ? 1000 : 0} owns, to user ${own}, who runs this (chown -R ${own} ${quoted}), or set PAGEMARK_DATA_DIR to another place: it cannot be opened (EACCES: permission denied).`,
    );
    expect(told('EROFS', path.join(folder, 'pagemark.db'))).toMatch(/^Let this user write/);
  } finally {
    if (own === 0) rmSync(folder, { recursive: true });
  }
});

test('openingFailure: a folder that cannot be looked at is not judged', () => {
  expect(told('EACCES', '/nowhere/at all/pagemark.db')).toMatch(/^Let this user write "\/nowhere/);
});
