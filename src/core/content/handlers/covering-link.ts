import { isBlank } from '../../html/blank.ts';
import { attr, type HtmlNode, isHeadingTag } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { hidesItself } from '../../page/visibility/hidden-element.ts';
import type { Builder } from '../builder.ts';
import type { Inline } from '../tree.ts';
import { pageOf } from '../urls.ts';
import { isShareLink } from './share-link.ts';

/** Nodes of a card that a link lies over. */
const MAX_CARD_NODES = 80;
/** Elements from a heading to its card. */
const MAX_HEIGHT = 4;

/**
 * The words of a heading as a link, where an empty one lies over the card around it: the card is pressed anywhere. The
 * card has one heading and one link.
 */
export function linkedByCard(heading: HtmlNode, children: Inline[], b: Builder): Inline[] {
  const links = coveringLinks(b);
  if (links.size === 0 || heading.tag === 'h1') return children;
  let card = heading.parent;
  for (let height = 0; card !== null && height < MAX_HEIGHT; height++, card = card.parent) {
    if (card.end - card.index > MAX_CARD_NODES) return children;
    const url = links.get(card);
    if (url !== undefined)
      return isOnly(heading, card, b) ? [{ type: 'link', url, title: null, children }] : children;
  }
  return children;
}

/** Addresses of the links that say nothing, by the elements that they stand in. */
const coveringLinks = lazyBy((b: Builder): ReadonlyMap<HtmlNode, string> => {
  const links = new Map<HtmlNode, string>();
  for (const link of b.doc.elements.tagged('a')) {
    const href = attr(link, 'href');
    if (href === null || link.parent === null || !covers(link, b)) continue;
    const url = b.resolve(href);
    if (url === null || !/^https?:/.test(url) || isShareLink(url)) continue;
    if (pageOf(url) !== pageOf(b.options.url ?? b.doc.baseUrl)) links.set(link.parent, url);
  }
  return links;
});

/** Whether a link says nothing and is called so that it lies over what is around it. */
function covers(link: HtmlNode, { roles }: Builder): boolean {
  const { first } = link;
  if (first !== null && (first.next !== null || first.tag !== '' || !isBlank(first.text))) return false;
  return !hidesItself(link) && roles.has(link, ROLE.coveringLink);
}

/** Whether a card has no other link and no other heading. */
function isOnly(heading: HtmlNode, card: HtmlNode, b: Builder): boolean {
  const inner = b.doc.nodes.slice(card.index + 1, card.end);
  const links = inner.filter((node) => node.tag === 'a' && attr(node, 'href') !== null);
  return links.length === 1 && !inner.some((node) => node !== heading && isHeadingTag(node.tag));
}
