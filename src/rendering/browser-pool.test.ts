import { expect, test } from 'vitest';
import { createBrowserPool } from './browser-pool.ts';
import type { BrowserProcess } from './launch-browser.ts';

/** A browser that nothing is asked of. */
const launch = async () => ({ alive: true, end: async () => {} }) as BrowserProcess;

test('a browser goes on to the next caller where the one that it was given to leaves at that moment', async () => {
  const pool = createBrowserPool(1, launch);
  const stays = new AbortController().signal;
  const first = await pool.lease(stays);
  const leaving = new AbortController();
  const second = pool.lease(leaving.signal);
  const third = pool.lease(stays);
  first.release(true);
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  const { process, release } = await third;
  expect(process.alive).toBe(true);
  release(true);
  await pool.close();
});
