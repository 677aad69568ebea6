import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, keptIn, keptWords, textBetween } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { sumIn, wordsIn } from '../../../page/page-structure.ts';
import { ROLE } from '../../../page/roles.ts';
import { STEP } from '../../prune.ts';
import { elementsCalled } from '../elements-called.ts';
import type { ScoredPage } from '../scored-page.ts';

/** What carries such a name. Headings do not: there an id is the slug of what they say. */
const CARRIERS = new Set(['div', 'aside', 'ins', 'section', 'span', 'p', 'li', 'figure', 'a', 'td']);
/** Most words of an element that its name alone can condemn. */
const MAX_WORDS = 60;

/** What says that an advertisement follows, or the text after it, where it is all that a block says. */
const NOTICE =
  /^[\s\p{P}]*(?:advertisements?|scroll to continue(?: with content)?|article continues (?:below|after)(?: (?:this |the )?(?:ad|advertisement))?|story continues below(?: (?:this |the )?advertisement)?|anzeige|werbung|publicidad|publicidade|publicité|pubblicità|advertentie|annons|annonse|reklama?|реклама|iklan|quảng cáo|إعلان|広告|广告|廣告|광고)[\s\p{P}]*$/iu;
const MAX_NOTICE_WORDS = 7;

/**
 * Drops short elements that call themselves advertisements inside what stays. An advertisement is often written as
 * the prose around it is, so nothing but its name tells them apart. What is more than a sixth of everything kept
 * is no advertisement, whatever it is called. Changes `keep`.
 */
export function dropAdvertisements({ a, advertisements }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  for (const { index } of advertisements()) {
    const words = keptIn(a, kept, index);
    if (words > 0 && words <= MAX_WORDS && words * 6 <= kept[keep.length]!)
      keep.fill(0, ...blockRange(a, index));
  }
  a.blocks.forEach(({ count, context, first, end }, i) => {
    if (keep[i] !== 1 || count.words > MAX_NOTICE_WORDS || (context & OF_A_LIST) !== 0) return;
    const isText = (b: number): boolean => (a.blocks[b]?.count.words ?? 0) >= MIN_TEXT_WORDS;
    if (!isText(i - 1) && !isText(i + 1)) return;
    if (NOTICE.test(textBetween(a, first, end).slice(0, MAX_NOTICE_CHARS))) keep[i] = 0;
  });
}

/** Where such a word is a heading, a link or a datum. */
const OF_A_LIST = CONTEXT.heading | CONTEXT.table | CONTEXT.list;
const MAX_NOTICE_CHARS = 100;
/** Fewest words of a paragraph right beside one: a dictionary has such words as well. */
const MIN_TEXT_WORDS = 15;

/** Removes the pictures of boxes without words that call themselves advertisements. Changes `removedBy`. */
export function dropBanners({ a, advertisements }: ScoredPage, removedBy: Uint8Array): void {
  for (const { index } of advertisements()) {
    if (removedBy[index] !== 0 || wordsIn(a, index) > 0 || sumIn(a, a.images, index) === 0) continue;
    removedBy[index] = STEP.media;
  }
}

/** Elements that call themselves advertisements. */
export function findAdvertisements(a: Annotation): readonly HtmlNode[] {
  return elementsCalled(a, ROLE.advertisement).filter(({ tag }) => CARRIERS.has(tag));
}
