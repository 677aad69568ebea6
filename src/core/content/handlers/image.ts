import { leadsToFrontPage } from '../../html/address.ts';
import { isBlank, onOneLine } from '../../html/blank.ts';
import { attr, HTML_NS, type HtmlNode, siblingElement } from '../../html/tree.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { ROLE, tells } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { isNamedAround, isPortrait } from '../../units/figure.ts';
import type { Builder } from '../builder.ts';
import type { Image } from '../tree.ts';
import { headingAround, isIconOfControl } from './control.ts';
import { EMOJI_NAMES } from './emoji-names.table.ts';
import { blockAround, imageUrl, leadsToPicture, linkAround, linkedPicture } from './image-source.ts';
import { imageFormula } from './math/source.ts';
import {
  isAllOfCell,
  isIconFile,
  isOrnamentAgain,
  isPixel,
  isRepeatedSymbol,
  isSmall,
  isThumbnail,
  isWordlessIcon,
  starOf,
} from './ornament.ts';
import { isMarkFile } from './table/cell-mark.ts';
import { alternativeOf, isFileName, nameOf, titleBeside } from './title.ts';

const EMOJI_TEXT = /^[\p{Extended_Pictographic}\p{Emoji_Component}\p{Regional_Indicator}]+$/u;

/** `<img>`: an image, a formula drawn as one, or an emoji; tracking pixels and placeholders are left out. */
export function handleImage(node: HtmlNode, b: Builder): boolean {
  const alt = alternativeOf(node);
  const formula = imageFormula(node, alt, b.roles);
  const sign = alt === '' ? starOf(node) : isEmoji(node, alt, b) ? emojiOf(node, alt) : '';
  if (formula !== null) b.math(formula);
  else if (sign !== '') b.text(sign);
  else addImage(node, alt, b);
  return false;
}

