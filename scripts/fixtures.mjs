#!/usr/bin/env node
// Makes fixtures/made anew with the package in fixtures/makers, which is installed first where it is not as its
// package.json says; with --check only compares (exit 1 where a file differs).
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

const readJson = (file) => JSON.parse(readFileSync(path.join(makers, file), 'utf8'));

/** Whether all makers are there in the versions that the package names, which are exact. */
function isInstalled() {
  try {
    const { packages } = readJson('node_modules/.package-lock.json');
    return Object.entries(readJson('package.json').dependencies).every(
      ([name, version]) => packages[`node_modules/${name}`]?.version === version,
    );
  } catch {
    return false;
  }
}

if (!isInstalled()) run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund']);
run(process.execPath, ['make.mjs', ...process.argv.slice(2)]);
