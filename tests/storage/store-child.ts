import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StoreSettings } from '../../src/storage/open-stores.ts';

const CHILD = fileURLToPath(new URL('store-child.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../build/storage/open-stores.js', import.meta.url));

/** A process that works on shared stores. */
export interface StoreChild {
  readonly process: ChildProcess;
  /** What it has committed so far, a line each. */
  readonly lines: string[];
  /** Resolves when it has opened the stores. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended and all its lines are read. */
  readonly done: Promise<unknown>;
}

/** Starts `store-child.mjs` against the built package. */
export function startStoreChild(mode: string, settings: StoreSettings, count: number): StoreChild {
  if (!existsSync(BUILT)) throw new Error('run "npm run build" first; build/ is missing');
  const args = [CHILD, mode, JSON.stringify(settings), String(count)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  let begun = () => {};
  const ready = new Promise<void>((resolve) => {
    begun = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (parts[0] === 'ready') {
      parts.shift();
      begun();
    }
    lines.push(...parts);
  });
  return { process: child, lines, ready, done: once(child, 'close') };
}