function isEmoji(node: HtmlNode, alt: string, b: Builder): boolean {
  if (b.roles.has(node, ROLE.emoji)) return true;
  const isWritten = EMOJI_TEXT.test(alt) && !/^[\d#*]+$/.test(alt);
  return alt.length <= 16 && (isWritten || attr(node, 'data-emoji') !== null);
}

/** File names of emoji: their code points. */
const EMOJI_FILE = /\/(?:emoji_)?u?((?:[0-9a-f]{4,6}[-_])*[0-9a-f]{4,6})\.(?:png|svg|gif|webp)(?:[?#]|$)/i;

/** The emoji itself where the alternative text only names it (`:smile:`): by the code points in the name of its file, or by that name. */
function emojiOf(node: HtmlNode, alt: string): string {
  if (EMOJI_TEXT.test(alt)) return alt;
  const points = EMOJI_FILE.exec(attr(node, 'src') ?? '')?.[1];
  if (points === undefined) return EMOJI_NAMES.get(/^:(.+):$/.exec(alt)?.[1] ?? '') ?? alt;
  const emoji = points
    .split(/[-_]/)
    .map((point) => Number.parseInt(point, 16))
    .filter((point) => point <= 0x10ffff);
  const text = String.fromCodePoint(...emoji);
  return EMOJI_TEXT.test(text) && !/^[\d#*]+$/.test(text) ? text : alt;
}

/** Alternative texts that say no more than that a picture will come. */
const HOLDS_PLACE = /^(?:blank|placeholder|image|img|loading|spacer|picture|photo)(?: image)?$/i;

/** The words for a picture whose address nobody knows: those of a link without others, or what the caller wants instead. */
function addAlternative(node: HtmlNode, alt: string, b: Builder): void {
  const link = b.hasMark('link') ? linkAround(node) : null;
  const isWanted = b.options.images === 'alt' || (link !== null && !hasWords(b.doc, link));
  if (isWanted && alt !== '' && !HOLDS_PLACE.test(alt)) b.text(alt);
}

function addImage(node: HtmlNode, alt: string, b: Builder): void {
  if (isPixel(node) || isIconOfControl(node, b) || isIconOfHeading(node, b)) return;
  if (alt === '' && (isWordlessIcon(node, b) || (isAllOfCell(node, b) && isMarkFile(node)))) return;
  // The portrait of who speaks, and the site's logo, stay on the whole page.
  const isBeside = isPortrait(b.page, node) || isOfAuthor(alt, b) || isSiteLogo(node, b);
  if (b.options.scope !== 'full' && isBeside) return;
  if (isOtherView(node, b) || (alt === '' && isThumbnail(node, b))) return;
  const url = imageUrl(node, b) ?? linkedPicture(linkAround(node), b);
  // An image for readers without scripts stands where its `<noscript>` does.
  const holder = node.parent?.tag === 'noscript' ? node.parent.parent : node.parent;
  if (url === null || (b.lastImage?.url === url && b.lastImage.holder === holder)) {
    // The real one of a lazy image stands in the `<noscript>` after it.
    const hasNoscript = siblingElement(node, 'next')?.tag === 'noscript';
    if (url === null && !hasNoscript && !isThumbnail(node, b)) addAlternative(node, alt, b);
    return;
  }
  b.lastImage = { url, holder };
  if (alt === '' ? isOrnamentAgain(node, url, b) : isRepeatedSymbol(node, url, b)) {
    if (isAllOfCell(node, b)) b.text(alt);
  } else {
    const name = alt === '' ? pictureName(node, b) : '';
    const title = titleBeside(node, () => alt || name);
    addPicture(node, { type: 'image', url, title, alt, ...(name !== '' && { name }) }, b);
  }
}

/** Name and size of the file of a picture, in the link from it to the file: no words of the page. */
export function handleFileFacts(node: HtmlNode, b: Builder): boolean | null {
  const link = linkAround(node);
  return link !== null && leadsToPicture(link, b) ? false : null;
}

/** Most blocks ahead of a text: where it is from, title, standfirst, by-line, date. */
const MAX_OPENING = 6;

/** Whether a picture shows who wrote the page, in its by-line: its words are that name. */
function isOfAuthor(alt: string, b: Builder): boolean {
  if (alt === '' || b.root.blocks.length > MAX_OPENING) return false;
  return b.doc.author?.()?.split(', ').includes(alt) === true;
}

/** Longest name of a picture, in characters. */
const MAX_NAME = 120;

/** What the page calls a picture without words for it: its title, or the label of the link that it is all of. */
function pictureName(node: HtmlNode, b: Builder): string {
  const link = linkAround(node);
  const linkName = link !== null && labelOf(b.doc, link, 2) === '' ? nameOf(link) : '';
  const names = [onOneLine(attr(node, 'title') ?? ''), linkName];
  return names.find((name) => name !== '' && name.length <= MAX_NAME && !isFileName(name)) ?? '';
}

function isIconOfHeading(node: HtmlNode, b: Builder): boolean {
  if (b.frame.kind !== 'heading') return false;
  const isIcon = isIconFile(node) || isSmall(node) || isNamedAround(b.page, node, ROLE.iconPicture);
  const heading = isIcon ? headingAround(node) : null;
  return heading !== null && hasWords(b.doc, heading);
}

/** A picture that is all of a link to the front page of its site, ahead of all else or named a logo. */
function isSiteLogo(node: HtmlNode, b: Builder): boolean {
  const link = linkAround(node);
  const href = link === null ? null : attr(link, 'href');
  if (link === null || href === null || hasWords(b.doc, link)) return false;
  const isFirst = b.root.blocks.length === 0 && !b.frame.filled;
  const isCalledLogo =
    isFirst ||
    b.roles.has(node, ROLE.logo) ||
    ['src', 'alt'].some((name) => tells(attr(node, name) ?? '', ROLE.logo));
  if (!isCalledLogo) return false;
  return leadsToFrontPage(href, b.options.url ?? b.doc.baseUrl, b.doc.baseUrl);
}

/** Words of pictures that take the place of another one under the pointer. */
const POINTER_WORDS = /\b(?:hover|rollover) image$/i;

/** Nodes between a picture and the text, or another picture, beside it. */
const MAX_BETWEEN = 12;

/** Whether a picture is another view of the one beside it: for dark pages, or under the pointer. */
function isOtherView(node: HtmlNode, b: Builder): boolean {
  return [-1, 1].some((step) => {
    const beside = pictureBeside(node, step, b);
    if (beside === null || isFirstView(node, b)) return false;
    if (linkAround(node) !== linkAround(beside) || imageUrl(beside, b) === null) return false;
    return isMarked(node, b) || attr(node, 'alt') === attr(beside, 'alt');
  });
}

/** Whether nothing says that a picture is shown in the place of another one. Seen through at first is also what appears when it is loaded. */
function isFirstView(node: HtmlNode, b: Builder): boolean {
  return !isMarked(node, b) && !(isNamedAround(b, node, ROLE.seeThrough, 2) && attr(node, 'alt'));
}

function isMarked(node: HtmlNode, b: Builder): boolean {
  const isNamed = [ROLE.darkPicture, ROLE.hoverPicture].some((role) => isNamedAround(b, node, role, 2));
  return isNamed || POINTER_WORDS.test(attr(node, 'alt') ?? '');
}

/** The next picture before or after one that is a first view, where no text stands between them. */
function pictureBeside(node: HtmlNode, step: number, b: Builder): HtmlNode | null {
  const { nodes } = b.doc;
  for (let between = 1; between <= MAX_BETWEEN; between++) {
    const at = node.index + between * step;
    const beside = nodes[at];
    if (beside === undefined || (beside.tag === '' && !isBlank(beside.text))) return null;
    if (beside.tag === 'img' && b.removedBy[at] === 0 && isFirstView(beside, b)) return beside;
  }
  return null;
}

const ASIDE = /^(?:left|right|center)$/i;
/** Least width of a picture that is no icon of the words after it, and of one that is none of the words before it. */
const MIN_OPENING_WIDTH = 49;
const MIN_ENDING_WIDTH = 200;
/** Least height of a picture that is higher than its line. */
const MIN_HEIGHT = 49;

/** Writes a picture: a paragraph beside the text that it opens or ends, else in its line, apart where it has a box of its own. */
function addPicture(node: HtmlNode, image: Image, b: Builder): void {
  const after = textAfter(node, b);
  const isAlone = node.prev === null && node.next === null && node.parent?.tag !== 'p';
  const before = textBefore(node, b);
  if (before !== '' && after === '' && isBeside(node, MIN_ENDING_WIDTH, b)) part(b);
  else if (isAlone && /[\p{L}\p{N},.:;!?%]$/u.test(before.slice(-2))) b.space();
  const opens = !b.frame.filled && isBeside(node, MIN_OPENING_WIDTH, b);
  b.atom(image);
  if (after === null || !/^\s*["'“„«(]?[\p{L}\p{N}]/u.test(after)) return;
  if (opens) part(b);
  else if (isAlone) b.space();
}

/** The text right before a picture, where no other one stands between; '' for none. */
function textBefore({ index }: HtmlNode, { doc }: Builder): string {
  for (let at = index - 1; at >= 0 && at >= index - MAX_BETWEEN; at--) {
    const { tag, text } = doc.nodes[at]!;
    if (tag === 'img' || !isBlank(text)) return text;
  }
  return '';
}

/** Ends the paragraph; in the item of a list and in a cell a blank does. */
function part(b: Builder): void {
  if (b.frame.kind === 'item' || b.frame.kind === 'cell') b.space();
  else b.boundary();
}

function isBeside(node: HtmlNode, minWidth: number, { roles }: Builder): boolean {
  if (lengthOf(node, 'height') < MIN_HEIGHT) return false;
  if (lengthOf(node, 'width') >= minWidth || ASIDE.test(attr(node, 'align') ?? '')) return true;
  if (styleOf(node, 'display') === 'block' || ASIDE.test(styleOf(node, 'float'))) return true;
  return roles.has(node, ROLE.alignedPicture);
}

function lengthOf(node: HtmlNode, side: 'width' | 'height'): number {
  return Number.parseInt(attr(node, side) ?? '', 10);
}

/** The text right after a picture, outside its link: `''` at the end of the block, null where something else stands there. */
function textAfter(place: HtmlNode, b: Builder): string | null {
  const { nodes } = b.doc;
  const { end } = blockAround(place);
  const linked = linkAround(place)?.end ?? 0;
  for (let at = place.end, apart = 0; at < end; apart++) {
    const beside = nodes[at]!;
    if (apart === MAX_BETWEEN || beside.tag === 'img') return null;
    if (beside.tag === '' && !isBlank(beside.text)) return at < linked ? null : beside.text;
    if (BLOCK.has(beside.tag)) return '';
    at = b.removedBy[at] === 0 && beside.ns === HTML_NS ? at + 1 : beside.end;
  }
  return '';
}
