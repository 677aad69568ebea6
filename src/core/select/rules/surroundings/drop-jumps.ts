import { leadsToFrontPage, localFragment } from '../../../html/address.ts';
import { attr } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { textBetween } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { hrefOf } from '../../../page/page-titles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest words of a paragraph, with which the text begins. */
const MIN_PROSE_WORDS = 25;
/** Most words of a line that leads over the text. */
const MAX_WORDS = 8;
/** Most words of a path to the page, what stands ahead of it ("You are here:"), and the sign behind its first step. */
const MAX_PATH_WORDS = 20;
const LABEL = /^(?:[^.!?]*[:：])?\s*$/;
const STEP_SIGN = /^\s*[»›>▸→]/;
/** Where such a line is an entry of a list of contents, or a title. */
const OF_CONTENTS = CONTEXT.list | CONTEXT.heading | CONTEXT.table | CONTEXT.navigation;

/**
 * Drops lines ahead of the text that are nothing but links, the first of which leads down the page: "Jump to recipe". One with a figure
 * is a fact: a rating, a day. So goes the path to the page: "Home » Boats". Changes `keep`.
 */
export function dropJumps({ a, url }: ScoredPage, keep: Uint8Array): void {
  for (const [i, block] of a.blocks.entries()) {
    const { count, linkWords, context } = block;
    if (keep[i] !== 1) continue;
    if (count.words - linkWords >= MIN_PROSE_WORDS) return;
    if (isPath(a, block, url)) keep[i] = 0;
    const isLine = linkWords === count.words && count.words > 0 && count.words <= MAX_WORDS;
    if (!isLine || count.digits > 0 || (context & OF_CONTENTS) !== 0) continue;
    if (localFragment(hrefOf(a, block) ?? '', a.doc.baseUrl) !== '') keep[i] = 0;
  }
}

/** Whether a line leads to the page by steps, the first of which is the front page of the site. */
function isPath(a: Annotation, { first, end, linkWords, count, context }: Block, url: string): boolean {
  if (linkWords === 0 || count.words > MAX_PATH_WORDS || (context & OF_CONTENTS) !== 0) return false;
  const step = a.doc.nodes.slice(first, end).find(({ parent }) => parent?.tag === 'a')?.parent;
  if (!step || !LABEL.test(textBetween(a, first, Math.max(first, step.index)))) return false;
  const isStep = STEP_SIGN.test(textBetween(a, step.end, Math.max(end, step.end)));
  return isStep && leadsToFrontPage(attr(step, 'href') ?? url, url, a.doc.baseUrl);
}
