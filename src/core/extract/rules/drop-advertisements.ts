import { attr, ELEMENT } from '../../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';
import { blockRange, keptWords } from '../page/block-range.ts';
import { stepNumber } from '../prune.ts';
import type { ScoredPage } from './scored-page.ts';

const PLACES =
  'slot|unit|banner|container|wrapper|wrap|box|block|placement|label|space|zone|holder|inner|frame|area|section|' +
  'content|text|leaderboard|sidebar|mpu|native|inline';
const KINDS = 'google|gpt|dfp|inline|native|display|text|banner|content|article';
/** Names by which authors say that an element is an advertisement; `ad` only beside the kind or the place of one. */
const NAMED = new RegExp(
  `(?:^|[\\s_-])(?:advertisements?|adverts?|advertising|advertorial|adsbygoogle|sponsored|` +
    `ads?[_-]?(?:${PLACES})s?|(?:${KINDS})[_-]ads?)(?:$|[\\s_\\d-])`,
  'i',
);
/** What carries such a name. Headings do not: there an id is the slug of what they say. */
const CARRIERS = new Set(['div', 'aside', 'ins', 'section', 'span', 'p', 'li', 'figure', 'a', 'td']);
/** Most words of an element that its name alone can condemn. */
const MAX_WORDS = 60;

/**
 * Drops short elements that call themselves advertisements inside what stays. An advertisement is often written as
 * the prose around it is, so nothing but its name tells them apart. What is more than a sixth of everything kept
 * is no advertisement, whatever it is called. Changes `keep`.
 */
export function dropAdvertisements({ a }: ScoredPage, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.kind !== ELEMENT || !CARRIERS.has(node.tag)) continue;
    const [from, to] = blockRange(a, i);
    const words = kept[to]! - kept[from]!;
    if (words === 0 || words > MAX_WORDS || words * 6 > kept[keep.length]!) continue;
    if (isNamed(a, i)) keep.fill(0, from, to);
  }
}

/** Removes the pictures of boxes without words that call themselves advertisements. Changes `removedBy`. */
export function dropBanners(a: Annotation, removedBy: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i]!;
    const isBanner =
      a.words[node.end] === a.words[i] &&
      a.images[node.end]! > a.images[i]! &&
      removedBy[i] === 0 &&
      CARRIERS.has(node.tag) &&
      isNamed(a, i);
    if (isBanner) removedBy[i] = stepNumber('media');
  }
}

/** An id counts where nothing is headed by it: sections are named after what they are about. */
function isNamed(a: Annotation, index: number): boolean {
  const node = a.doc.nodes[index]!;
  const says = (name: string): boolean => NAMED.test((attr(node, name) ?? '').slice(0, 300));
  if (says('class') || says('aria-label')) return true;
  return (
    (node.tag === 'div' || node.tag === 'aside') && a.headings[node.end] === a.headings[index] && says('id')
  );
}
