import { test } from 'vitest';
import { MANIFEST, type PromiseId } from './manifest.ts';

/** Promises that are not kept yet. Their tests must fail; one that passes must leave this list. */
export const KNOWN_GAPS: readonly PromiseId[] = [];

/**
 * A test of one promise of the manifest. A known gap must fail: one that starts to pass fails the run until it is
 * taken off the list.
 */
export function verifies(id: PromiseId, check: () => Promise<void> | void): void {
  const run = KNOWN_GAPS.includes(id) ? test.fails : test;
  run(`${id}: ${MANIFEST[id]}`, check);
}
