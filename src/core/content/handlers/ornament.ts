import { fileNameOf, isPictureFile } from '../../html/address.ts';
import { isBlank } from '../../html/blank.ts';
import {
  attr,
  type HtmlNode,
  isAlone,
  isHeadingTag,
  nearest,
  nodesOf,
  SIDES,
  siblingElement,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { isNamedAround } from '../../units/figure.ts';
import { wordSet } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import { blockAround, imageUrl, linkAround } from './image-source.ts';
import { alternativeOf, isFileName } from './title.ts';

/** Fewest times that a page shows a symbol. */
const MIN_SYMBOLS = 3;
const MAX_SYMBOL_CHARS = 60;
/** What the words for symbols are: what stands ahead of a text or after it, and says nothing more. */
const SYMBOL =
  /\b(?:icon|arrow|bullet|check ?mark|chevron|caret|tooltip|background image)\b|^(?:check|tick|plus|minus|dot|circle)$/i;
/** Symbols that also stand after what they belong to; another icon there may be what the text speaks of. */
const CLOSING = /\b(?:arrow|check|checkmark|chevron|caret|minus|plus|tick)\b/i;
/** Names of files that say yes, no or how much of what stands beside them in a table. */
const MARK = /check|tick|cross|star|(?:^|[^a-z])(?:yes|no|on|off|true|false)/i;
/** Nodes after a symbol that are looked at for text. */
const MAX_AFTER = 12;

/**
 * Whether a picture without words was written before, or belongs to each card of a row. Alone in the cell of a table it is a datum.
 */
export function isOrnamentAgain(node: HtmlNode, url: string, b: Builder): boolean {
  const isMark = MARK.test(fileNameOf(url));
  if (b.isInCell && (isMark || !isBesideWords(node, b))) return false;
  const written = writtenBy(b);
  if (written.has(url) || (!b.isInCell && standsInCards(node, url, b))) return true;
  written.add(url);
  return false;
}

/** Words in the name of a file that says a star and how it is drawn, and no more; those of one that is not given, or not whole. */
const STAR_WORDS = wordSet(
  'star stars rating icon full filled solid half empty blank outline on off gold yellow orange red gray grey',
);
const NOT_GIVEN = /empty|blank|outline|off|gr[ae]y/i;
const HALF = /half/i;

/** The sign for a star without words that stands in a row of stars, as ratings are drawn; '' for anything else. */
export function starOf(node: HtmlNode): string {
  const isOfStar = (one: HtmlNode | null) => one?.tag === 'img' && isStar(nameOfFile(one));
  if (!SIDES.some((side) => isOfStar(siblingElement(node, side)))) return '';
  const file = nameOfFile(node);
  if (!isStar(file)) return '';
  if (HALF.test(file)) return '⯨';
  return NOT_GIVEN.test(file) ? '☆' : '★';
}

function isStar(file: string): boolean {
  const [name] = file.split('.');
  const words = (name!.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase());
  return words.some((word) => word.startsWith('star')) && words.every((word) => STAR_WORDS.has(word));
}

function nameOfFile(picture: HtmlNode): string {
  return fileNameOf(attr(picture, 'src') ?? '');
}

/** Whether a picture is a symbol beside a text: not inside it, where the text speaks of it, and not in a link. */
export function isRepeatedSymbol(node: HtmlNode, url: string, b: Builder): boolean {
  if (linkAround(node) !== null || !symbolsOf(b).has(url) || isAllOfItem(node, b)) return false;
  return !b.frame.filled || (CLOSING.test(alternativeOf(node)) && !hasTextAfter(node, b));
}

/**
 * Whether a picture is an icon without words. One that is all of a cell, an item or a link is a datum. A drawing alone may be
 * what the text is about: in a paragraph or a figure, and where the page does not say that it is decoration (`alt=""`).
 */
export function isWordlessIcon(node: HtmlNode, b: Builder): boolean {
  const link = linkAround(node);
  if (link !== null && !hasWords(b.doc, link)) return false;
  if (b.isInCell ? isAllOfCell(node, b) : isAllOfItem(node, b)) return false;
  const isSign = isSmall(node) || isNamedAround(b.page, node, ROLE.iconPicture);
  if (!isSign && !isIconFile(node)) return false;
  const block = blockAround(node);
  if (isSign || block.tag === 'figure') return isSign;
  return hasWords(b.doc, block) || (block.tag !== 'p' && attr(node, 'alt') === '');
}

function standsInCards(node: HtmlNode, url: string, b: Builder): boolean {
  const card = cardAround(node, b);
  const isShown = (one: HtmlNode) => one.tag === 'img' && imageUrl(one, b) === url;
  return SIDES.some((side) => {
    const beside = card === null ? null : siblingElement(card, side);
    return beside !== null && nodesOf(b.doc, beside, MAX_CARD_NODES).some(isShown);
  });
}

/** Whether the block around a picture has words, and no picture stands right beside it. */
function isBesideWords(node: HtmlNode, b: Builder): boolean {
  const isPictureBeside = () => SIDES.some((side) => siblingElement(node, side)?.tag === 'img');
  return hasWords(b.doc, blockAround(node)) && !isPictureBeside();
}

/** Whether the cell around a picture has no words: what the symbol says is its datum. */
export function isAllOfCell(node: HtmlNode, b: Builder): boolean {
  if (!b.isInCell) return false;
  const cell = blockAround(node);
  return !isAlone(cell) && !hasWords(b.doc, cell);
}

function isAllOfItem(node: HtmlNode, b: Builder): boolean {
  if (b.frame.kind !== 'item') return false;
  const item = blockAround(node);
  return item.tag === 'li' && !hasWords(b.doc, item);
}

function hasTextAfter(node: HtmlNode, b: Builder): boolean {
  const end = Math.min(blockAround(node).end, node.end + MAX_AFTER);
  return b.doc.nodes.slice(node.end, end).some(({ tag, text }) => tag === '' && !isBlank(text));
}

/** Addresses of pictures without words that were written. */
const writtenBy = lazyBy((_: Builder) => new Set<string>());

const symbolsOf = lazyBy((b: Builder): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const node of b.doc.elements.tagged('img').filter(isSymbol)) {
    const url = imageUrl(node, b);
    if (url !== null) counts.set(url, (counts.get(url) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= MIN_SYMBOLS).map(([url]) => url));
});

