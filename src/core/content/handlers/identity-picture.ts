import { isPortraitFile, leadsToFrontPage } from '../../html/address.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { ROLE, tells } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { linkAround } from './linked-picture.ts';

/**
 * Whether a picture only shows who speaks: the portrait of somebody whose name stands beside it, or the site's logo. On the
 * whole page it stays.
 */
export function isIdentityPicture(node: HtmlNode, b: Builder): boolean {
  return b.options.scope !== 'full' && (isPortrait(node, b) || isSiteLogo(node, b));
}

/** The same by their alternative text. */
const PORTRAIT_ALT =
  /^(?:(?:user|member) avatar|(?:avatar|profile (?:photo|picture|image|pic)) (?:of|for) .{1,60}|view profile for .{1,60}, graphic|.{1,60}['’]s (?:avatar|profile (?:photo|picture|image)))$/i;
/** By one word alone, which is also the name of a film. */
const AVATAR = /^avatar$/i;
/** Widest portrait beside a name, in CSS pixels. */
const MAX_PORTRAIT = 128;

function isPortrait(node: HtmlNode, b: Builder): boolean {
  return (
    isPortraitFile(attr(node, 'src') ?? '') || isNamedAround(node, ROLE.portrait, b) || isCalledPortrait(node)
  );
}

/** Whether a picture that is not large, and none of a figure, is a portrait by its alternative text. */
function isCalledPortrait(node: HtmlNode): boolean {
  const alt = (attr(node, 'alt') ?? '').slice(0, 100).trim();
  const width = attr(node, 'width');
  if (width === null ? AVATAR.test(alt) : Number(width) > MAX_PORTRAIT) return false;
  const isFigure = node.parent?.tag === 'figure' || node.parent?.parent?.tag === 'figure';
  return !isFigure && (PORTRAIT_ALT.test(alt) || AVATAR.test(alt));
}

/** A picture that is all of a link to the front page of its site, ahead of all else or named a logo. */
function isSiteLogo(node: HtmlNode, b: Builder): boolean {
  const isFirst = b.root.blocks.length === 0 && !b.frame.filled;
  const isCalledLogo =
    b.roles.has(node, ROLE.logo) || ['src', 'alt'].some((name) => tells(attr(node, name) ?? '', ROLE.logo));
  if (!isFirst && !isCalledLogo) return false;
  const link = linkAround(node);
  const href = link === null ? null : attr(link, 'href');
  if (link === null || href === null || labelOf(b.doc, link, 8) !== '') return false;
  return leadsToFrontPage(href, b.options.url ?? b.doc.baseUrl, b.doc.baseUrl);
}

/** Whether a picture, or one of the two elements around it, has a role. */
export function isNamedAround(node: HtmlNode, role: number, { roles }: Builder): boolean {
  const around = [node, node.parent, node.parent?.parent ?? null];
  return around.some((one) => one !== null && roles.has(one, role));
}
