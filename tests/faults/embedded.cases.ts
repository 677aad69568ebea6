import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import type { FaultCase } from './fault-case.ts';

const MIB = 1024 * 1024;
const preload = (file: string) => `--import=${fileURLToPath(new URL(file, import.meta.url))}`;

/** Sets a limit of the running process, as an operator's system would; the hard limit stays, so that it can go back. */
const limited =
  (
    name: 'fsize' | 'nofile',
    soft: (usedNow: number) => number,
    used: (pid: number) => number,
  ): FaultCase['strike'] =>
  async ({ service }) => {
    const pid = service!.child.pid!;
    const set = (value: string) => execFileSync('prlimit', ['--pid', String(pid), `--${name}=${value}:`]);
    const before = execFileSync(
      'prlimit',
      ['--pid', String(pid), `--${name}`, '--raw', '--noheadings', '-o', 'SOFT'],
      {
        encoding: 'utf8',
      },
    ).trim();
    set(String(soft(used(pid))));
    return async () => void set(before);
  };

/** Writes a file until the device has no space left. */
function fillDisk(file: string): void {
  const out = openSync(file, 'w');
  try {
    for (const piece of [MIB, 4096]) {
      const zeros = Buffer.alloc(piece);
      try {
        for (;;) writeSync(out, zeros);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(out);
  }
}

const openFiles = (pid: number): number =>
  Number(execFileSync('sh', ['-c', `ls /proc/${pid}/fd | wc -l`], { encoding: 'utf8' }));

const clockSet = (hours: 1 | -1): FaultCase => ({
  name: `the wall clock is set an hour ${hours > 0 ? 'forward' : 'back'} and back again`,
  env: { NODE_OPTIONS: preload('shift-clock.mjs'), PAGEMARK_TEST_SHIFT: String(hours) },
  isFelt: false,
  strike: async ({ service }) => {
    service!.child.kill('SIGUSR2');
    return async () => void service!.child.kill('SIGUSR2');
  },
});

/** Faults of one machine with the embedded store. */
export const EMBEDDED_FAULTS: readonly FaultCase[] = [
  {
    name: 'another process holds the database locked',
    lastsMs: 2600,
    strike: async ({ file }) => {
      const db = new Libsql(file);
      // The service may be writing at this very moment.
      db.exec('PRAGMA busy_timeout = 5000');
      db.exec('BEGIN IMMEDIATE');
      return async () => {
        db.exec('ROLLBACK');
        db.close();
      };
    },
  },
  {
    name: 'the disk is full (no file may grow)',
    // The write-ahead log is full at once; its pages are the first that cannot be written.
    strike: limited(
      'fsize',
      () => 4096,
      () => 0,
    ),
  },
  {
    name: 'the disk is full (no space left on the device)',
    diskBytes: 16 * MIB,
    strike: async ({ file }) => {
      const filler = `${file}.filler`;
      fillDisk(filler);
      return async () => rmSync(filler);
    },
  },
  {
    name: 'all worker threads are killed',
    env: { NODE_OPTIONS: preload('end-workers.mjs') },
    isFelt: false,
    strike: async ({ service }) => {
      service!.child.kill('SIGUSR2');
      return async () => undefined;
    },
  },
  {
    name: 'file descriptors are exhausted',
    cuts: true,
    strike: limited('nofile', (used) => used, openFiles),
  },
  clockSet(1),
  clockSet(-1),
];
