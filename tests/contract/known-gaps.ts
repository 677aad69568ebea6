import type { PromiseId } from './manifest.ts';

/** Promises that are not kept yet. Their tests must fail; one that passes must leave this list. */
export const KNOWN_GAPS: readonly PromiseId[] = [];
