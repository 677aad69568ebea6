import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openJsonLines } from './json-lines.ts';

test('lines that cannot all be replaced stay, and the fault is that of what failed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  try {
    const file = path.join(dir, 'lines');
    const lines = await openJsonLines<string>(file, () => undefined);
    await lines.add('a');
    const failing = async function* () {
      yield 'b';
      throw new Error('the disk is full');
    };
    await expect(lines.replace(failing(), (line) => line)).rejects.toThrow('the disk is full');
    await lines.add('c');
    await lines.close();
    expect(readFileSync(file, 'utf8')).toBe('"a"\n"c"\n');
    expect(readdirSync(dir)).toEqual(['lines']);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('lines are read piece by piece, whatever lies where a piece ends, and a torn one is cut off', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  try {
    const file = path.join(dir, 'lines');
    // Pieces are of 64 KiB: characters of two bytes and of three lie over their ends.
    const lines = Array.from({ length: 40 }, (_, i) => 'ü€'.repeat(2000 + i));
    const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(file, `${whole}{"torn`);
    const read: string[] = [];
    const journal = await openJsonLines<string>(file, (line) => read.push(line));
    expect(read).toEqual(lines);
    await journal.add('next');
    await journal.close();
    expect(readFileSync(file, 'utf8')).toBe(`${whole}"next"\n`);
    writeFileSync(file, '"a"\n{"b\n"c"\n');
    await expect(openJsonLines(file, () => undefined)).rejects.toThrow('line 2 is not JSON');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