function isSymbol(node: HtmlNode): boolean {
  const alt = attr(node, 'alt') ?? '';
  return alt.length <= MAX_SYMBOL_CHARS && SYMBOL.test(alt) && (isIconFile(node) || isSmall(node));
}

/** Widest and highest icon, in CSS pixels. */
const MAX_SIZE = 32;

const FILE = /\.svg(?:[?#]|$)|[/_-]icons?\d*[/_.-]/i;

/** Whether a picture is a drawing, kept among icons or named one. */
export function isIconFile(node: HtmlNode): boolean {
  return FILE.test(attr(node, 'src') ?? '');
}

/** A picture that is no larger than the words beside it. */
export function isSmall(node: HtmlNode): boolean {
  return isUpTo(attr(node, 'width'), MAX_SIZE) || isUpTo(attr(node, 'height'), MAX_SIZE);
}

/** A picture of at most 1 × 1: there to be counted, not seen. */
export function isPixel(node: HtmlNode): boolean {
  return isUpTo(attr(node, 'width'), 1) || isUpTo(attr(node, 'height'), 1);
}

function isUpTo(value: string | null, most: number): boolean {
  const length = value === null ? null : /^\s*(\d{1,4})(?:px)?\s*$/.exec(value);
  return length !== null && Number(length[1]) <= most;
}

/** Elements from a picture up to the card that it stands in. */
const MAX_HEIGHT = 10;
/** Most nodes, and characters of the text, of a card; what is larger is a section of the text. */
const MAX_CARD_NODES = 160;
const MAX_CHARS = 600;
/** Longest text of a card whose heading alone leads to another page, in characters. */
const MAX_TEASER_CHARS = 300;

/** The card around a picture: the nearest element with words that has two like it, by tag and classes, right beside it. */
function cardAround(node: HtmlNode, b: Builder): HtmlNode | null {
  return nearest(node.parent, (one) => isMember(one, b) && hasWords(b.doc, one), MAX_HEIGHT);
}

/** Whether an element is a card: it has two like it right beside it. */
export function isMember(node: HtmlNode, b: Builder): boolean {
  return node.tag !== 'p' && node.end - node.index <= MAX_CARD_NODES && cardsBeside(node, b).length > 1;
}

/** The elements like one, by tag and classes, of the two on either side of it. */
export function cardsBeside(node: HtmlNode, { page }: Builder): HtmlNode[] {
  const alike: HtmlNode[] = [];
  for (const side of SIDES) {
    let beside = siblingElement(node, side);
    for (let far = 0; far < 2 && beside !== null; far++, beside = siblingElement(beside, side))
      if (page.signature[beside.index] === page.signature[node.index]) alike.push(beside);
  }
  return alike;
}

/** Whether a picture without words is of a teaser in a row: its link, or the words or the heading of the card, lead to a page. */
export function isThumbnail(node: HtmlNode, b: Builder): boolean {
  if (b.isInCell || b.options.scope === 'full') return false;
  const card = cardAround(node, b);
  const figure = nearest(node.parent, ({ tag }) => tag === 'figure', MAX_HEIGHT);
  if (card === null || (figure !== null && hasWords(b.doc, figure))) return false;
  const link = linkAround(node);
  const { length } = labelOf(b.doc, card, MAX_CHARS);
  if (link !== null && hasWords(b.doc, link)) return leadsAway(link);
  if (length >= MAX_CHARS) return false;
  const titles = b.doc.elements.within(card, 'a').filter((one) => leadsAway(one) && saysTitle(one, b));
  if (link !== null) return titles.some((title) => attr(title, 'href') === attr(link, 'href'));
  const isOfHeading = ({ parent, first }: HtmlNode) =>
    isHeadingTag(parent!.tag) || isHeadingTag(first?.tag ?? '');
  return length < MAX_TEASER_CHARS && titles.some(isOfHeading);
}

function leadsAway(link: HtmlNode): boolean {
  const href = attr(link, 'href')?.trim() ?? '';
  return href !== '' && !href.startsWith('#') && !isPictureFile(href);
}

function saysTitle(link: HtmlNode, { doc }: Builder): boolean {
  const label = labelOf(doc, link, 80);
  return label !== '' && !isFileName(label);
}
