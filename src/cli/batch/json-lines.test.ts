import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openJsonLines } from './json-lines.ts';

test('lines are read piece by piece, whatever lies where a piece ends, and a torn one is cut off', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  try {
    const file = path.join(dir, 'lines');
    // Pieces are of 64 KiB: characters of two bytes and of three lie over their ends.
    const lines = Array.from({ length: 40 }, (_, i) => 'ü€'.repeat(2000 + i));
    const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(file, `${whole}{"torn`);
    const journal = await openJsonLines<string>(file);
    expect(journal.read).toEqual(lines);
    await journal.add('next');
    await journal.close();
    expect(readFileSync(file, 'utf8')).toBe(`${whole}"next"\n`);
    writeFileSync(file, '"a"\n{"b\n"c"\n');
    await expect(openJsonLines(file)).rejects.toThrow('line 2 is not JSON');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
