import path from 'node:path';
import { expect, test } from 'vitest';
import { toMakeKey } from './store-name.ts';

test.each([
  [
    'a file',
    { kind: 'sqlite', file: "/srv/it's $1/p.db" },
    /^To make one: PAGEMARK_DATABASE_URL='file:\/srv\/it'\\''s \$1\/p\.db' \S/,
  ],
  [
    'the usual file',
    { kind: 'sqlite', file: path.resolve('data/pagemark.db') },
    /^To make one: (?!PAGEMARK)\S/,
  ],
  ['PostgreSQL', { kind: 'postgres' }, /^To make one, with the settings of the service: (?!PAGEMARK)\S/],
  ['memory', { kind: 'memory' }, /^$/],
] as const)('toMakeKey: of %s', (_, storage, told) => {
  expect(toMakeKey(storage)).toMatch(told);
});
