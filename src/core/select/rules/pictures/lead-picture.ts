import { isPortraitFile } from '../../../html/address.ts';
import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { metaContent } from '../../../page/head.ts';
import { headingLevel } from '../../../page/headings.ts';
import { type PageStructure, wordsIn } from '../../../page/page-structure.ts';
import { descriptionWords, isDescription } from '../../../page/page-titles.ts';
import { ROLE } from '../../../page/roles.ts';
import {
  isFigure,
  isLogo,
  isNamedAround,
  isPicture,
  isPortrait,
  leadsToPage,
} from '../../../units/figure.ts';
import { wordSet } from '../../../word-set.ts';

/** Fewest words of the text that a leading picture stands above. */
const MIN_LED_WORDS = 20;
/** Blocks between the line by which a page describes itself and its first text. */
const MAX_LEAD_BLOCKS = 20;
/** Blocks with which the content begins, among which its title is. */
const MAX_TITLE_BLOCKS = 3;

/**
 * The picture that the page gives to those who link to it, that its theme calls the article's, or of a figure, where no such picture stays:
 * between the title, or the top of the article that the title stands in, and the first text. Null where there is none. `gone`
 * tells the nodes that do not stay.
 */
export function leadPicture(
  a: Annotation,
  s: PageStructure,
  pruned: Uint8Array,
  kept: Int32Array,
  gone: Uint8Array,
): HtmlNode | null {
  const images = a.doc.elements.tagged('img', 'amp-img');
  const place = images.length === 0 ? null : placeOf(a, kept);
  if (place === null) return null;
  const isThere = ({ index }: HtmlNode): boolean => index >= place[0] && index < place[1];
  const there = images.filter(isThere);
  if (there.length === 0) return null;
  const isOwn = (node: HtmlNode): boolean => isPicture(a, node) && !isOnCard(a, s, node);
  const stems = sharedPictures(a);
  const shared = images.filter((node) => stems.some((stem) => names(node, stem)) && isOwn(node));
  const own = there.filter((node) => !isOfAnother(a, node) && isOwn(node));
  const others = [...own.filter((node) => isFeatured(a, node)), ...own.filter((node) => isInFigure(a, node))];
  if ([...shared, ...others].some(({ index }) => gone[index] === 0)) return null;
  const lead = [...shared.filter(isThere), ...others].find(
    (node) => pruned[node.index] === 0 && !THUMBNAIL.test(attr(node, 'src') ?? ''),
  );
  return lead ?? null;
}

/** Whether the theme calls a picture that of the article. */
function isFeatured(a: Annotation, picture: HtmlNode): boolean {
  return isNamedAround(a, picture, ROLE.featuredPicture) && !isNamedAround(a, picture, ROLE.ofAuthor);
}

/** Elements between a picture and its figure. */
const MAX_FIGURE_HEIGHT = 5;

/** Whether a picture is that of a figure. */
function isInFigure(a: Annotation, picture: HtmlNode): boolean {
  const isOfAuthor = (node: HtmlNode): boolean => a.roles.has(node, ROLE.ofAuthor);
  const around = nearest(picture, (node) => isOfAuthor(node) || isFigure(a, node), MAX_FIGURE_HEIGHT + 1);
  return around !== null && !isOfAuthor(around);
}

/** Whether a picture is a link to another page, a drawing or a portrait. */
function isOfAnother(a: Annotation, picture: HtmlNode): boolean {
  return leadsToPage(picture) || isLogo(picture) || isPortrait(a, picture);
}

/** Where a leading picture stands, by node index: from the title's article to the first text that does not describe the page. */
function placeOf(a: Annotation, kept: Int32Array): readonly [number, number] | null {
  let title: number | undefined;
  const texts: number[] = [];
  for (let block = 0; block < a.blocks.length && texts.length < 2; block++) {
    if (kept[block + 1] === kept[block]) continue;
    if (kept[block]! < MAX_TITLE_BLOCKS && headingLevel(a, a.blocks[block]!) > 0) title ??= block;
    if (a.blocks[block]!.count.words >= MIN_LED_WORDS) texts.push(block);
  }
  const isStandfirst =
    texts.length > 1 &&
    texts[1]! <= texts[0]! + MAX_LEAD_BLOCKS &&
    isDescription(a.blocks[texts[0]!]!, descriptionWords(a.doc));
  const text = texts[isStandfirst ? 1 : 0];
  if (title === undefined || text === undefined || title >= text) return null;
  return [topOf(a.doc.nodes[a.blocks[title]!.element]!), a.blocks[text]!.first];
}

/** An address that asks for a picture of less than 200 pixels. */
const THUMBNAIL = /(?:[?&/,](?:w|width|sw)=|\/w_)1?\d?\d(?=[&,/]|$)|[-_/]1?\d?\dx1?\d?\d(?=[/.])/;

/** Fewest words of a repeated box that is a card, and not a slide. */
const MIN_CARD_WORDS = 4;

function isOnCard(a: Annotation, s: PageStructure, picture: HtmlNode): boolean {
  const card = s.repeated[picture.index]!;
  return card >= 0 && wordsIn(a, card) >= MIN_CARD_WORDS;
}

/** Node index of the article or page that a title stands in, else of the box around the box around it. */
function topOf(title: HtmlNode): number {
  const article = nearest(title, ({ tag }) => tag === 'article' || tag === 'main');
  return (article ?? title.parent?.parent ?? title).index;
}

/** Names of the files, without size and kind, of the pictures that a page gives to those who link to it; no logos, no portraits. */
function sharedPictures(a: Annotation): string[] {
  const urls = ['og:image', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'].map((key) =>
    metaContent(a.doc, key),
  );
  const stems = urls
    .filter((url) => !isPortraitFile(url))
    .map((url) => stemOf(url))
    .filter((stem) => stem.length >= MIN_STEM && !/logo|avatar/i.test(stem));
  return [...new Set(stems)];
}

/** Fewest characters of such a name that tell it from others. */
const MIN_STEM = 5;

function stemOf(url: string): string {
  const file = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  return file
    .replace(/\.\w{2,5}$/, '')
    .replace(/(?:[-_](?:\d{2,4}x\d{2,4}|scaled|\d{2,4}w)|@\dx){1,4}$/i, '');
}

/** Attributes of a picture that hold its addresses. */
const SOURCES = wordSet('src srcset data-src data-srcset data-lazy-src data-lazy-srcset data-original');

function names(picture: HtmlNode, stem: string): boolean {
  return picture.attrs.some(({ name, value }) => SOURCES.has(name) && value.includes(stem));
}
