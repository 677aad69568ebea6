import { hashText } from '../../src/core/page/word-scan.ts';

/** Number of folds of the cross-validation. */
export const FOLDS = 5;

/** Fold of a registrable domain: all pages of a site are in one. */
export function foldOf(domain: string): number {
  return (hashText(domain) >>> 0) % FOLDS;
}
