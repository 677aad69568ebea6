import { isPictureFile } from '../../html/address.ts';
import { attr, type HtmlNode, isHeadingTag, nearest, nodesOf, siblingElement } from '../../html/tree.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { linkAround } from './image-source.ts';
import { isFileName } from './title.ts';

/** Elements from a picture up to the card that it stands in. */
const MAX_HEIGHT = 10;
/** Most nodes, and characters of the text, of a card; what is larger is a section of the text. */
export const MAX_CARD_NODES = 160;
const MAX_CHARS = 600;
/** Longest text of a card whose heading alone leads to another page, in characters. */
const MAX_TEASER_CHARS = 300;

/** The card around a picture: the nearest element with words that has two like it, by tag and classes, right beside it. */
export function cardAround(node: HtmlNode, b: Builder): HtmlNode | null {
  return nearest(node.parent, (one) => isMember(one, b) && saysWords(one, b), MAX_HEIGHT);
}

function isMember(node: HtmlNode, { page }: Builder): boolean {
  if (node.tag === 'p' || node.end - node.index > MAX_CARD_NODES) return false;
  let alike = 0;
  for (const side of ['prev', 'next'] as const) {
    let beside = siblingElement(node, side);
    for (let far = 0; far < 2 && beside !== null; far++, beside = siblingElement(beside, side))
      if (page.signature[beside.index] === page.signature[node.index]) alike++;
  }
  return alike > 1;
}

function saysWords(node: HtmlNode, b: Builder): boolean {
  return labelOf(b.doc, node, 8) !== '';
}

/** Whether a picture without words is of a teaser in a row: its link, or the words or the heading of the card, lead to a page. */
export function isThumbnail(node: HtmlNode, b: Builder): boolean {
  if (b.isInCell || b.options.scope === 'full') return false;
  const card = cardAround(node, b);
  if (card === null || isCaptioned(node, b)) return false;
  const link = linkAround(node);
  const { length } = labelOf(b.doc, card, MAX_CHARS);
  if (link !== null && saysWords(link, b)) return leadsAway(link);
  if (length >= MAX_CHARS) return false;
  const titles = nodesOf(b.doc, card).filter((one) => one.tag === 'a' && leadsAway(one) && saysTitle(one, b));
  if (link !== null) return titles.some((title) => attr(title, 'href') === attr(link, 'href'));
  return length < MAX_TEASER_CHARS && titles.some(isOfHeading);
}

/** Whether a link leads to another page, and to no picture. */
function leadsAway(link: HtmlNode): boolean {
  const href = attr(link, 'href')?.trim() ?? '';
  return href !== '' && !href.startsWith('#') && !isPictureFile(href);
}

function saysTitle(link: HtmlNode, { doc }: Builder): boolean {
  const label = labelOf(doc, link, 80);
  return label !== '' && !isFileName(label);
}

/** Whether a link is the words of a heading, or is around one. */
function isOfHeading(link: HtmlNode): boolean {
  return isHeadingTag(link.parent!.tag) || (link.first !== null && isHeadingTag(link.first.tag));
}

function isCaptioned(node: HtmlNode, { doc }: Builder): boolean {
  const figure = nearest(node.parent, ({ tag }) => tag === 'figure', MAX_HEIGHT);
  return figure !== null && labelOf(doc, figure, 8) !== '';
}
