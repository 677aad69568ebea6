import { blockRange, keptWords } from '../page/block-range.ts';
import { ClassTest } from '../page/class-test.ts';
import type { ScoredPage } from './scored-page.ts';

/**
 * Classes of the boxes that plug-ins of WordPress append to articles (Jetpack, AddToAny, Sassy Social Share, YARPP, Contextual
 * Related Posts), and in which Substack asks to subscribe.
 */
const APPENDED =
  /(?:^|\s)(?:sharedaddy|jp-relatedposts|addtoany_share_save_container|heateor_sss_sharing_container|yarpp(?:-related)?|crp_related|subscription-widget-wrap(?:-editor)?)(?=\s|$)/;

/**
 * Drops the boxes in which plug-ins of blogs offer to share, like and rate an article, to subscribe, and other articles below
 * it: what is offered differs from blog to blog, their names do not. What is half of what stays, the page is about. Changes
 * `keep`.
 */
export function dropAppendages({ a }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const appended = new ClassTest(a, APPENDED);
  let judgedTo = 0;
  for (const { index, end } of appended.elements()) {
    if (index < judgedTo) continue;
    const [from, to] = blockRange(a, index);
    if ((kept[to]! - kept[from]!) * 2 < kept[keep.length]!) keep.fill(0, from, to);
    judgedTo = end;
  }
}
