import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type BatchRecord, openOutputFolder } from './output-folder.ts';

test('of a record no more is kept in memory than tells how it ended', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  const open = () => openOutputFolder(dir, { kind: 'batch', of: null });
  const page = { file: 'a.md', final_url: 'https://a.example/', title: 'A', tokens: 1, etag: '"a"' };
  const records: BatchRecord[] = [
    { url: 'https://a.example/', status: 'success', ...page },
    { url: 'https://b.example/', status: 'error', reason: 'fetch_timeout', message: 'Late' },
  ];
  try {
    const first = await open();
    for (const record of records) await first.add(record);
    const added = [...first.records.values()];
    await first.close();
    const second = await open();
    const read = [...second.records.values()];
    await second.close();
    for (const kept of [added, read])
      expect(kept).toEqual([{ status: 'success' }, { status: 'error', reason: 'fetch_timeout' }]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
