import { attr, firstPart, HEADINGS, type HtmlNode, nearest, nodesOf } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import { hidesItself } from '../../page/visibility/visibility.ts';
import { speakersOf } from '../../units/speaker.ts';
import type { Builder } from '../builder.ts';
import type { Heading, Inline } from '../tree.ts';
import { pageOf } from '../urls.ts';
import { SHARE } from './link.ts';

/** A heading of more words or characters is a text that is set large, when it has sentences. */
const MAX_WORDS = 40;
const MAX_CHARS = 300;
/** The end of a sentence after a word: "No. 1" and "2. Budget" have none. */
const SENTENCE_END = /\p{L}{3}[.!?…]["”’»)]*(?:\s|$)|[。！？]/gu;
/** Most words of a date: with those of a byline it is more. */
const MAX_DATE_WORDS = 5;

/** `h1` … `h6`: inline content, whatever is inside; the date of a post, and a text in the size of a heading, are blocks; who speaks is bold. */
export function handleHeading(node: HtmlNode, b: Builder): boolean {
  if (speakersOf(b.page).has(node))
    return b.openPhrasing(node, 'heading', (children) => {
      if (children.length > 0) b.add({ type: 'paragraph', children: [{ type: 'strong', children }] });
    });
  if (node.tag !== 'h1' && (isProse(node, b) || isDate(node, b))) return b.block(node);
  return openHeading(node, b, Number(node.tag[1]) as Heading['depth']);
}

function openHeading(node: HtmlNode, b: Builder, depth: Heading['depth']): true {
  return b.openPhrasing(node, 'heading', (children) => {
    if (children.length > 0) b.add({ type: 'heading', depth, children: linkedByCard(node, children, b) });
  });
}

function isProse(node: HtmlNode, b: Builder): boolean {
  const text = labelOf(b.doc, node, 2 * MAX_CHARS);
  if (text.length <= MAX_CHARS && text.split(' ').length <= MAX_WORDS) return false;
  return (text.match(SENTENCE_END)?.length ?? 0) > 1;
}

function isDate(node: HtmlNode, b: Builder): boolean {
  if (!b.roles.has(node, ROLE.dateHeading)) return false;
  const text = labelOf(b.doc, node, 60);
  return /^(?=.*\d).{6,40}$/.test(text) && text.split(' ').length <= MAX_DATE_WORDS;
}

/** Nodes of an element within which its blocks begin. */
const MAX_DESCENT = 60;
/** Blocks of which a heading holds one at most. */
const BLOCKS = new Set(['p', 'ul', 'ol', 'dl', 'pre', 'table', 'blockquote']);

/** `role="heading"` with `aria-level` (2 when it has none); null around several blocks and texts. */
export function handleHeadingRole(node: HtmlNode, b: Builder): boolean | null {
  const [, ...inner] = nodesOf(b.doc, node, MAX_DESCENT);
  if (inner.filter(({ tag }) => BLOCKS.has(tag)).length > 1 || isProse(node, b)) return null;
  const level = Number(attr(node, 'aria-level') ?? '2');
  return openHeading(node, b, (level >= 1 && level <= 6 ? Math.trunc(level) : 2) as Heading['depth']);
}

/** The title of a page of Doxygen, a box in a box; null for other titles. */
export function handleDoxygenTitle(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag !== 'div' || !b.roles.has(node.parent!, ROLE.doxygenHeader)) return null;
  return openHeading(node, b, 1);
}

/** Elements from a heading to its card. */
const MAX_CARD_HEIGHT = 4;

/** The words of a heading as a link, where an empty one lies over a card of one heading and one link. */
function linkedByCard(heading: HtmlNode, children: Inline[], b: Builder): Inline[] {
  const links = coveringLinks(b);
  if (links.size === 0 || heading.tag === 'h1') return children;
  const card = nearest(heading.parent, (box) => links.has(box), MAX_CARD_HEIGHT);
  if (card === null || !isOnly(heading, card, b)) return children;
  return [{ type: 'link', url: links.get(card)!, title: null, children }];
}

/** Addresses of the links that say nothing, by the elements that they stand in. */
const coveringLinks = lazyBy((b: Builder): ReadonlyMap<HtmlNode, string> => {
  const links = new Map<HtmlNode, string>();
  for (const link of b.doc.elements.tagged('a')) {
    const href = attr(link, 'href');
    if (href === null || link.parent === null || !covers(link, b)) continue;
    const url = b.resolve(href);
    if (url === null || !/^https?:/.test(url) || SHARE.test(url)) continue;
    if (pageOf(url) !== pageOf(b.options.url ?? b.doc.baseUrl)) links.set(link.parent, url);
  }
  return links;
});

/** Whether a link says nothing and is called so that it lies over what is around it. */
function covers(link: HtmlNode, { roles }: Builder): boolean {
  return firstPart(link) === null && !hidesItself(link) && roles.has(link, ROLE.coveringLink);
}

/** Whether a card holds no other heading, and one link. */
function isOnly(heading: HtmlNode, card: HtmlNode, { doc: { elements } }: Builder): boolean {
  if (HEADINGS.flatMap((tag) => elements.within(card, tag)).some((other) => other !== heading)) return false;
  return elements.within(card, 'a').filter((link) => attr(link, 'href') !== null).length === 1;
}
