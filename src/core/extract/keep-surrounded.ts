import type { Annotation } from './annotate.ts';
import { blockRange, keptWords } from './block-range.ts';
import { CONTEXT } from './element-kind.ts';
import { type PageStructure, wordsIn } from './page-structure.ts';

/** Where nothing is brought back. */
const BARRED = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog | CONTEXT.footer;
/** What belongs to the text that it stands in: code anywhere in it, the others between two blocks of it. */
const PARTS = new Set(['pre', 'table', 'details']);
/** Longest table, in words per cell, that is data and not layout. */
const MAX_CELL_WORDS = 40;

/**
 * Brings back code, data tables and disclosures that were dropped whole from a container most of which stays: no
 * measure of prose can speak for them. A summary stays with most of what it unfolds. Changes `keep`.
 */
export function keepSurrounded(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  const mostStays = (around: number, part: number): boolean => {
    const [from, to] = blockRange(a, around);
    const words = kept[to]! - kept[from]!;
    return words > 0 && words * 2 >= wordsIn(a, around) - wordsIn(a, part);
  };
  for (let i = 1; i < nodes.length; i++) {
    const { tag, parent } = nodes[i]!;
    const part = PARTS.has(tag);
    if (!part && tag !== 'summary') continue;
    const [from, to] = blockRange(a, i);
    if (from === to || (a.blocks[from]!.context & BARRED) !== 0 || kept[to]! > kept[from]!) continue;
    const around = part ? s.wider[i]! : parent!.index;
    if (around < 0 || !mostStays(around, i)) continue;
    if (tag === 'pre' || !part || isBetween(a, i, around, keep)) keep.fill(1, from, to);
  }
}

/** Whether kept blocks of the container stand on both sides of a part that is no layout. */
function isBetween(a: Annotation, part: number, around: number, keep: Uint8Array): boolean {
  const [first, end] = blockRange(a, around);
  const [from, to] = blockRange(a, part);
  if (from === first || to === end || keep[from - 1] !== 1 || keep[to] !== 1) return false;
  if (a.doc.nodes[part]!.tag !== 'table') return true;
  for (let b = from; b < to; b++) if (a.blocks[b]!.count.words > MAX_CELL_WORDS) return false;
  return true;
}
