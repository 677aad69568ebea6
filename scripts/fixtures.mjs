#!/usr/bin/env node
// Makes fixtures/made anew with the package in fixtures/makers, which is installed first where it is not as its
// package.json says; with --check only compares (exit 1 where a file differs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '../tools/installed.mjs';

const makers = fileURLToPath(new URL('../fixtures/makers/', import.meta.url));

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: makers, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!isInstalled(makers)) run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund']);
run(process.execPath, ['make.mjs', ...process.argv.slice(2)]);
