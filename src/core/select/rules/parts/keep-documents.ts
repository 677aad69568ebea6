import { isDocumentFile } from '../../../html/address.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { keptWords } from '../../../page/block-range.ts';
import { hrefOf } from '../../../page/page-titles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest lines of a page that are links to documents: minutes, agendas, forms. Fewer are terms of sale and a catalogue. */
const MIN_LINES = 5;
/** Fewest words of such a line: one says the kind of what a title beside it names. */
const MIN_WORDS = 2;
/** Least share of the words that stay which those lines have: a list below a long text is beside it. */
const LEAST = 1 / 4;

/**
 * Keeps lines that are nothing but a link to a document, such as a PDF, where a page has several behind what it begins with: readers come
 * for them, and to the model a list of links alone is navigation. Changes `keep`.
 */
export function keepDocuments({ a, pruned }: ScoredPage, keep: Uint8Array): void {
  const first = keep.indexOf(1);
  const lines = a.blocks.flatMap((block, i) =>
    i > first && pruned[block.first] === 0 && isDocument(a, block) ? [i] : [],
  );
  if (first < 0 || lines.length < MIN_LINES) return;
  const words = lines.reduce((sum, i) => sum + a.blocks[i]!.count.words, 0);
  if (words >= keptWords(a, keep)[keep.length]! * LEAST) for (const i of lines) keep[i] = 1;
}

function isDocument(a: Annotation, block: Block): boolean {
  const { count, linkWords } = block;
  return count.words >= MIN_WORDS && linkWords === count.words && isDocumentFile(hrefOf(a, block) ?? '');
}
