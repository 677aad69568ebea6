import type { HtmlDocument } from '../../html/tree.ts';
import { stepNumber } from '../prune.ts';
import { matchSelectors } from './match-selector.ts';
import { parseSelector } from './parse-selector.ts';
import type { ComplexSelector } from './selector.ts';

/** Selectors as read: those that are valid, and what is wrong with the others. */
export interface ReadSelectors {
  readonly selectors: readonly ComplexSelector[];
  readonly problems: readonly string[];
}

/** Reads option texts; each may be a list. */
export function readSelectors(texts: readonly string[] | undefined): ReadSelectors {
  const selectors: ComplexSelector[] = [];
  const problems: string[] = [];
  for (const text of texts ?? []) {
    const parsed = parseSelector(text);
    if ('problem' in parsed) problems.push(parsed.problem);
    else selectors.push(...parsed);
  }
  return { selectors, problems };
}

/** Removes what the selectors match. Changes `removedBy`. */
export function removeMatches(
  doc: HtmlDocument,
  selectors: readonly ComplexSelector[],
  removedBy: Uint8Array,
): void {
  if (selectors.length === 0) return;
  const matched = matchSelectors(doc, selectors);
  const step = stepNumber('excluded');
  for (let i = 0; i < matched.length; i++) {
    if (removedBy[i] === 0 && matched[i] === 1) removedBy[i] = step;
    if (removedBy[i] !== 0) i = doc.nodes[i]!.end - 1;
  }
}

/**
 * Removes everything but what the selectors match, with all that is inside it. Changes `removedBy`; false, and no
 * change, when nothing matches.
 */
export function keepMatches(
  doc: HtmlDocument,
  selectors: readonly ComplexSelector[],
  removedBy: Uint8Array,
): boolean {
  const matched = matchSelectors(doc, selectors);
  const before = new Int32Array(matched.length + 1);
  for (let i = 0; i < matched.length; i++) before[i + 1] = before[i]! + matched[i]!;
  if (before[matched.length] === 0) return false;
  const step = stepNumber('not included');
  for (let i = 0; i < matched.length; i++) {
    const { end } = doc.nodes[i]!;
    if (matched[i] === 1 || removedBy[i] !== 0) i = end - 1;
    else if (before[end] === before[i]) {
      removedBy[i] = step;
      i = end - 1;
    }
  }
  return true;
}
