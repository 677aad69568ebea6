import { withoutQuery } from '../../html/address.ts';
import { attr, firstPart, HEADINGS, type HtmlNode, nearest, nodesOf } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { hidesItself } from '../../page/visibility/visibility.ts';
import { speakersOf } from '../../units/speaker.ts';
import type { Builder } from '../builder.ts';
import type { Heading, Inline } from '../tree.ts';
import { pageOf } from '../urls.ts';
import { SHARE } from './link.ts';
import { cardsBeside, isMember, isThumbnail } from './ornament.ts';

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
  const text = labelOf(b.doc, node, 60);
  if (!/^(?=.*\d).{6,40}$/.test(text) || text.split(' ').length > MAX_DATE_WORDS) return false;
  return b.roles.has(node, ROLE.dateHeading);
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
const MAX_CARD_HEIGHT = 5;

/**
 * The words of a heading as a link, where it is the only one of a card whose links all lead to one page and none of which is written: an
 * empty one that is called so lies over it, or those of a card in a row, around its picture and its button, did not stay.
 */
function linkedByCard(heading: HtmlNode, children: Inline[], b: Builder): Inline[] {
  if (heading.tag === 'h1') return children;
  const isCard = (box: HtmlNode): boolean => coveredBoxes(b).has(box) || isMember(box, b);
  const card = nearest(heading.parent, isCard, MAX_CARD_HEIGHT);
  const url =
    card !== null && b.doc.elements.countWithin(card, HEADINGS) === 1
      ? unwrittenLink(heading, card, b)
      : null;
  return url === null ? children : [{ type: 'link', url, title: null, children }];
}

/** The elements that a link lies over. */
const coveredBoxes = lazyBy(
  (b: Builder): ReadonlySet<HtmlNode> =>
    new Set(
      b.doc.elements
        .tagged('a')
        .filter((link) => covers(link, b))
        .map((link) => link.parent!),
    ),
);

/** Whether a link says nothing and is called so that it lies over what is around it. */
const covers = (link: HtmlNode, { roles }: Builder): boolean =>
  saysNothing(link) && roles.has(link, ROLE.coveringLink);

const saysNothing = (link: HtmlNode): boolean => firstPart(link) === null && !hidesItself(link);

/** Fewest characters of a word of a title that tells it from others. */
const MIN_TOLD = 4;

/**
 * The page to which the links of a card lead, none of which is written: those of a picture, or over all of it, or to an address with half
 * of the words of its title. Null where one is written, where they lead to several pages, to another state of this one, or where the card
 * beside it leads as well. Words ahead of a heading lead to its category.
 */
function unwrittenLink(heading: HtmlNode, card: HtmlNode, b: Builder): string | null {
  const { elements } = b.doc;
  let page: string | null = null;
  let isShown = false;
  for (const link of elements.within(card, 'a')) {
    const href = attr(link, 'href');
    const url = href === null ? null : b.resolve(href);
    if (url === null) continue;
    const isThere = covers(link, b) || elements.within(link, 'img').some((image) => isThumbnail(image, b));
    if (saysNothing(link) && !isThere) continue;
    const isWritten = !isThere && nearest(link, (node) => b.removedBy[node.index] !== 0) === null;
    const isCategory = link.index < heading.index && hasWords(b.doc, link);
    if (isWritten || isCategory || !/^https?:/.test(url) || SHARE.test(url)) return null;
    if (page !== null && pageOf(page) !== pageOf(url)) return null;
    page ??= url;
    isShown ||= isThere;
  }
  if (page === null || !(isShown || tells(page, labelOf(b.doc, heading, MAX_CHARS)))) return null;
  const isTheirs = (beside: HtmlNode): boolean =>
    elements.within(beside, 'a').some((link) => b.resolve(attr(link, 'href') ?? '') === page);
  const isOwn = !cardsBeside(card, b).some(isTheirs);
  return isOwn && withoutQuery(page) !== withoutQuery(b.options.url ?? b.doc.baseUrl) ? page : null;
}

/** Whether an address has half of the words of a title; short ones, such as "the", count where it has no others. */
function tells(url: string, title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter(({ length }) => length >= MIN_TOLD);
  const asked = long.length > 0 ? long : words;
  const address = url.toLowerCase();
  return asked.length > 0 && asked.filter((word) => address.includes(word)).length * 2 >= asked.length;
}
