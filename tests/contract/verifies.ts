import { test } from 'vitest';
import { KNOWN_GAPS } from './known-gaps.ts';
import { MANIFEST, type PromiseId } from './manifest.ts';

/**
 * A test of one promise of the manifest. A known gap must fail: one that starts to pass fails the run until it is
 * taken off the list.
 */
export function verifies(id: PromiseId, check: () => Promise<void> | void): void {
  const run = KNOWN_GAPS.includes(id) ? test.fails : test;
  run(`${id}: ${MANIFEST[id]}`, check);
}
