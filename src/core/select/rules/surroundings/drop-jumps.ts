import { localFragment } from '../../../html/address.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { hrefOf } from '../../../page/page-titles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words of a paragraph, with which the text begins. */
const MIN_PROSE_WORDS = 25;
/** Most words of a line that leads over the text. */
const MAX_WORDS = 8;
/** Where such a line is an entry of a list of contents, or a title. */
const OF_CONTENTS = CONTEXT.list | CONTEXT.heading | CONTEXT.table | CONTEXT.navigation;

/**
 * Drops lines ahead of the text that are nothing but links, the first of which leads down the page: "Jump to recipe". One with a figure
 * is a fact: a rating, a day. Changes `keep`.
 */
export function dropJumps({ a }: ScoredPage, keep: Uint8Array): void {
  for (const [i, block] of a.blocks.entries()) {
    const { count, linkWords, context } = block;
    if (keep[i] !== 1) continue;
    if (count.words - linkWords >= MIN_PROSE_WORDS) return;
    const isLine = linkWords === count.words && count.words > 0 && count.words <= MAX_WORDS;
    if (!isLine || count.digits > 0 || (context & OF_CONTENTS) !== 0) continue;
    if (localFragment(hrefOf(a, block) ?? '', a.doc.baseUrl) !== '') keep[i] = 0;
  }
}
