import { expect, test } from 'vitest';
import { insertAll, raw, sql } from './sql-database.ts';

test('sql binds values in the order of their places, those of its parts too', () => {
  const where = sql`key = ${'k'} AND day > ${3}`;
  expect(sql`SELECT ${raw('a')}, ${null} FROM t WHERE ${where} LIMIT ${1}`).toEqual({
    sql: 'SELECT a, ? FROM t WHERE key = ? AND day > ? LIMIT ?',
    values: [null, 'k', 3, 1],
  });
});

test('insertAll is one text for any number of rows: SQLite keeps a statement for each', () => {
  const each = (all: unknown) => sql`json_each(${JSON.stringify(all)})`;
  const insertion = { into: 't', columns: ['a', 'b'], texts: ['a'] };
  const texts = [0, 1, 500].map((n) => insertAll({ each }, insertion, Array(n).fill(['x', 1])).sql);
  expect(new Set(texts).size).toBe(1);
});
