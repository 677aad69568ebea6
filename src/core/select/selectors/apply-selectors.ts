import type { HtmlDocument, HtmlNode } from '../../html/tree.ts';
import { sumsOver } from '../../page/block-range.ts';
import { parseSelector } from '../../page/selectors/parse-selector.ts';
import { type ComplexSelector, MAX_SELECTORS } from '../../page/selectors/selector.ts';
import { STEP } from '../prune.ts';

/** Selectors as read: those that are valid, and what is wrong with the others. */
interface ReadSelectors {
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

/** Complex selectors of a list, those inside its functions included. */
function countSelectors(selectors: readonly ComplexSelector[]): number {
  let count = selectors.length;
  for (const selector of selectors)
    for (const { simple } of selector)
      for (const one of simple) if (one.kind === 'any') count += countSelectors(one.selectors);
  return count;
}

/** What to say of options that hold more than `MAX_SELECTORS` together; null when they do not. */
export function tooManySelectors(fields: readonly ReadSelectors[]): string | null {
  const count = fields.reduce((sum, { selectors }) => sum + countSelectors(selectors), 0);
  return count <= MAX_SELECTORS
    ? null
    : `Use at most ${MAX_SELECTORS} complex selectors in all, those inside ":is()" and ":not()" included; there are ${count}.`;
}

/** Removes what selectors matched. Changes `removedBy`. */
export function removeMatches(doc: HtmlDocument, matched: Uint8Array, removedBy: Uint8Array): void {
  for (let i = 0; i < matched.length; i++) {
    if (removedBy[i] === 0 && matched[i] === 1) removedBy[i] = STEP.excluded;
    if (removedBy[i] !== 0) i = doc.nodes[i]!.end - 1;
  }
  // Whoever reads the page begins below its root.
  if (matched[0] === 1)
    for (let child = doc.root.first; child !== null; child = child.next)
      removedBy[child.index] ||= STEP.excluded;
}

/** Removes everything but what selectors matched, with all that is inside it. Changes `removedBy`. */
export function keepMatches(doc: HtmlDocument, matched: Uint8Array, removedBy: Uint8Array): void {
  const start = doc.body ?? doc.root;
  for (let node: HtmlNode | null = start; node !== null; node = node.parent)
    if (matched[node.index] === 1) return;
  const before = sumsOver(matched, (mark) => mark);
  for (let i = start.index + 1; i < start.end; i++) {
    const { end } = doc.nodes[i]!;
    if (matched[i] === 1 || removedBy[i] !== 0) i = end - 1;
    else if (before[end] === before[i]) {
      removedBy[i] = STEP['not included'];
      i = end - 1;
    }
  }
}
