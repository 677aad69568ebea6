import { blockRange, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import type { ScoredPage } from '../scored-page.ts';

/**
 * Classes of the boxes that plug-ins of WordPress append to articles (Jetpack, AddToAny, Sassy Social Share, YARPP, Contextual
 * Related Posts), and in which Substack asks to subscribe.
 */
const APPENDED =
  /(?:^|\s)(?:sharedaddy|jp-relatedposts|addtoany_share_save_container|heateor_sss_sharing_container|yarpp(?:-related)?|crp_related|subscription-widget-wrap(?:-editor)?)(?=\s|$)/;

/** Classes of the boxes in which themes of blogs state who wrote an article, where it stands and under which licence. */
const LICENCE = /(?:^|\s)(?:article|entry|post)-(?:copyright|licen[cs](?:e|ing))[\w-]{0,30}(?=\s|$)/;

/** Most words of such a statement; every character of a Chinese one is a word. */
const MAX_LICENCE_WORDS = 160;

/**
 * Drops the boxes in which plug-ins of blogs offer to share, like and rate an article, to subscribe, and other articles below
 * it: what is offered differs from blog to blog, their names do not. What is half of what stays, the page is about. The
 * statement of a licence goes unless it is all that stays: articles are shorter than theirs. Changes `keep`.
 */
export function dropAppendages(page: ScoredPage, keep: Uint8Array): void {
  dropBoxes(page, keep, APPENDED, (words, all) => words * 2 < all);
  dropBoxes(page, keep, LICENCE, (words, all) => words < all && words <= MAX_LICENCE_WORDS);
}

/** Drops the boxes whose class `names` matches, where their words and those of all that stays pass. */
function dropBoxes(
  { a }: ScoredPage,
  keep: Uint8Array,
  names: RegExp,
  passes: (words: number, all: number) => boolean,
): void {
  const boxes = new ClassTest(a, names).elements();
  if (boxes.length === 0) return;
  const kept = keptWords(a, keep);
  let judgedTo = 0;
  for (const { index, end } of boxes) {
    if (index < judgedTo) continue;
    const [from, to] = blockRange(a, index);
    if (passes(kept[to]! - kept[from]!, kept[keep.length]!)) keep.fill(0, from, to);
    judgedTo = end;
  }
}
