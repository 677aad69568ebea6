#!/usr/bin/env node
// Makes fixtures/made anew with the package in fixtures/makers, which is installed first where it is not as its lock file
// says; with --check only compares (exit 1 where a file differs).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const makers = fileURLToPath(new URL('../fixtures/makers/', import.meta.url));

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: makers, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Versions by folder, of a lock file of npm; packages for other platforms are optional there. */
function versionsOf(lockFile) {
  const { packages } = JSON.parse(readFileSync(path.join(makers, lockFile), 'utf8'));
  return new Map(Object.entries(packages).filter(([folder]) => folder !== ''));
}

function isInstalled() {
  try {
    const installed = versionsOf('node_modules/.package-lock.json');
    return [...versionsOf('package-lock.json')].every(([folder, { version, optional }]) => {
      const found = installed.get(folder);
      return found === undefined ? optional === true : found.version === version;
    });
  } catch {
    return false;
  }
}

if (!isInstalled()) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
run(process.execPath, ['make.mjs', ...process.argv.slice(2)]);
