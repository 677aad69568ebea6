import { firstOf } from '../../first-of.ts';
import { fileNameOf, isPictureFile, isPictureName, withoutPictureKind } from '../../html/address.ts';
import { type Attribute, attr, childrenOf, type HtmlNode, nearest } from '../../html/tree.ts';
import { lazyBy, lazyFor } from '../../lazy.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import { wordSet } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import { resolveMedia } from '../urls.ts';

/** Attributes where lazy loaders keep the address until the image is near the window, the usual ones first. */
const LAZY_SOURCES =
  'data-src data-original data-lazy-src data-lazy data-orig-file data-original-src data-actualsrc data-url data-hi-res-src ' +
  'data-img-src data-image data-echo data-srcurl data-full-src data-large-file data-src-medium data-src-large data-img-url ' +
  'data-delayed-url data-zoom-src data-raw-src data-canonical-src data-lazyload nitro-lazy-src data-cfsrc data-ezsrc';
const LAZY = LAZY_SOURCES.split(' ');
/** Names of attributes where a set is kept, and of those that hold the picture in whose place `src` shows another. */
const SETS = /(?:srcset|original-set)$/;
const REAL_SOURCE = /^data-(?:src|original)$|(?:^|-)(?:original|lazy|real|actual)-?src$/;

/** Words in the file names of pictures that only hold the place, wherever they stand in the name. */
const HOLDING = wordSet('spacer placeholder transparent lazyload 1x1 cleardot');
/** Words that say so where there are no others: `grey.gif`, `loading-32x32.svg`, not `grey-sweater.jpg`. */
const MAY_HOLD = wordSet('blank pixel lazy load loading loader spinner grey gray dot clear empty trans');
const BESIDE = wordSet('image img bg icon small large white');
const SIZE = /^\d+(?:x\d+)?(?:px)?$/;
const MAX_NAME_CHARS = 100;

const urlsIn = lazyBy((b: Builder) => lazyFor((node: HtmlNode) => findUrl(node, b)));

/** The absolute address of an image: its source, a lazy attribute, or a candidate of its or its picture's sets. */
export function imageUrl(node: HtmlNode, b: Builder): string | null {
  return urlsIn(b)(node);
}

function findUrl(node: HtmlNode, b: Builder): string | null {
  const base = b.doc.baseUrl;
  const src = attr(node, 'src');
  const direct = src !== null && SET.test(src) ? bestCandidate(src, base) : resolveMedia(src, base);
  if (direct !== null && !isPixelName(direct)) return lazyInstead(node, direct, b);
  return lazyUrl(node, base) ?? setUrl(node, base) ?? pictureUrl(node, base) ?? dataUrl(node, base);
}

/** Candidates of a set, in place of one address. */
const SET = /\s\d+(?:\.\d+)?[wx]\s*(?:,|$)/;

const ANY_HOLDING = new RegExp([...HOLDING, ...MAY_HOLD].join('|'), 'i');

/** Whether the name of a file says that it only holds the place of a picture. */
function isPixelName(url: string): boolean {
  if (!ANY_HOLDING.test(url)) return false;
  const file = fileNameOf(url);
  if (file.length > MAX_NAME_CHARS || !isPictureName(file)) return false;
  const parts = withoutPictureKind(file)
    .toLowerCase()
    .replace(/(?<=[a-z])\d$/, '')
    .split(/[-_.]/);
  if (parts.some((part) => HOLDING.has(part))) return true;
  const others = parts.filter((part) => !MAY_HOLD.has(part));
  return others.length < parts.length && others.every((part) => BESIDE.has(part) || SIZE.test(part));
}

/** What the address of a picture says that a server blurs, to be shown until the picture itself is loaded (Wix, Naver). */
const BLURRED = /[,/]blur_\d|_blur$/;

/** A source which is there only until the lazy one is loaded: by a loader's class or attribute, or blurred. */
function lazyInstead(node: HtmlNode, direct: string, b: Builder): string {
  const base = b.doc.baseUrl;
  const isBlurred = BLURRED.test(direct);
  const whole = isBlurred ? resolveMedia(attr(node, 'data-pin-media'), base) : null;
  if (whole !== null) return whole;
  const isForNow = isBlurred || b.roles.has(node, ROLE.lazyPicture) || node.attrs.some(isRealSource);
  return isForNow ? (lazyUrl(node, base) ?? dataUrl(node, base) ?? direct) : direct;
}

