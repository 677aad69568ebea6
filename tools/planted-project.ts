import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Runs a program of this folder, with options, on a small project with these files, by path; what it printed and its exit code. */
export function runOn(program: string, files: Readonly<Record<string, string>>, ...options: string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const script = fileURLToPath(new URL(program, import.meta.url));
  const run = spawnSync(process.execPath, [script, ...options, root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}
