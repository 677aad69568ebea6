import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exportLines, fillStores, reader, transferSuite } from '../../tests/storage/transfer-suite.ts';
import { IN_MEMORY } from './sqlite/connection.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import { importStores, summarize } from './transfer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-transfer-'));
let files = 0;
const memory = () => openSqliteStores({ file: IN_MEMORY });
const sqlite = () => openSqliteStores({ file: path.join(folder, `${files++}.db`) });

afterAll(() => rmSync(folder, { recursive: true }));

describe('transfer', () => {
  transferSuite('sqlite to memory', sqlite, memory);
  transferSuite('memory to sqlite', memory, sqlite);

  test('a call that was given back after its counter had gone keeps nobody from an export', async () => {
    const [source, target] = [await memory(), await memory()];
    await fillStores(source);
    const daily: typeof source.usage.daily = async (...asked) =>
      (await source.usage.daily(...asked)).map((day) => ({ ...day, calls: -1 }));
    const lines = await exportLines({ ...source, usage: { ...source.usage, daily } });
    expect(lines.find((line) => line.includes('usage_day'))).toContain('"calls":0');
    await importStores(target, reader(lines));
  });

  test('importStores refuses every damaged file and writes nothing', async () => {
    const source = await memory();
    await fillStores(source);
    const lines = await exportLines(source);
    const damages: readonly string[][] = [
      [],
      lines.slice(0, -1),
      lines.slice(1),
      [...lines.slice(0, 5), ...lines.slice(6)],
      lines.map((line, i) => (i === 3 ? line.replace('"free"', '"growth"') : line)),
      lines.map((line, i) => (i === 3 ? '{' : line)),
      lines.map((line, i) => (i === 3 ? '{"type":"other"}' : line)),
      [...lines, lines[2]!],
    ];
    for (const damage of damages) {
      const target = await memory();
      await expect(importStores(target, reader(damage))).rejects.toMatchObject({
        failure: { reason: 'invalid_request' },
      });
      expect((await summarize(target)).counts.api_key).toBe(0);
    }
  });

  test('importStores refuses stores that hold something', async () => {
    const source = await memory();
    await fillStores(source);
    await expect(importStores(source, reader(await exportLines(source)))).rejects.toThrow('empty store');
  });
});