/** Nearly all names of attributes are told by their end. */
function isRealSource({ name }: Attribute): boolean {
  return (name.endsWith('src') || name.endsWith('original')) && REAL_SOURCE.test(name);
}

function lazyUrl(node: HtmlNode, base: string): string | null {
  return firstOf(LAZY, (name) => {
    const value = attr(node, name);
    const isAddress = value !== null && /[./]/.test(value) && !/^[{[]/.test(value);
    const url = isAddress ? resolveMedia(value, base) : null;
    return url !== null && !isPixelName(url) ? url : null;
  });
}

/** The file of a picture that an attribute of the page's own script names. */
function dataUrl(node: HtmlNode, base: string): string | null {
  return firstOf(node.attrs, ({ name, value }) => {
    const url = name.startsWith('data-') && isPictureFile(value) ? resolveMedia(value, base) : null;
    return url !== null && !isPixelName(url) ? url : null;
  });
}

function setUrl(node: HtmlNode, base: string): string | null {
  const own = bestCandidate(attr(node, 'srcset') ?? '', base);
  return (
    own ?? firstOf(node.attrs, ({ name, value }) => (SETS.test(name) ? bestCandidate(value, base) : null))
  );
}

function pictureUrl({ parent }: HtmlNode, base: string): string | null {
  const parts = parent?.tag === 'picture' ? childrenOf(parent) : [];
  return firstOf(parts, (part) => (part.tag === 'source' ? setUrl(part, base) : null));
}

const CANDIDATE = /([^\s,]\S*)(?:(?<!,)([^,]*))?/g;

/**
 * The widest or densest candidate of a `srcset`. Addresses may hold commas: a candidate ends at a comma after
 * white space or a descriptor, not inside the address (HTML, 4.8.4.2.3 "parse a srcset attribute").
 */
export function bestCandidate(srcset: string, base: string): string | null {
  let best: string | null = null;
  let bestSize = -1;
  for (const [, address, descriptor = ''] of srcset.matchAll(CANDIDATE)) {
    const size = Number.parseFloat(descriptor) || 1;
    const url = resolveMedia(address!.replace(/(?<!,),+$/, ''), base);
    if (url !== null && size > bestSize && !isPixelName(url)) {
      best = url;
      bestSize = size;
    }
  }
  return best;
}

/** Elements between a picture and the link that it stands in. */
const MAX_HEIGHT = 8;

/** The link around a picture. */
export function linkAround(picture: HtmlNode): HtmlNode | null {
  return nearest(picture.parent, ({ tag }) => tag === 'a', MAX_HEIGHT);
}

/** The block that a picture stands in. */
export function blockAround(picture: HtmlNode): HtmlNode {
  return nearest(picture.parent, ({ tag }) => BLOCK.has(tag)) ?? picture;
}

/** Whether a link leads from a picture to a larger one: the words in it are of the file. */
export function leadsToPicture(link: HtmlNode, b: Builder): boolean {
  return b.doc.elements.hasWithin(link, 'img') && isPictureFile(attr(link, 'href') ?? '');
}

/** The picture that a link leads to, where the one in it has no address: its script shows that file, smaller. */
export function linkedPicture(link: HtmlNode | null, b: Builder): string | null {
  const href = link === null ? null : attr(link, 'href');
  if (link === null || href === null || !isPictureFile(href) || !showsNothing(link, b)) return null;
  return resolveMedia(href, b.doc.baseUrl);
}

/** Whether a link holds one picture without an address and no words. */
function showsNothing(link: HtmlNode, b: Builder): boolean {
  const [picture, other] = b.doc.elements.within(link, 'img');
  if (picture === undefined || other !== undefined || imageUrl(picture, b) !== null) return false;
  return !b.doc.elements.hasWithin(link, 'noscript') && labelOf(b.doc, link, 2) === '';
}
