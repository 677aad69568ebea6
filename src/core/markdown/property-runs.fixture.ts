import type { Parameters } from 'fast-check';
import { isFull } from '../../../tests/support/full-form.ts';

/**
 * How a property is tried: `cases` trees from one seed, an eighth of them in the short form, so that the gate is as
 * reproducible as the conversion.
 * `PROPERTY_RUNS=20` tries twenty times as many, from `PROPERTY_SEED`: a search before a release.
 */
export function runs(cases: number): Parameters<unknown> {
  const times = Number(process.env.PROPERTY_RUNS ?? 1);
  const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);
  // Shrinking a tree takes minutes; a gate that fails has said enough.
  return { numRuns: Math.ceil((isFull ? cases : cases / 8) * times), seed, endOnFailure: times === 1 };
}
