import { isPictureFile, isPortraitFile } from '../html/address.ts';
import { inOrder } from '../html/element-index.ts';
import { attr, type HtmlNode, nearest, siblingElement } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE, rendered } from '../page/roles.ts';

const PICTURES = new Set(['img', 'amp-img']);
const MAX_ICON_SIZE = 48;

/** Whether a node is a picture that says something: no icon and no portrait beside a name. */
export function isPicture(a: Annotation, node: HtmlNode): boolean {
  if (!PICTURES.has(node.tag) || a.unrendered[node.index] === 1) return false;
  return (
    !isIconSize(attr(node, 'width')) &&
    !isIconSize(attr(node, 'height')) &&
    !isNamedAround(a, node, ROLE.iconOrPortrait)
  );
}

function isIconSize(size: string | null): boolean {
  return size !== null && Number(size) <= MAX_ICON_SIZE;
}

/** Whether a picture is a logo or a drawing, by its address. */
export function isLogo(picture: HtmlNode): boolean {
  return /logo|\.svg(?:$|\?)/i.test(attr(picture, 'src') ?? '');
}

/** Whether a picture has an address that can be written: its own, of the `<picture>` around it, or for readers without scripts. */
export function hasAddress(picture: HtmlNode): boolean {
  const own = picture.attrs.some(
    ({ name, value }) => /src/.test(name) && value !== '' && !value.startsWith('data:'),
  );
  return own || picture.parent?.tag === 'picture' || siblingElement(picture, 'next')?.tag === 'noscript';
}

/** Whether a node shows what another page or file holds: a film, a map. */
export function isEmbed(node: HtmlNode): boolean {
  return /^(?:amp-)?(?:iframe|video|audio)$/.test(node.tag);
}

/** Whether a node is a link around a picture to anything else than a picture. */
export function leadsToPage(node: HtmlNode): boolean {
  if (!PICTURES.has(node.tag)) return false;
  const around = nearest(node.parent, ({ tag }) => tag === 'a' || tag === 'figure');
  return around?.tag === 'a' && !isPictureFile(attr(around, 'href') ?? '');
}

/** Whether an element is a link to a picture: a larger one than it holds. */
export function leadsToPicture(node: HtmlNode): boolean {
  return node.tag === 'a' && isPictureFile(attr(node, 'href') ?? '');
}

/** Whether an element is the caption of a figure. */
export function isCaption(a: Annotation, node: HtmlNode): boolean {
  return node.tag === 'figcaption' || a.roles.has(node, ROLE.caption);
}

/** Whether an element is a picture with its caption, or with a hint in the link to a larger one. */
export function isFigure(a: Annotation, node: HtmlNode): boolean {
  if (node.tag === 'div') return a.roles.has(node, ROLE.figure);
  return node.tag === 'figure' || leadsToPicture(node);
}

/** All figures of a page, in document order. */
export function figuresOf(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const boxes = rendered(a, ROLE.figure).filter(({ tag }) => tag === 'div');
  // Slides with links are ways to other pages.
  const carousels = rendered(a, ROLE.carousel).filter((node) => !elements.hasWithin(node, 'a'));
  const links = elements.tagged('a').filter(leadsToPicture);
  return inOrder([...elements.tagged('figure'), ...links, ...boxes, ...carousels]);
}

/** Portraits by their alternative text. */
const PORTRAIT_ALT =
  /^(?:(?:user|member) avatar|(?:avatar|profile (?:photo|picture|image|pic)) (?:of|for) .{1,60}|view profile for .{1,60}, graphic|.{1,60}['’]s (?:avatar|profile (?:photo|picture|image)))$/i;
/** By one word alone, which is also the name of a film. */
const AVATAR = /^avatar$/i;
const MAX_PORTRAIT = 128;

/** Whether a picture is the portrait of somebody: by its address, its class or one near around it, or its alternative text. */
export function isPortrait(a: Annotation, picture: HtmlNode): boolean {
  if (isPortraitFile(attr(picture, 'src') ?? '') || isCalledPortrait(picture)) return true;
  return isNamedAround(a, picture, ROLE.portrait);
}

/** Whether a picture that is not large, and none of a figure, is a portrait by its alternative text. */
function isCalledPortrait(node: HtmlNode): boolean {
  const alt = (attr(node, 'alt') ?? '').slice(0, 100).trim();
  const width = attr(node, 'width');
  if (width === null ? AVATAR.test(alt) : Number(width) > MAX_PORTRAIT) return false;
  const isFigure = node.parent?.tag === 'figure' || node.parent?.parent?.tag === 'figure';
  return !isFigure && (PORTRAIT_ALT.test(alt) || AVATAR.test(alt));
}

/** Whether a picture, or one of the elements around it, up to `most` with it, has a role. */
export function isNamedAround(a: Pick<Annotation, 'roles'>, node: HtmlNode, role: number, most = 3): boolean {
  return nearest(node, (one) => a.roles.has(one, role), most) !== null;
}
